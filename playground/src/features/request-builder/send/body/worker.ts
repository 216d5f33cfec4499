import type { Question, QuestionName, Questions, WorkerAnswer } from './questions.js';

/** A worker that reads one body until its signal is aborted. */
export class BodyWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithSettlers>();
  #asked = 0;

  /** @throws the reason of a signal that is aborted already */
  constructor(signal: AbortSignal) {
    signal.throwIfAborted();
    this.#worker = new Worker(new URL('body-worker.ts', import.meta.url), { type: 'module' });
    signal.addEventListener('abort', () => this.stop());
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('failure' in data) waiting?.reject(new Error(data.failure));
      else waiting?.resolve(data.answer);
    });
    this.#worker.addEventListener('error', ({ message }) => this.#fail(message || 'The worker can’t be loaded.'));
  }

  /** @throws Error if the worker fails, such as for lack of memory */
  ask<Name extends QuestionName>(name: Name, ask: Questions[Name]['ask']): Promise<Questions[Name]['answer']> {
    this.#asked += 1;
    const question: Question<Name> = { id: this.#asked, name, ask };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve: resolve as (answer: unknown) => void, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      this.#worker.postMessage(question);
    });
  }

  /** Ends the worker; open questions are never answered. */
  stop(): void {
    this.#waiting.clear();
    this.#worker.terminate();
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}

interface PromiseWithSettlers {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}
