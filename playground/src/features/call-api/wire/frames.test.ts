import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrames, type Frame } from './frames.js';
import { formatHex } from './bytes.js';
import { REQUEST, RESPONSE } from './message.js';
import { runs } from '../../../../../dev/testing/full.js';

const parseHex = (text: string) =>
  Uint8Array.from(
    text.split(/\s+/).filter((digits) => digits !== ''),
    (digits) => Number.parseInt(digits, 16),
  );

/** A frame with the right length. */
const encodeFrame = (flags: string, payload: string) => {
  const length = parseHex(payload).length.toString(16).padStart(8, '0').replace(/../g, '$& ');
  return `${flags} ${length} ${payload} `;
};
const encodeText = (text: string) => formatHex(new TextEncoder().encode(text));

/** `str1 (field 2, string, 3 bytes): "a" ! problem`, as the page shows it. */
function describeFields(frames: readonly Frame[]): string[] {
  return frames.flatMap(({ fields }) =>
    fields.map(
      ({ name, note = '', value, problem }) =>
        `${name} (${note}): ${value}${problem === undefined ? '' : ` ! ${problem}`}`,
    ),
  );
}

test.each<[name: string, message: string, fields: string[]]>([
  [
    'a message with everything',
    '0a 04 65 63 68 6f 12 01 61 1a 02 c3 a9 20 05',
    [
      'code (field 1, string, 6 bytes): "echo"',
      'str1 (field 2, string, 3 bytes): "a"',
      'str2 (field 3, string, 4 bytes): "é"',
      'int_value (field 4, int32, 2 bytes): 5',
    ],
  ],
  ['an empty message', '', []],
  [
    'the least int32, as 64 bits',
    '12 01 61 20 80 80 80 80 f8 ff ff ff ff 01',
    ['str1 (field 2, string, 3 bytes): "a"', 'int_value (field 4, int32, 11 bytes): -2147483648'],
  ],
  [
    'unknown fields of every wire type',
    'a8 01 07 31 01 02 03 04 05 06 07 08 3a 02 ff fe 45 01 00 00 00 52 01 78 4b 08 01 4c 52 01 78',
    [
      'field 21 (varint, 3 bytes; readers skip it as unknown): 7',
      'field 6 (fixed64, 9 bytes; readers skip it as unknown): 0x0807060504030201',
      'field 7 (length-delimited, 4 bytes; readers skip it as unknown): 2 bytes',
      'field 8 (fixed32, 5 bytes; readers skip it as unknown): 0x00000001',
      'field 10 (length-delimited, 3 bytes; readers skip it as unknown): "x"',
      'field 9 (group, 7 bytes; readers skip it as unknown): not read, nor the bytes after it: proto3 has no groups',
    ],
  ],
  [
    'a string that is not UTF-8, and a field sent again',
    '0a 01 ff 0a 01 61',
    [
      'code (field 1, string, 3 bytes): 1 byte ! These bytes are not UTF-8, which a string has to be.',
      'code (field 1, string, 3 bytes): "a"',
    ],
  ],
  ['a string as a number', '08 01', ['code (varint, 2 bytes; readers skip it as unknown): 1']],
  [
    'a length beyond the end, after a field',
    '20 01 0a 05 61',
    [
      'int_value (field 4, int32, 2 bytes): 1',
      'broken (from byte 3 of the message on):  ! The message breaks off here: 5 bytes should follow, and only 1 are left.',
    ],
  ],
])('reads %s', (_, message, fields) => {
  expect(describeFields(readFrames(parseHex(encodeFrame('00', message)), REQUEST))).toEqual(fields);
});

test.each<[name: string, message: string, reason: string]>([
  ['a tag alone', '20', 'the bytes end inside a number'],
  ['half of a tag', '80', 'the bytes end inside a number'],
  ['an unknown wire type', '0f 01', 'no field begins with wire type 7'],
  ['the end of no group', '4c', 'no field begins with wire type 4'],
  ['the field number 0', '02 00', 'there is no field number 0'],
  ['a number without end', '20 ff ff ff ff ff ff ff ff ff ff 01', 'a number has more than 10 bytes'],
  ['a fixed number cut short', '31 00', '8 bytes should follow, and only 1 are left'],
])('reports %s', (_, message, reason) => {
  expect(describeFields(readFrames(parseHex(encodeFrame('00', message)), REQUEST))).toEqual([
    `broken (from byte 1 of the message on):  ! The message breaks off here: ${reason}.`,
  ]);
});

test('reads a whole response: message and trailers', () => {
  const bytes = parseHex(
    encodeFrame('00', '08 01 12 02 6f 6b') +
      encodeFrame('80', encodeText('grpc-status:0\r\nGrpc-Message: all\u00a0well\r\nbad\r\nx-bin:AAE')),
  );
  const frames = readFrames(bytes, RESPONSE);
  expect(frames.map(({ title, note, problem }) => [title, note, problem])).toEqual([
    ['Message frame: api.Response', '0x00: a message, not compressed; 6 bytes', undefined],
    ['Trailers frame', '0x80: trailers, not compressed; 54 bytes', undefined],
  ]);
  expect(describeFields(frames)).toEqual([
    'success (field 1, bool, 2 bytes): true',
    'message (field 2, string, 4 bytes): "ok"',
    'grpc-status (): 0',
    'Grpc-Message (): all\u00a0well',
    'broken line (): "bad" ! This line is not “name: value”.',
    'x-bin (): AAE',
  ]);
});

test.each<[name: string, bytes: string, frames: [title: string, problem: string | undefined][]]>([
  ['nothing', '', []],
  ['half a head', '00 00 00', [['Broken frame', 'The frame breaks off: 4 bytes should follow, and only 2 are left.']]],
  [
    'half a payload',
    '00 00 00 00 05 08',
    [['Message frame: api.Response', 'The frame breaks off: 5 bytes should follow, and only 1 are left.']],
  ],
  [
    'a compressed message',
    encodeFrame('01', '1f 8b'),
    [['Compressed frame', 'It is compressed, and the client reads no compressed messages.']],
  ],
  [
    'compressed trailers',
    encodeFrame('81', '1f 8b'),
    [['Compressed frame', 'It is compressed, and the client reads no compressed messages.']],
  ],
  ['unknown flags', encodeFrame('02', '00'), [['Frame of an unknown kind', undefined]]],
  [
    'a message after the trailers',
    encodeFrame('80', '') + encodeFrame('00', ''),
    [
      ['Trailers frame', undefined],
      ['Message frame: api.Response', 'It follows the trailers, which must be the last frame.'],
    ],
  ],
  [
    'text',
    encodeText('<!doctype html>'),
    [['Frame of an unknown kind', 'The frame breaks off: 560,230,243 bytes should follow, and only 10 are left.']],
  ],
])('reads the frames of %s', (_, text, frames) => {
  expect(readFrames(parseHex(text), RESPONSE).map(({ title, problem }) => [title, problem])).toEqual(frames);
});

test('leaves an excess of fields, lines and frames unread', () => {
  const [message] = readFrames(parseHex(encodeFrame('00', '08 01 '.repeat(300))), RESPONSE);
  expect(message?.fields).toHaveLength(201);
  expect(message?.fields.at(-1)).toMatchObject({ name: 'other fields', note: '200 bytes' });
  const frames = readFrames(parseHex(encodeFrame('00', '').repeat(30)), RESPONSE);
  expect(frames).toHaveLength(21);
  expect(frames.at(-1)).toMatchObject({ title: 'Other frames', note: '50 bytes' });
  const [trailers] = readFrames(parseHex(encodeFrame('80', '61 3a 0d 0a '.repeat(300))), RESPONSE);
  expect(trailers?.fields).toHaveLength(201);
  expect(trailers?.fields.at(-1)).toMatchObject({ name: 'other lines', note: '100' });
});

/** Bytes that often look like frames and messages, so that every branch is met. */
const wireLike = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .array(fc.constantFrom(0, 1, 2, 3, 5, 8, 10, 13, 0x0a, 0x12, 0x20, 0x4b, 0x4c, 0x3a, 0x80, 0xff), { maxLength: 60 })
    .map((bytes) => Uint8Array.from(bytes)),
  fc
    .tuple(fc.constantFrom(0, 0x80, 1), fc.uint8Array({ maxLength: 40 }))
    .map(([flags, payload]) => Uint8Array.from([flags, 0, 0, 0, payload.length, ...payload])),
);

test('reads frames to the last byte, for any bytes', () => {
  fc.assert(
    fc.property(wireLike, fc.constantFrom(REQUEST, RESPONSE), (bytes, schema) => {
      const frames = readFrames(bytes, schema);
      const lengths = frames.map(
        ({ note }) => 5 + Number(/[\d,]+(?= bytes?$)/.exec(note)?.[0].replaceAll(',', '') ?? 0),
      );
      const total = lengths.reduce((sum, length) => sum + length, 0);
      // A frame that breaks off, and an excess of frames, have a problem.
      if (frames.at(-1)?.problem === undefined) expect(total).toBe(bytes.length);
      for (const { problem } of frames.slice(0, -1)) expect(problem ?? '').not.toMatch(/breaks off/);
    }),
    { numRuns: runs(1000) },
  );
});
