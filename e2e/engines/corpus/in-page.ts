/** The script of the pages and workers that repeat the calls: `prepare` starts a runner, and `ask` asks it. */
import { createRunner, type Corpus, type Modules, type Runner } from './runner.js';

type Question =
  | readonly ['hash', ...Parameters<Runner['hash']>]
  | readonly ['describe', ...Parameters<Runner['describe']>];

interface Scope {
  corpus: Corpus;
  /** In a page, with the package loaded there. */
  prepare: (modules: Modules | Promise<Modules>) => void;
  /** In a page, with the package loaded in a worker. */
  prepareWorker: (url: string, options?: WorkerOptions) => void;
  /** In a worker. */
  serve: (modules: Modules) => void;
  ask: (...question: Question) => Promise<string | string[]>;
}

const scope = globalThis as unknown as Scope;

const answer = (runner: Runner, [name, ...args]: Question): string | string[] =>
  (runner[name] as (...parameters: unknown[]) => string | string[])(...args);

scope.prepare = (modules) => {
  const runner = Promise.resolve(modules).then((loaded) => createRunner(scope.corpus, loaded));
  scope.ask = (...question) => runner.then((ready) => answer(ready, question));
};

scope.prepareWorker = (url, options) => {
  const worker = new Worker(url, options);
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(`The worker failed: ${message}`)));
  });
  failed.catch(() => undefined);
  // One question at a time: the driver waits for each answer.
  scope.ask = (...question) =>
    Promise.race([
      failed,
      new Promise<string | string[]>((resolve) => {
        worker.addEventListener('message', ({ data }: MessageEvent<string | string[]>) => resolve(data), {
          once: true,
        });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's method has none
        worker.postMessage(question);
      }),
    ]);
};

scope.serve = (modules) => {
  const runner = createRunner(scope.corpus, modules);
  addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(answer(runner, data)));
};
