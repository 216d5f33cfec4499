import { expect, test, afterEach, vi } from 'vitest';
import { readForm, writeFileName, readBody } from './media.js';
import { writeSize } from '../../../../ui/text.js';
import type { HttpResponse } from '../response.js';
import { parseNodes } from './parse-nodes.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<[type: string, head: string, expected: object]>([
  ['application/json; charset=utf-8', '{}', { kind: 'json', extension: '.json' }],
  ['application/vnd.github.v3+json', '[1]', { kind: 'json' }],
  ['application/json', 'null', { kind: 'json' }],
  ['text/plain', ' {"a":1}', { kind: 'json', extension: '.txt' }],
  ['text/html; charset=windows-1252', '<p>', { kind: 'text', charset: 'windows-1252', extension: '.html' }],
  ['text/plain; charset=nonsense', 'a', { kind: 'text', charset: 'utf-8' }],
  ['text/plain; charset="UTF-16LE"', 'a', { charset: 'utf-16le' }],
  ['', 'a', { kind: 'text', extension: '.txt' }],
  ['', 'a\0', { kind: 'binary', extension: '.bin' }],
  ['application/octet-stream', 'a', { kind: 'text' }],
  ['application/zip', 'PK', { kind: 'binary', extension: '.zip' }],
  ['application/gzip', 'PK', { kind: 'binary', extension: '.zip' }],
  ['application/x-bzip2', 'BZ', { kind: 'binary', extension: '.bin' }],
  ['application/xml', '<a/>', { kind: 'text', extension: '.xml' }],
  ['image/png', 'x', { kind: 'image', extension: '.png' }],
  ['image/svg+xml', '<svg/>', { kind: 'image', extension: '.svg' }],
  ['application/json', '', { kind: 'empty' }],
])('%j with %j', (type, head, expected) => {
  expect(readForm(type, head.length, bytes(head))).toMatchObject(expected);
});

test('a large image is only offered to save', () => {
  expect(readForm('image/png', 9 * 1024 * 1024, bytes('x')).kind).toBe('binary');
});

test.each([
  [1, '1 byte'],
  [1234, '1,234 bytes'],
  [12_345, '12.3 kB'],
  [123_456, '123 kB'],
  [10_000_000, '10.0 MB'],
])('%i is %s', (size, text) => {
  expect(writeSize(size)).toBe(text);
});

test.each([
  ['https://h/a/b c.json?x=1', '.json', 'b-c.json'],
  ['https://h/a/b.tar/', '.json', 'b.tar.json'],
  ['https://h', '.txt', 'response.txt'],
  ['https://h/?a', '.txt', 'response.txt'],
])('the body of %s is saved as %s', (url, extension, name) => {
  expect(writeFileName(url, extension)).toBe(name);
});

/** The workers that run. */
const running = new Set<unknown>();

/** Finds an empty list in any body. */
class FakeWorker extends EventTarget {
  constructor() {
    super();
    running.add(this);
  }
  postMessage({ id }: { readonly id: number }) {
    const data = { id, value: { text: '[]', nodes: parseNodes('[]') } };
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 300);
  }
  terminate() {
    running.delete(this);
  }
}

vi.stubGlobal('Worker', FakeWorker);
afterEach(() => running.clear());

const RESPONSE: HttpResponse = {
  status: 200,
  headers: [],
  body: new Blob(['{"a":1}']),
  type: 'application/json',
  cut: undefined,
  waited: 1,
  downloaded: 1,
};

test('the worker of a body ends with its reply', async () => {
  const reading = readBody(RESPONSE, new AbortController().signal);
  await expect.poll(() => running.size).toBe(1);
  await expect(reading).resolves.toMatchObject({ kind: 'json', text: '[]', tree: { length: 1 } });
  expect(running.size).toBe(0);
});

test.each([true, false])('the worker of a body ends with the signal, once it runs: %s', async (runs) => {
  const controller = new AbortController();
  const reading = readBody(RESPONSE, controller.signal);
  if (runs) await expect.poll(() => running.size).toBe(1);
  controller.abort();
  expect(running.size).toBe(0);
  await expect(reading).rejects.toThrow(/abort/i);
  expect(running.size).toBe(0);
});
