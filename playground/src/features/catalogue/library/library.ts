import type { DocumentSource, ReadDocument } from '../reading/read-document.js';
import type { Library } from './shelf.js';
import { ask, askOnce } from '../../../ui/thread.js';

type Name = keyof Library;
type Question<Asked extends Name> = Parameters<Library[Asked]>[0];
type Answer<Asked extends Name> = Awaited<ReturnType<Library[Asked]>>;

/** The library's thread, started by the first request. */
let thread: Worker | undefined;

function startThread(): Worker {
  const worker = new Worker(new URL('library.worker.ts', import.meta.url), { type: 'module' });
  // Its file couldn't be loaded: the next request starts it again.
  worker.addEventListener('error', () => {
    thread = undefined;
  });
  return worker;
}

/**
 * Asks the library's thread.
 *
 * @throws Error with a sentence for the user
 */
export async function askLibrary<Asked extends Name>(name: Asked, question: Question<Asked>): Promise<Answer<Asked>> {
  thread ??= startThread();
  return (await ask(thread, name, question)) as Answer<Asked>;
}

/**
 * Reads a document in a thread of its own, which ends when `signal` aborts: parsing can't be interrupted, but its thread can.
 *
 * @throws Error with a sentence for the user; the signal's reason if it aborts
 */
export function readInThread(source: DocumentSource, signal: AbortSignal): Promise<ReadDocument> {
  const worker = new Worker(new URL('../reading/reader.worker.ts', import.meta.url), { type: 'module' });
  return askOnce(worker, 'readDocument', source, signal) as Promise<ReadDocument>;
}
