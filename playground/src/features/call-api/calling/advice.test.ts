import { expect, test } from 'vitest';
import type { StatusCode } from '../call.js';
import { advise, findSituation, type Facts, type Situation } from './advice.js';

const bytes = (text: string) => new TextEncoder().encode(text);

function frame(flags: number, payload: Uint8Array): Uint8Array {
  return Uint8Array.from([flags, 0, 0, 0, payload.length, ...payload]);
}

const NO_BYTES: Uint8Array = new Uint8Array();
const REQUEST = { url: 'https://b/api.ApiService/CallApi', headers: [], bytes: NO_BYTES };
const GRPC_WEB = { httpStatus: 200, contentType: 'application/grpc-web+proto', grpcStatus: undefined };

const FACTS: Facts = {
  call: {
    bridge: 'https://b/grpc',
    request: { code: '', str1: '', str2: '', intValue: 0 },
    metadata: [],
    deadline: 50,
  },
  status: { code: 14, name: 'UNAVAILABLE', message: '' },
  result: undefined,
  headers: [],
  trailers: [],
  wire: { request: REQUEST, body: NO_BYTES },
  cancelled: false,
  reachable: undefined,
  offline: false,
};

const status = (code: StatusCode): Pick<Facts, 'status'> => ({ status: { code, name: 'UNKNOWN', message: '' } });
const result = (success: boolean): Pick<Facts, 'result'> => ({ result: { success, message: '' } });
const response = (change: Partial<typeof GRPC_WEB> | { grpcStatus: string }, body = NO_BYTES): Pick<Facts, 'wire'> => ({
  wire: { request: REQUEST, response: { ...GRPC_WEB, ...change }, body },
});
const trailers = (text: string) => frame(0x80, bytes(text));
const SERVER_TIMING = { trailers: [{ name: 'server-timing', value: 'app;dur=1' }] };

test.each<[situation: Situation, facts: Partial<Facts>]>([
  ['served', { ...status(0), ...result(true) }],
  ['operation failed', { ...status(0), ...result(false) }],
  ['not sent', { ...status(3), wire: { body: NO_BYTES } }],
  ['cancelled here', { ...status(1), cancelled: true }],
  ['status', { ...status(1), ...response({ grpcStatus: '1' }) }],
  ['deadline passed here', status(4)],
  ['deadline passed here', { ...status(4), ...response({}, frame(0, bytes('x'))) }],
  ['deadline passed there', { ...status(4), ...response({ grpcStatus: '4' }) }],
  ['deadline passed there', { ...status(4), ...response({}, trailers('grpc-status: 4\r\n')) }],
  ['no response', {}],
  ['bridge down', { reachable: false }],
  ['offline', { reachable: false, offline: true }],
  ['broken off', { ...response({}, bytes('half')), offline: true }],
  ['refused', { reachable: true }],
  ['server down', response({ grpcStatus: '14' })],
  ['status', { ...response({ grpcStatus: '14' }), ...SERVER_TIMING }],
  ['status', response({}, trailers('grpc-status:14\r\n'))],
  ['wrong path', { ...status(12), ...response({ httpStatus: 404 }) }],
  ['HTTP error', response({ httpStatus: 503 })],
  ['not gRPC-Web', { ...status(2), ...response({ contentType: 'text/html' }) }],
  ['not gRPC-Web', { ...status(13), ...response({ contentType: 'application/grpc' }) }],
  ['broken response', { ...status(13), ...response({}, bytes('half')) }],
  ['broken response', { ...status(2), ...response({}, frame(0, NO_BYTES)) }],
  ['broken response', { ...status(12), ...response({}, trailers('Grpc-Status: 0\r\n')) }],
  ['broken response', { ...status(12), ...response({ grpcStatus: '0' }) }],
  ['broken response', { ...status(5), ...response({}, trailers('grpc-status:5\r\nnonsense')) }],
  ['broken off', response({}, bytes('half'))],
  ['status', { ...status(2), ...response({}) }],
  ['status', { ...status(16), ...response({ grpcStatus: '16' }) }],
])('finds the situation “%s” in %j', (situation, facts) => {
  expect(findSituation({ ...FACTS, ...facts })).toBe(situation);
});

const CODES: readonly StatusCode[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

test('advises different next steps for every status', () => {
  const next = CODES.map((code) => advise('status', { ...FACTS, ...status(code) }, 'http://page').next.join(' '));
  expect(new Set(next).size).toBe(CODES.length);
  expect(next.every((steps) => steps.length > 0)).toBe(true);
});

test.each<[situation: Situation, pageOrigin: string, facts: Partial<Facts>, title: RegExp, next: RegExp]>([
  ['refused', 'http://page', {}, /^https:\/\/b answers, but not to this page$/, /origin http:\/\/page .*path \/grpc/],
  ['no response', 'http://page', {}, /No response from https:\/\/b\/grpc/, /allows the origin http:\/\/page/],
  ['deadline passed here', 'http://page', {}, /within 50 ms/, /longer deadline/],
  ['HTTP error', 'http://page', response({ httpStatus: 502 }), /HTTP 502/, /proxy/],
  ['not gRPC-Web', 'http://page', response({ contentType: '' }), /Something other/, /\(none\)/],
  ['wrong path', 'http://page', {}, /https:\/\/b\/api\.ApiService\/CallApi does not exist/, /path/],
])('advises on “%s” on a page of %s', (situation, pageOrigin, facts, title, next) => {
  const advice = advise(situation, { ...FACTS, ...facts }, pageOrigin);
  expect(advice.title).toMatch(title);
  expect(advice.next.join(' ')).toMatch(next);
});

test.each([
  ['https://page', 'http://b', true],
  ['https://page', 'https://b', false],
  ['http://page', 'http://b', false],
])('warns a page of %s that calls %s of blocking: %s', (pageOrigin, bridge, blocked) => {
  const facts = { ...FACTS, call: { ...FACTS.call, bridge } };
  for (const situation of ['no response', 'bridge down'] as const) {
    expect(advise(situation, facts, pageOrigin).next.some((step) => step.includes('https address'))).toBe(blocked);
  }
});
