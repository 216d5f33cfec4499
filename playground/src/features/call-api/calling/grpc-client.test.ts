import { afterAll, expect, test, vi } from 'vitest';
import type { Call, CallRecord } from '../call.js';
import { checkMetadata, makeCall } from './grpc-client.js';

const EMPTY = { code: '', str1: '', str2: '', intValue: 0 };
const CALL: Call = { bridge: 'http://h.test', request: EMPTY, metadata: [], deadline: undefined };

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Makes a call whose response has these headers, and no body. */
function respondWith(headers: Readonly<Record<string, string>>): Promise<CallRecord> {
  const all = { 'content-type': 'application/grpc-web+proto', ...headers };
  fetched.mockResolvedValue(new Response('', { headers: all }));
  return makeCall(CALL);
}

test.each<[name: string, call: Partial<Call>, reason: RegExp]>([
  ['an invalid number', { request: { ...EMPTY, intValue: Number.NaN } }, /request\.intValue: isn.t a whole number/],
  ['invalid metadata', { metadata: [['a b', '1']] }, /"a b"/],
  ['an address of another scheme', { bridge: 'ftp://h' }, /ftp/],
])('nothing is sent of a call with %s', async (_, call, reason) => {
  const record = await makeCall({ ...CALL, ...call });
  expect(record).toMatchObject({ status: { code: 3 }, text: expect.stringMatching(reason) });
  expect(record.wire.request).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});

test('reads the status, text and fields of a trailers-only response', async () => {
  const headers = { 'grpc-status': '3', 'grpc-message': 'str1 has 2%20bytes', 'x-a-bin': 'AAE=,/w', 'x-b-bin': '?' };
  const record = await respondWith(headers);
  const { status, meaning, text: errorText, result: none, wire } = record;
  expect({ code: status.code, meaning, errorText, none }).toEqual({
    code: 3,
    meaning: expect.stringMatching(/argument/),
    errorText: 'str1 has 2 bytes',
    none: undefined,
  });
  // Its fields are listed once.
  expect(record.trailers).toEqual([]);
  expect(record.headers).toContainEqual({
    name: 'x-a-bin',
    value: 'AAE=,/w',
    decoded: ['2 bytes: 00 01', '1 byte: ff'],
  });
  expect(record.headers).toContainEqual({ name: 'x-b-bin', value: '?' });
  expect(wire.response?.grpcStatus).toBe('3');
});

test('lists the fields of a response without a body once, also where CORS hides its status', async () => {
  const { headers, trailers, trailersOnly } = await respondWith({ 'x-a': 'b' });
  expect(headers).toContainEqual({ name: 'x-a', value: 'b' });
  expect({ trailers, trailersOnly }).toEqual({ trailers: [], trailersOnly: false });
});

test('names the field of an address that does not speak gRPC-Web', async () => {
  const { text } = await respondWith({ 'content-type': 'text/html' });
  expect(text).toMatch(/check that “Bridge address” is the address of the proxy/);
});

test.each<[name: string, value: string, problem: RegExp | undefined]>([
  ['x-a', 'b', undefined],
  ['x-a-bin', 'AAE', undefined],
  ['a b', '', /^This name.*letters/],
  ['grpc-timeout', '1S', /deadline/],
  ['cookie', 'a', /rowsers/],
  ['x-a', 'é', /ASCII/],
  ['x-a-bin', 'é', /^The value is not base64, as under "-bin".$/],
])('checks metadata %s: %s', (name, value, problem) => {
  expect(checkMetadata(name, value)).toEqual(problem && expect.stringMatching(problem));
});
