import type { DocumentSource, ReadDocument } from '../reading/read-document.js';
import type { ReaderMessage } from '../reading/reader.worker.js';
import type { Answer, LibraryAnswer, LibraryRequest, Question, RequestName } from './messages.js';

type Settle = (answer: LibraryAnswer) => void;

/** The library's thread, started by the first request, and the requests that it hasn't answered. */
let thread: Worker | undefined;
const waiting = new Map<number, Settle>();
let lastId = 0;

function failAll(): void {
  thread?.terminate();
  thread = undefined;
  const failure = 'The catalogue could not be loaded; check the connection and try again.';
  for (const [id, settle] of waiting) settle({ id, failure });
  waiting.clear();
}

function startThread(): Worker {
  const worker = new Worker(new URL('library.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<LibraryAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  // Its file couldn't be loaded: the next request starts it again.
  worker.addEventListener('error', failAll);
  return worker;
}

/**
 * Asks the library's thread.
 *
 * @throws Error with a sentence for the user
 */
export function askLibrary<Name extends RequestName>(
  name: Name,
  question: Question<Name>,
  transfer: Transferable[] = [],
): Promise<Answer<Name>> {
  thread ??= startThread();
  lastId += 1;
  const request: LibraryRequest = { id: lastId, name, question };
  thread.postMessage(request, transfer);
  return new Promise((resolve, reject) => {
    waiting.set(request.id, (answer) => {
      if ('failure' in answer) reject(new Error(answer.failure));
      else resolve(answer.answer as Answer<Name>);
    });
  });
}

/**
 * Reads a document in a thread of its own, which ends when `signal` aborts.
 *
 * @throws Error with a sentence for the user; the signal's reason if it aborts
 */
export function readInThread(
  source: DocumentSource,
  onProgress: (progress: string) => void,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const worker = new Worker(new URL('../reading/reader.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadDocument>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', () =>
      reject(new Error('The reader of documents could not be loaded; check the connection and try again.')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'progress') onProgress(data.progress);
      else if (data.kind === 'read') resolve(data.document);
      else reject(new Error(data.message));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(source);
  }).finally(() => worker.terminate());
}
