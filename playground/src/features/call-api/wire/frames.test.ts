import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrames, type Frame } from './frames.js';
import { formatHex, type Item } from './parts.js';
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

/** `title: 0a field 1 | 01 one | … ! problem`, as the page shows it. */
function describeItem(bytes: Uint8Array, { title, parts, absent, problem }: Item): string {
  const texts = parts.map(({ start, end, meaning }) => `${formatHex(bytes.subarray(start, end))} ${meaning}`);
  return `${title}: ${absent ?? texts.join(' | ')}${problem === undefined ? '' : ` ! ${problem}`}`;
}

function describeFields(bytes: Uint8Array, frames: readonly Frame[]): string[] {
  return frames.flatMap(({ items }) =>
    items.filter(({ title }) => title !== 'frame head').map((item) => describeItem(bytes, item)),
  );
}

test.each<[name: string, message: string, fields: string[]]>([
  [
    'a message with everything',
    '0a 04 65 63 68 6f 12 01 61 1a 02 c3 a9 20 05',
    [
      'code: 0a field 1, wire type 2: length-delimited | 04 4 bytes follow | 65 63 68 6f "echo"',
      'str1: 12 field 2, wire type 2: length-delimited | 01 1 byte follows | 61 "a"',
      'str2: 1a field 3, wire type 2: length-delimited | 02 2 bytes follow | c3 a9 "é"',
      'int_value: 20 field 4, wire type 0: varint | 05 5',
    ],
  ],
  [
    'an empty message',
    '',
    [
      'code: no bytes sent: "" is the default',
      'str1: no bytes sent: "" is the default',
      'str2: no bytes sent: "" is the default',
      'int_value: no bytes sent: 0 is the default',
    ],
  ],
  [
    'the least int32, as 64 bits',
    '12 01 61 20 80 80 80 80 f8 ff ff ff ff 01',
    [
      'code: no bytes sent: "" is the default',
      'str1: 12 field 2, wire type 2: length-delimited | 01 1 byte follows | 61 "a"',
      'str2: no bytes sent: "" is the default',
      'int_value: 20 field 4, wire type 0: varint | 80 80 80 80 f8 ff ff ff ff 01 -2147483648',
    ],
  ],
  [
    'unknown fields of every wire type',
    '0a 00 12 00 1a 00 20 00 a8 01 07 31 01 02 03 04 05 06 07 08 3a 02 ff fe 45 01 00 00 00 4b 08 01 4c 52 01 78',
    [
      'code: 0a field 1, wire type 2: length-delimited | 00 0 bytes follow',
      'str1: 12 field 2, wire type 2: length-delimited | 00 0 bytes follow',
      'str2: 1a field 3, wire type 2: length-delimited | 00 0 bytes follow',
      'int_value: 20 field 4, wire type 0: varint | 00 0',
      'field 21: a8 01 field 21, wire type 0: varint | 07 7',
      'field 6: 31 field 6, wire type 1: 8 bytes | 01 02 03 04 05 06 07 08 0x0807060504030201',
      'field 7: 3a field 7, wire type 2: length-delimited | 02 2 bytes follow | ff fe 2 bytes',
      'field 8: 45 field 8, wire type 5: 4 bytes | 01 00 00 00 0x00000001',
      'field 9: 4b field 9, wire type 3: group | 08 01 4c a group, which proto3 does not have',
      'field 10: 52 field 10, wire type 2: length-delimited | 01 1 byte follows | 78 "x"',
    ],
  ],
  [
    'a string that is not UTF-8, and a field sent again',
    '0a 01 ff 0a 01 61 12 00 1a 00 20 00',
    [
      'code: 0a field 1, wire type 2: length-delimited | 01 1 byte follows | ff 1 byte ! These bytes are not UTF-8, which a string has to be.',
      'code: 0a field 1, wire type 2: length-delimited | 01 1 byte follows | 61 "a"',
      'str1: 12 field 2, wire type 2: length-delimited | 00 0 bytes follow',
      'str2: 1a field 3, wire type 2: length-delimited | 00 0 bytes follow',
      'int_value: 20 field 4, wire type 0: varint | 00 0',
    ],
  ],
  [
    'a string as a number',
    '08 01 12 00 1a 00 20 00',
    [
      'code: 08 field 1, wire type 0: varint | 01 1 ! It has wire type 0 where string needs 2, so readers skip it as unknown.',
      'str1: 12 field 2, wire type 2: length-delimited | 00 0 bytes follow',
      'str2: 1a field 3, wire type 2: length-delimited | 00 0 bytes follow',
      'int_value: 20 field 4, wire type 0: varint | 00 0',
    ],
  ],
  [
    'a length beyond the end',
    '0a 05 61',
    [
      'code: 0a field 1, wire type 2: length-delimited | 05 5 bytes follow | 61 can’t be read ! The message breaks off here: 5 bytes should follow, and only 1 are left.',
    ],
  ],
  [
    'a tag alone',
    '20',
    ['int_value: 20 field 4, wire type 0: varint ! The message breaks off here: the bytes end inside a number.'],
  ],
  ['half of a tag', '80', ['broken: 80 can’t be read ! The message breaks off here: the bytes end inside a number.']],
  [
    'an unknown wire type',
    '0f 01',
    ['broken: 0f 01 can’t be read ! The message breaks off here: there is no wire type 7.'],
  ],
  [
    'the field number 0',
    '02 00',
    ['broken: 02 00 can’t be read ! The message breaks off here: there is no field number 0.'],
  ],
  [
    'a number without end',
    '20 ff ff ff ff ff ff ff ff ff ff 01',
    [
      'int_value: 20 field 4, wire type 0: varint | ff ff ff ff ff ff ff ff ff ff 01 can’t be read ! The message breaks off here: a number has more than 10 bytes.',
    ],
  ],
  [
    'the end of no group',
    '4c',
    ['field 9: 4c field 9, wire type 4: end of a group ! The message breaks off here: a group ends that never began.'],
  ],
  [
    'a group that is closed as another',
    '4b 54',
    [
      'field 9: 4b field 9, wire type 3: group | 54 can’t be read ! The message breaks off here: a group is not closed as it was opened.',
    ],
  ],
  [
    'a fixed number cut short',
    '31 00',
    [
      'field 6: 31 field 6, wire type 1: 8 bytes | 00 can’t be read ! The message breaks off here: 8 bytes should follow, and only 1 are left.',
    ],
  ],
])('reads %s', (_, message, fields) => {
  const bytes = parseHex(encodeFrame('00', message));
  expect(describeFields(bytes, readFrames(bytes, REQUEST))).toEqual(fields);
});

test('reads a whole answer: message and trailers', () => {
  const bytes = parseHex(
    encodeFrame('00', '08 01 12 02 6f 6b') +
      encodeFrame('80', encodeText('grpc-status:0\r\nGrpc-Message: all\u00a0well\r\nbad\r\nx-bin:AAE')),
  );
  const frames = readFrames(bytes, RESPONSE);
  expect(
    frames.map(({ title, items, problem }) => [title, items[0]?.parts.map(({ meaning }) => meaning), problem]),
  ).toEqual([
    ['Message frame: api.Response', ['0x00: a message, not compressed', '6 bytes follow'], undefined],
    ['Trailers frame', ['0x80: trailers, not compressed', '54 bytes follow'], undefined],
  ]);
  expect(describeFields(bytes, frames)).toEqual([
    'success: 08 field 1, wire type 0: varint | 01 true',
    'message: 12 field 2, wire type 2: length-delimited | 02 2 bytes follow | 6f 6b "ok"',
    `grpc-status: ${encodeText('grpc-status')} "grpc-status" | 3a colon | 30 "0" | 0d 0a line end`,
    `Grpc-Message: ${encodeText('Grpc-Message')} "Grpc-Message" | 3a 20 colon | ${encodeText('all\u00a0well')} "all\u00a0well" | 0d 0a line end`,
    `broken line: 62 61 64 "bad" | 0d 0a line end ! This line is not “name: value”.`,
    `x-bin: ${encodeText('x-bin')} "x-bin" | 3a colon | ${encodeText('AAE')} "AAE"`,
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

test('leaves an excess of fields and frames unread', () => {
  const [fields] = readFrames(parseHex(encodeFrame('00', '08 01 '.repeat(300))), RESPONSE);
  expect(fields?.items).toHaveLength(202);
  expect(fields?.items.at(-1)).toMatchObject({ title: 'other fields', note: '200 bytes' });
  const frames = readFrames(parseHex(encodeFrame('00', '').repeat(30)), RESPONSE);
  expect(frames).toHaveLength(21);
  const [trailers] = readFrames(parseHex(encodeFrame('80', '61 3a 0d 0a '.repeat(300))), RESPONSE);
  expect(trailers?.items).toHaveLength(202);
  expect(trailers?.items.at(-1)).toMatchObject({
    title: 'other lines',
    note: '400 bytes',
    parts: [{ kind: 'rest', start: 5 + 800, end: 5 + 1200 }],
  });
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

test('puts every byte in exactly one part, in order, for any bytes', () => {
  fc.assert(
    fc.property(wireLike, fc.constantFrom(REQUEST, RESPONSE), (bytes, schema) => {
      const parts = readFrames(bytes, schema).flatMap(({ items }) => items.flatMap((item) => item.parts));
      let offset = 0;
      for (const { start, end } of parts) {
        expect(start).toBe(offset);
        expect(end).toBeGreaterThan(start);
        offset = end;
      }
      expect(offset).toBe(bytes.length);
    }),
    { numRuns: runs(1000) },
  );
});
