import { status } from '@grpc/grpc-js';
import { expect, it } from 'vitest';
import { CallError } from './call.js';
import { createFailure } from './failure.js';

const room = 7680;
const name = 'a-bin';
const headBytes = 32 + name.length;
/** As many bytes of metadata as are `sent`, of which base64 makes four of three. */
const create = (text: string, sent: number) =>
  createFailure(new CallError(status.ABORTED, text, { [name]: Buffer.alloc(((sent - headBytes) / 4) * 3) }));
const fitting = (bytes: number): number => bytes - ((bytes - headBytes) % 4);

it.each<[string, text: string, metadataBytes: number, details: string, hasMetadata: boolean]>([
  ['no text leaves all to metadata', '', fitting(room), '', true],
  ['no text, metadata over the bound', '', fitting(room) + 4, '…', false],
  ['a character leaves the others', 'x', fitting(room - 1), 'x', true],
  ['a character, metadata over the bound', 'x', fitting(room - 1) + 4, 'x…', false],
  ['an encoded character takes three bytes for each of its own', '😀', fitting(room - 12), '😀', true],
  ['an encoded character, metadata over the bound', '😀', fitting(room - 12) + 4, '😀…', false],
  ['a text of 1 KiB is whole', 'x'.repeat(1024), fitting(room - 1024), 'x'.repeat(1024), true],
  ['a text of 1 KiB, metadata over the bound', 'x'.repeat(1024), fitting(room - 1024) + 4, `${'x'.repeat(1024)}…`, false],
  ['a longer text is cut for metadata', 'x'.repeat(1040), fitting(room - 1024), `${'x'.repeat(room - fitting(room - 1024) - 9)}…`, true],
  ['a longer text fits beside less metadata', 'x'.repeat(3000), fitting(room - 3000), 'x'.repeat(3000), true],
  ['a text alone has all', 'x'.repeat(room + 1), fitting(room), `${'x'.repeat(room - 9)}…`, false],
])('%s', (_, text, metadataBytes, details, hasMetadata) => {
  const failure = create(text, metadataBytes);
  expect(failure.details).toBe(details);
  expect(Object.keys(failure.metadata)).toEqual(hasMetadata ? [name] : []);
}); // prettier-ignore

it('sends 64 entries, and those of several that fit, in their order', () => {
  const entries = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 'x'.repeat(length)]));
  const list = (metadata: Record<string, string>) => {
    const failure = createFailure(new CallError(status.ABORTED, 'text', metadata));
    return [failure.details, Object.keys(failure.metadata)];
  };
  const [most, more] = [entries(64, 1), entries(65, 1)];
  expect(list(most)).toEqual(['text', Object.keys(most)]);
  expect(list(more)).toEqual(['text…', Object.keys(most)]);
  expect(list({ ...entries(1, 5000), b: 'x'.repeat(3000), c: 'x'.repeat(2000) })).toEqual(['text…', ['a0', 'c']]);
});
