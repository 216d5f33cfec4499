import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { errorMessage } from '../../process/error-message.mjs';

/** Callers that call all the time, each one call after another. */
export interface Load {
  /** Resolves once each caller has begun and ended some more calls. */
  pass(): Promise<void>;
  /** Ends it; resolves with the outcomes of each caller in their order, equal ones that follow each other once. */
  stop(): Promise<Record<string, readonly string[]>>;
}

/** The calls of each caller that {@link Load.pass} waits for. */
const calls = 5;

/**
 * Starts callers.
 *
 * @param callers by their names, functions that make one call and return its outcome
 */
export function startLoad(callers: Readonly<Record<string, () => Promise<string>>>): Load {
  const records = Object.entries(callers).map(([name, call]) => ({ name, call, ended: 0, outcomes: [] as string[] }));
  const over = new AbortController();
  const running = records.map(async (record) => {
    while (!over.signal.aborted) {
      const outcome = await record.call().catch((error: unknown) => `failed: ${errorMessage(error)}`);
      record.ended += 1;
      if (record.outcomes.at(-1) !== outcome) record.outcomes.push(outcome);
      await delay(2);
    }
  });
  return {
    async pass() {
      // One more: the next that ends had begun before.
      const targets = records.map(({ ended }) => ended + 1 + calls);
      await expect.poll(() => records.filter(({ ended }, at) => ended < (targets[at] ?? 0)).map(({ name }) => name)).toEqual([]); // prettier-ignore
    },
    async stop() {
      over.abort();
      await Promise.all(running);
      return Object.fromEntries(records.map(({ name, outcomes }) => [name, outcomes]));
    },
  };
}
