import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../answer.js';
import { readBody } from './read-body.js';

/** The workers that run. */
const running = new Set<unknown>();

/** Opens any body; nothing of it is parsed here. */
class FakeWorker extends EventTarget {
  constructor() {
    super();
    running.add(this);
  }
  postMessage({ id }: { readonly id: number }) {
    const answer = { id, answer: { length: 1 } };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: answer })));
  }
  terminate() {
    running.delete(this);
  }
}

vi.stubGlobal('Worker', FakeWorker);
afterEach(() => running.clear());

const ANSWER: Answer = {
  status: 200,
  headers: [],
  body: new Blob(['{"a":1}']),
  type: 'application/json',
  ms: 1,
  phases: [],
  notes: [],
};

test('the worker of a body runs until the signal', async () => {
  const controller = new AbortController();
  await expect(readBody(ANSWER, controller.signal)).resolves.toMatchObject({ kind: 'json', length: 1 });
  expect(running.size).toBe(1);
  controller.abort();
  expect(running.size).toBe(0);
});

test('no worker begins after the signal', async () => {
  const controller = new AbortController();
  const reading = readBody(ANSWER, controller.signal);
  controller.abort();
  await expect(reading).rejects.toThrow(/abort/i);
  expect(running.size).toBe(0);
});
