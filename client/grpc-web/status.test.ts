import { describe, expect, it } from 'vitest';
import {
  CallError,
  Code,
  STATUSES,
  statusMeaning,
  statusName,
  errorDetails,
  statusDetails,
  type ErrorDetailType,
} from 'endpoint.js-client';
import { isStatusCode } from './status.js';
import fc from 'fast-check';
import { BinaryWriter } from 'google-protobuf';
import { runs } from '../../dev/testing/full.js';
import { encodeBase64 } from './binary-metadata.js';

describe('CallError', () => {
  it('has code, status, metadata, cause and details', () => {
    const headers = new Headers({ 'x-a': 'header', 'x-b': 'header' });
    const trailers = new Headers({ 'x-b': 'trailer', 'grpc-status-details-bin': 'CAUSAW8=' });
    const error = new CallError(Code.NOT_FOUND, '', { headers, trailers, cause: 'why' });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'CallError', code: 5, cause: 'why' });
    expect(error.status).toEqual({ code: 5, name: 'NOT_FOUND', message: '' });
    expect(error.message).toBe('NOT_FOUND: A requested entity does not exist.');
    expect([error.metadata.get('x-a'), error.metadata.get('x-b')]).toEqual(['header', 'trailer']);
    expect(error.details).toEqual(Uint8Array.of(8, 5, 18, 1, 111));
    expect(new CallError(Code.INTERNAL, 'x').details).toBeUndefined();
  });
});

describe('status', () => {
  it('lists the 17 codes in order, each with its own meaning', () => {
    expect(STATUSES.map(({ code }) => code)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    expect(STATUSES.map(({ name }) => Code[name])).toEqual(STATUSES.map(({ code }) => code));
    expect(new Set(STATUSES.map(({ meaning }) => meaning)).size).toBe(17);
    expect([statusName(14), statusName(16)]).toEqual(['UNAVAILABLE', 'UNAUTHENTICATED']);
    expect(statusMeaning(4)).toContain('deadline');
    expect([0, 16, 17, -1, 1.5, Number.NaN].map(isStatusCode)).toEqual([true, true, false, false, false, false]);
  });
});

/** Serializes a message of text, bytes, and numbers as varints. */
function encode(...fields: [number, string | Uint8Array | number][]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === 'string') writer.writeString(number, value);
    else if (typeof value === 'number') writer.writeInt64(number, value);
    else writer.writeBytes(number, value);
  }
  return writer.getResultBuffer();
}

const any = (type: string, value: Uint8Array): Uint8Array => encode([1, `type.googleapis.com/${type}`], [2, value]);

/** Creates the error of a response with these details. */
function createError(...details: Uint8Array[]): CallError {
  const status = encode([1, 3], [2, 'no'], ...details.map((detail): [number, Uint8Array] => [3, detail]));
  return new CallError(Code.INVALID_ARGUMENT, 'no', {
    trailers: new Headers({ 'grpc-status-details-bin': encodeBase64(status) }),
  });
}

const createErrorWithField = (field: string): CallError =>
  new CallError(Code.INTERNAL, '', { trailers: new Headers({ 'grpc-status-details-bin': field }) });

const pair = (key: string, value: string): Uint8Array => encode([1, key], [2, value]);

describe('the details of an error', () => {
  it('are a code, a message and messages of any type', () => {
    const error = createError(any('acme.Custom', Uint8Array.of(8, 1)), any('google.rpc.Help', new Uint8Array()));
    expect(statusDetails(error)).toEqual({
      code: 3,
      message: 'no',
      details: [
        { typeUrl: 'type.googleapis.com/acme.Custom', value: Uint8Array.of(8, 1) },
        { typeUrl: 'type.googleapis.com/google.rpc.Help', value: new Uint8Array() },
      ],
    });
    expect(errorDetails(error, 'google.rpc.BadRequest')).toEqual([]);
  });

  it.each<[ErrorDetailType, Uint8Array, unknown]>([
    [
      'google.rpc.ErrorInfo',
      encode([1, 'QUOTA'], [2, 'acme.example'], [3, pair('a', '1')], [3, pair('__proto__', '2')]),
      { reason: 'QUOTA', domain: 'acme.example', metadata: new Map([['a', '1'], ['__proto__', '2']]) }, // prettier-ignore
    ],
    ['google.rpc.RetryInfo', encode([1, encode([1, 2], [2, 500_000_000])]), { retryDelay: 2_500 }],
    ['google.rpc.DebugInfo', encode([1, 'a'], [1, 'b'], [2, 'c']), { stackEntries: ['a', 'b'], detail: 'c' }],
    [
      'google.rpc.QuotaFailure',
      encode([1, encode([1, 'user:1'], [2, 'daily'], [6, pair('zone', 'a')], [7, 2 ** 40])]),
      {
        violations: [
          {
            subject: 'user:1',
            description: 'daily',
            apiService: '',
            quotaMetric: '',
            quotaId: '',
            quotaDimensions: new Map([['zone', 'a']]),
            quotaValue: 2 ** 40,
            futureQuotaValue: undefined,
          },
        ],
      },
    ],
    [
      'google.rpc.PreconditionFailure',
      encode([1, encode([1, 'TOS'], [2, 'acme'], [3, 'not accepted'])]),
      { violations: [{ type: 'TOS', subject: 'acme', description: 'not accepted' }] },
    ],
    [
      'google.rpc.BadRequest',
      encode([1, encode([1, 'str1'], [2, 'too long'])], [1, encode([1, 'code'], [3, 'R'], [4, pair('de', 'ü 😀')])]),
      {
        fieldViolations: [
          { field: 'str1', description: 'too long', reason: '', localizedMessage: undefined },
          { field: 'code', description: '', reason: 'R', localizedMessage: { locale: 'de', message: 'ü 😀' } },
        ],
      },
    ],
    ['google.rpc.RequestInfo', encode([1, 'id'], [2, 'data']), { requestId: 'id', servingData: 'data' }],
    [
      'google.rpc.ResourceInfo',
      encode([1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']),
      { resourceType: 'a', resourceName: 'b', owner: 'c', description: 'd' },
    ],
    ['google.rpc.Help', encode([1, pair('docs', 'https://x')]), { links: [{ description: 'docs', url: 'https://x' }] }],
    ['google.rpc.LocalizedMessage', pair('en', 'hi'), { locale: 'en', message: 'hi' }],
    ['google.rpc.RequestInfo', encode([99, 'later'], [98, 7], [1, 'id']), { requestId: 'id', servingData: '' }],
  ])('of type %s are read by name', (type, value, expected) => {
    const error = createError(any('acme.Custom', value), any(type, value), any(type, value));
    expect(errorDetails(error, type)).toEqual([expected, expected]);
  });

  it('that are malformed are omitted, and stay as bytes', () => {
    const valid = encode([1, 'id']);
    const truncated = Uint8Array.of(10, 100, 65);
    const error = createError(any('google.rpc.RequestInfo', truncated), any('google.rpc.RequestInfo', valid));
    expect(errorDetails(error, 'google.rpc.RequestInfo')).toEqual([{ requestId: 'id', servingData: '' }]);
    expect(statusDetails(error)?.details[0]?.value).toEqual(truncated);
  });

  it.each([
    ['no details', new CallError(Code.INTERNAL, '')],
    ['no base64', createErrorWithField('?')],
    ['only a truncated status', createErrorWithField(encodeBase64(Uint8Array.of(18, 100, 65)))],
  ])('are undefined if there is %s', (_, error) => {
    expect(statusDetails(error)).toBeUndefined();
    expect(errorDetails(error, 'google.rpc.Help')).toEqual([]);
  });

  it('of any bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (value) => {
        statusDetails(createErrorWithField(encodeBase64(value)));
        const error = createError(any('google.rpc.QuotaFailure', value), any('google.rpc.RetryInfo', value));
        expect(errorDetails(error, 'google.rpc.QuotaFailure').length).toBeLessThanOrEqual(1);
        expect(errorDetails(error, 'google.rpc.RetryInfo').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(100) },
    );
  });
});
