import { fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import {
  readArguments,
  callApi,
  decodeRequest,
  countResponseBytes,
  encodeResponse,
  hasTooManyFields,
  createResponse,
} from './messages.js';
import { Request } from '../../proto/gen/node/api.js';

/** Reads a message by descriptors, as the library does; undefined where it refuses. */
function readByDescriptor(bytes: Uint8Array) {
  try {
    return readArguments(fromBinary(callApi.input, bytes));
  } catch {
    return undefined;
  }
}

const text = fc.string({ unit: 'binary', maxLength: 300 });
const message = fc
  .record({ code: text, str1: text, str2: text, int_value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) })
  .map((fields) => new Request(fields).serialize());
/** Messages with a damaged end. */
const damaged = fc
  .tuple(message, fc.nat(), fc.uint8Array({ maxLength: 12 }))
  .map(([bytes, at, others]) => new Uint8Array([...bytes.subarray(0, at % (bytes.length + 1)), ...others]));

describe('decodeRequest', () => {
  it('reads messages as the library does by descriptors', () => {
    fc.assert(
      fc.property(message, (bytes) => {
        expect(decodeRequest(bytes)).toEqual(readByDescriptor(bytes));
      }),
      { numRuns: runs(200) },
    );
  });

  // Not compared with the library: it reads a field of the wrong type as one of the right type.
  it.each([
    ['bytes', fc.uint8Array({ maxLength: 40 })],
    ['damaged messages', damaged],
  ])('reads arguments that can be sent again, or refuses, for %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (bytes) => {
        const args = decodeRequest(bytes);
        if (!args) return;
        const { code, str1, str2, intValue } = args;
        expect(decodeRequest(new Request({ code, str1, str2, int_value: intValue }).serialize())).toEqual(args);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['nothing', '', { code: '', str1: '', str2: '', intValue: 0 }],
    ['a field twice: the last', '0a01610a0162', { code: 'b', str1: '', str2: '', intValue: 0 }],
    ['an unknown field', '7a0161', { code: '', str1: '', str2: '', intValue: 0 }],
    ['a negative number', '20ffffffffffffffffff01', { code: '', str1: '', str2: '', intValue: -1 }],
    ['a string of another type', '0801', { code: '', str1: '', str2: '', intValue: 0 }],
    ['a string that is not UTF-8', '0a01ff', undefined],
    ['a string that is cut off', '0a0561', undefined],
    ['a field of another type that is cut off', '2100', undefined],
    ['a group that ends without beginning', '0c', undefined],
    ['field 0', '0200', undefined],
  ])('%s', (_, hex, expected) => {
    expect(decodeRequest(Buffer.from(hex, 'hex'))).toEqual(expected);
  });
});

describe('encodeResponse', () => {
  it('writes the same as the library by descriptors', () => {
    const long = fc.nat({ max: 100_000 }).map((length) => 'é'.repeat(length));
    const responses = fc.record({ success: fc.boolean(), message: fc.oneof(text, long) });
    fc.assert(
      fc.property(responses, (response) => {
        const expected = toBinary(callApi.output, createResponse(response));
        expect(Buffer.compare(encodeResponse(response), expected)).toBe(0);
        expect(countResponseBytes(response)).toBe(expected.length);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('hasTooManyFields', () => {
  it.each([
    ['a thousand', '0a00'.repeat(1000), false],
    ['one more', '0a00'.repeat(1001), true],
    ['unknown ones', '7801'.repeat(1001), true],
    ['those of a group', `7b${'7801'.repeat(1000)}7c`, true],
    ['nested groups', '7b'.repeat(1001), true],
    ['one that is long', `7aa01f${'00'.repeat(4000)}`, false],
    ['bytes that are not a message', 'ff'.repeat(5000), false],
    ['nothing', '', false],
  ])('%s', (_, hex, expected) => {
    expect(hasTooManyFields(Buffer.from(hex, 'hex'))).toBe(expected);
  });
});
