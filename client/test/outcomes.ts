import { CallError } from 'endpoint.js-client';

/** Passes a value of any type, as callers without types may. */
export function untyped(value: unknown): never {
  return value as never;
}

/** The {@link CallError} that `run` throws, as code and message. */
export function thrown(run: () => unknown): { code: number; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof CallError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

/** The error that a call rejects with. */
export async function failure(running: Promise<unknown>): Promise<CallError> {
  const error = await running.then(
    () => new Error('The call succeeded.'),
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw error;
}

// The real ones, before a test replaces them.
const [realTimeout, realNow] = [setTimeout, performance.now.bind(performance)];

/** Waits until a condition holds, in real time even if a test has fake timers; fails after twenty seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = realNow() + 20_000;
  while (!holds()) {
    if (realNow() > end) throw new Error('The condition did not hold in 20 s.');
    await new Promise((done) => {
      realTimeout(done, 5);
    });
  }
}

/** Observes whether a promise has settled. */
export function watch(running: Promise<unknown>): { readonly settled: boolean } {
  const state = { settled: false };
  const settle = (): void => {
    state.settled = true;
  };
  running.then(settle, settle);
  return state;
}
