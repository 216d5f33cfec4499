import { UnreadableError, type Findings } from '../reading.js';
import type { CollectionAnswer } from './collections.worker.js';
import { readCollection } from './read.js';

/** Texts up to this length are read faster than a thread starts. */
const SHORT = 200_000;

/**
 * Reads a collection, in a thread of its own if it is large; undefined for a text that isn’t JSON.
 *
 * @throws UnreadableError with a sentence for the user
 * @throws Error if the thread fails
 */
export async function readCollectionApart(text: string): Promise<Findings | undefined> {
  if (text.length <= SHORT) return readCollection(text);
  const worker = new Worker(new URL('collections.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Findings | undefined>((resolve, reject) => {
    worker.addEventListener('error', () =>
      reject(new Error('The reader of collections could not be loaded; check the connection and try again.')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<CollectionAnswer>) => {
      if ('findings' in data) resolve(data.findings);
      else reject(data.isRefusal ? new UnreadableError(data.failure.message) : data.failure);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(text);
  }).finally(() => worker.terminate());
}
