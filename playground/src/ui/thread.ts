/** Requests from the page to a thread. */
import { getReason } from './text.js';

interface Request {
  readonly id: number;
  readonly name: string;
  readonly question: unknown;
}

/** `failure` is a sentence for the user. */
type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: string });

let lastId = 0;

/**
 * Asks a thread for one thing.
 *
 * @throws Error with a sentence for the user
 */
export function ask(thread: Worker, name: string, question: unknown): Promise<unknown> {
  const request: Request = { id: (lastId += 1), name, question };
  const ended = new AbortController();
  return new Promise<unknown>((resolve, reject) => {
    const receive = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== request.id) return;
      if ('failure' in data) reject(new Error(data.failure));
      else resolve(data.value);
    };
    const fail = () =>
      reject(new Error('A part of this page could not be loaded; check the connection and try again.'));
    thread.addEventListener('message', receive, ended);
    thread.addEventListener('error', fail, ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    thread.postMessage(request);
  }).finally(() => ended.abort());
}

/**
 * Asks a new thread for one thing; the thread ends with it, or when `signal` aborts.
 *
 * @throws Error with a sentence for the user; the signal's reason if it aborts
 */
export function askOnce(thread: Worker, name: string, question: unknown, signal?: AbortSignal): Promise<unknown> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      thread.terminate();
      reject(signal.reason as Error);
    });
  });
  return Promise.race([ask(thread, name, question), aborted]).finally(() => thread.terminate());
}

/** Answers the requests to this thread by the methods of an object. */
export function answer(methods: object): void {
  const byName = methods as Readonly<Record<string, (question: unknown) => unknown>>;
  const call = async ({ id, name, question }: Request): Promise<Answer> => {
    try {
      return { id, value: await byName[name]?.(question) };
    } catch (error) {
      return { id, failure: getReason(error) };
    }
  };
  addEventListener('message', ({ data }: MessageEvent<Request>) => void call(data).then((reply) => postMessage(reply)));
}
