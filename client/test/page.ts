/** The script of the tests in browsers, for a page and a worker: the built client with its dependencies. */
import { callOnce, type Outcome } from './calls.js';

export type { Outcome };

/** Makes one call. */
export type Caller = (...args: Parameters<typeof callOnce>) => Promise<Outcome>;

/** The place of a call. */
export type Place = 'page' | 'worker';

interface Call {
  readonly id: number;
  readonly args: Parameters<Caller>;
}

declare global {
  /** The callers, for the tests. */
  var callers: Readonly<Record<Place, Caller>>;
}

/** Creates a caller that forwards calls to a worker, which runs this script too. */
function createWorkerCaller(script: string): Caller {
  const worker = new Worker(script, { type: 'module' });
  let last = 0;
  return (...args) =>
    new Promise((resolve) => {
      const call: Call = { id: (last += 1), args };
      const listen = ({ data }: MessageEvent<{ id: number; outcome: Outcome }>): void => {
        if (data.id !== call.id) return;
        worker.removeEventListener('message', listen);
        resolve(data.outcome);
      };
      worker.addEventListener('message', listen);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's method has none
      worker.postMessage(call);
    });
}

if ('document' in globalThis) globalThis.callers = { page: callOnce, worker: createWorkerCaller(import.meta.url) };
else {
  addEventListener('message', ({ data }: MessageEvent<Call>) => {
    void callOnce(...data.args).then((outcome) => postMessage({ id: data.id, outcome }));
  });
}
