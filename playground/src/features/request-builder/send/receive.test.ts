import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { receiveBody } from './receive.js';
import type { Progress } from './response.js';

/** A response that brings chunks, and then ends, or fails with `error`. */
function respond(type: string, chunks: readonly Uint8Array<ArrayBuffer>[], error?: unknown): Response {
  const waiting = [...chunks];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = waiting.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (error === undefined) controller.close();
      else controller.error(error);
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

const encode = (text: string) => new TextEncoder().encode(text);

/** The body that was received, and its progress after each chunk. */
async function receive(response: Response, maxBytes?: number) {
  const steps: Progress[] = [];
  const { body, end } = await receiveBody(response, (progress) => steps.push(progress), maxBytes);
  return { bytes: new Uint8Array(await body.arrayBuffer()), end, steps };
}

test.each<[type: string, chunks: string[], ends: (string | undefined)[]]>([
  ['text/event-stream', ['data: 1\n\n', 'data: 2\n\n'], ['', 'data: 1\n\n', 'data: 1\n\ndata: 2\n\n']],
  ['application/x-ndjson', ['{"a":1}\n', '{"a":2}\n'], ['', '{"a":1}\n', '{"a":1}\n{"a":2}\n']],
  ['application/json', ['[1,', '2]'], ['', '[1,', '[1,2]']],
  ['', ['plain'], ['', 'plain']],
  ['application/zip', ['PK'], ['', undefined]],
  ['image/png', ['x'], ['', undefined]],
  ['text/plain', [], ['']],
])('shows %s as it comes', async (type, chunks, ends) => {
  const { bytes, end, steps } = await receive(respond(type, chunks.map(encode)));
  expect(steps.map((step) => step.end)).toEqual(ends);
  expect(end).toBeUndefined();
  expect(bytes).toEqual(encode(chunks.join('')));
});

test('a text in any chunks is shown as it is, without a half of a character', async () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\u{10FFFF}', '\n'), maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(80), { maxLength: 6 }), async (text, cuts) => {
      const bytes = encode(text);
      const ends = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const chunks = ends.slice(1).map((cut, index) => bytes.slice(ends[index], cut));
      const { bytes: received, steps } = await receive(respond('text/plain', chunks));
      expect(received).toEqual(bytes);
      expect(steps.at(-1)?.end ?? '').toBe(text);
      for (const { end = '' } of steps) expect(text.startsWith(end)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});

test('of a long text only its end is kept for the page, and all of its bytes', async () => {
  const line = `${'😀'.repeat(4999)}\n`;
  const chunks = Array.from({ length: 300 }, () => encode(line));
  const { bytes, steps } = await receive(respond('text/plain', chunks));
  expect(bytes.length).toBe(300 * encode(line).length);
  const { end = '', whole } = steps.at(-1) ?? {};
  expect(whole).toBe(false);
  expect(end.length).toBeLessThanOrEqual(20_000);
  expect(end).not.toMatch(/\p{Surrogate}/u);
  expect(end.endsWith(line)).toBe(true);
});

test('an error of another kind isn’t one of the network', async () => {
  await expect(receive(respond('text/plain', [], new RangeError('a bug')))).rejects.toThrow('a bug');
});

test('a body that is longer than the page keeps ends there', async () => {
  const { bytes, end } = await receive(respond('text/plain', [encode('abc'), encode('de'), encode('f')]), 4);
  expect(bytes).toEqual(encode('abcde'));
  expect(end).toBe('too long');
});

test('a response without a body has none', async () => {
  const { bytes, steps } = await receive(new Response(null, { status: 204 }));
  expect(bytes).toHaveLength(0);
  expect(steps).toEqual([{ bytes: 0, end: '', whole: true }]);
});
