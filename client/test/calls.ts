import { CallError, createCallClient, statusDetails, type CallClientOptions } from 'endpoint.js-client';

/** The options of a call. */
export interface ConformanceCall {
  readonly metadata?: Readonly<Record<string, readonly string[]>>;
  readonly deadline?: number;
  /** Milliseconds after which the call is cancelled. */
  readonly cancelAfter?: number;
}

/** The end of a call, as values that can leave a page or a worker. */
export interface Outcome {
  readonly code: number;
  readonly message: string;
  readonly data: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly trailers: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly details: readonly { readonly typeUrl: string; readonly value: readonly number[] }[];
}

/** Makes one call, in Node, in a page or in a worker. */
export async function callOnce(
  settings: Pick<CallClientOptions, 'host' | 'probe' | 'retries'>,
  { cancelAfter, ...options }: ConformanceCall = {},
): Promise<Outcome> {
  const controller = new AbortController();
  if (cancelAfter !== undefined) setTimeout(() => controller.abort(), cancelAfter);
  const end = await createCallClient(settings)
    .call({ code: 'echo', str1: 'ü' }, { ...options, signal: controller.signal })
    .catch((error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    });
  const failed = end instanceof CallError ? end : undefined;
  const details = (failed && statusDetails(failed)?.details) ?? [];
  return {
    code: end.status.code,
    message: failed === undefined ? end.status.message : failed.message,
    data: failed === undefined ? end.message : undefined,
    headers: Object.fromEntries(end.headers),
    trailers: Object.fromEntries(end.trailers),
    attempts: end.attempts,
    details: details.map(({ typeUrl, value }) => ({ typeUrl, value: [...value] })),
  };
}

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
