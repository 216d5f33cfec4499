import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError, type Call, type Interceptor } from './call.js';
import { type LogLine } from '../observability/log.js';
import { OperationError } from './operation.js';
import { createServer, type ServerOptions } from '../server.js';
import { type CallSettings, grpcCaller, grpcWebCaller, type RequestFields, type Result } from '../test/callers.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
});

describe.each(['gRPC', 'gRPC-Web'])('interceptors over %s', (transport) => {
  async function call(options: ServerOptions, request: RequestFields, settings?: CallSettings): Promise<Result> {
    const server = createServer(options);
    cleanups.push(() => server.drain({ graceMs: 0 }));
    const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
    const caller = transport === 'gRPC' ? grpcCaller(grpc) : grpcWebCaller(gateway);
    cleanups.push(() => caller.close());
    return caller.call(request, settings);
  }

  it('run around the call, the first outermost', async () => {
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      async (given, next) => {
        order.push(`${name} before`);
        const response = await next(given);
        order.push(`${name} after`);
        return response;
      };
    const { response } = await call({ interceptors: [named('a'), named('b')] }, { code: 'echo' });
    expect(response?.success).toBe(true);
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  it('know the call', async () => {
    let seen: Call | undefined;
    const interceptor: Interceptor = (given, next) => next((seen = given));
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const metadata = { 'x-request-id': 'r1', traceparent, 'x-own': 'v' };
    const request = { code: 'echo', str1: 'a', str2: 'b', int_value: 3 };
    const before = Date.now();
    await call({ interceptors: [interceptor] }, request, { metadata, timeoutMs: 60_000 });
    expect(seen).toMatchObject({
      request: { code: 'echo', str1: 'a', str2: 'b', intValue: 3 },
      transport: transport === 'gRPC' ? 'grpc' : 'grpc-web',
      requestId: 'r1',
      trace: { traceparent, traceId: '0af7651916cd43dd8448eb211c80319c' },
    });
    expect([seen?.metadata('x-own'), seen?.metadata('x-other')]).toEqual([['v'], []]);
    expect(seen?.deadline).toBeGreaterThan(before);
    expect(seen?.signal.aborted).toBe(false);
  });

  const cases: [string, Interceptor, RequestFields, Pick<Result, 'code' | 'response'> & { details?: string }][] = [
    ['may change the request', (given, next) => next({ ...given, request: { ...given.request, code: 'expand', str1: '/b' } }), { code: 'other' }, { code: 0, response: { success: true, message: '/b' } }],
    ['may change the response', async (given, next) => ({ ...(await next(given)), message: 'mine' }), { code: 'echo' }, { code: 0, response: { success: true, message: 'mine' } }],
    ['may answer', () => Promise.resolve({ success: true, message: 'cached' }), { code: 'echo' }, { code: 0, response: { success: true, message: 'cached' } }],
    ['see unknown operations', async (given, next) => ({ success: true, message: String((await next(given)).success) }), { code: 'other' }, { code: 0, response: { success: true, message: 'false' } }],
    ['see failures of operations', async (given, next) => ({ success: true, message: (await next(given)).message }), { code: 'expand', str1: '{' }, { code: 0, response: { success: true, message: expect.stringContaining('{') } }],
    ['may refuse with a status', () => Promise.reject(new CallError(status.PERMISSION_DENIED, 'Ask for access.')), { code: 'echo' }, { code: status.PERMISSION_DENIED, details: 'Ask for access.', response: undefined }],
    ['may refuse at once', () => { throw new CallError(status.RESOURCE_EXHAUSTED, 'Later.'); }, { code: 'echo' }, { code: status.RESOURCE_EXHAUSTED, details: 'Later.', response: undefined }],
    ['may fail', () => { throw new OperationError('Not today.'); }, { code: 'echo' }, { code: 0, response: { success: false, message: 'Not today.' } }],
    ['may have bugs', () => { throw new Error('at /secret/path.ts'); }, { code: 'echo' }, { code: status.INTERNAL, details: 'The server failed at this call; its log says where.', response: undefined }],
    ['may forget to answer', () => Promise.resolve(undefined as never), { code: 'echo' }, { code: status.INTERNAL, details: 'The server failed at this call; its log says where.', response: undefined }],
  ]; // prettier-ignore
  it.each(cases)('%s', async (_, interceptor, request, expected) => {
    expect(await call({ interceptors: [interceptor] }, request)).toMatchObject(expected);
  });

  it('may add metadata to a status, text and bytes', async () => {
    const bytes = Uint8Array.of(0x08, 0x08, 0xff);
    const metadata = { 'grpc-status-details-bin': bytes, 'retry-after': '3', 'x-request-id': 'theirs' };
    const interceptor: Interceptor = () => Promise.reject(new CallError(status.RESOURCE_EXHAUSTED, 'Later.', metadata));
    const { trailers } = await call(
      { interceptors: [interceptor] },
      { code: 'echo' },
      { metadata: { 'x-request-id': 'ours' } },
    );
    expect(trailers).toMatchObject({
      'grpc-status-details-bin': Buffer.from(bytes).toString('base64'),
      'retry-after': '3',
      'x-request-id': 'ours',
    });
  });

  it("don't see calls that the server refuses", async () => {
    let calls = 0;
    const interceptor: Interceptor = (given, next) => {
      calls += 1;
      return next(given);
    };
    const refused = await call({ interceptors: [interceptor], token: 't' }, { code: 'echo' });
    expect(status[refused.code]).toBe('UNAUTHENTICATED');
    const tooLarge = await call({ interceptors: [interceptor] }, { code: 'x'.repeat(129) });
    expect(status[tooLarge.code]).toBe('INVALID_ARGUMENT');
    expect(calls).toBe(0);
  });

  it('are bound by the deadline, and log the code that was called', async () => {
    const lines: LogLine[] = [];
    let aborted = false;
    const interceptor: Interceptor = ({ signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (aborted = true)));
    const options = { interceptors: [interceptor], log: (line: LogLine) => lines.push(line) };
    const result = await call(options, { code: 'echo' }, { metadata: { 'grpc-timeout': '60m' } });
    expect(status[result.code]).toBe('DEADLINE_EXCEEDED');
    expect(aborted).toBe(true);
    expect(lines).toMatchObject([{ code: 'echo', status: 'DEADLINE_EXCEEDED' }]);
  });
});

it.each([0, 17, -1, 1.5, NaN])('CallError rejects the code %d', (code) => {
  expect(() => Reflect.construct(CallError, [code, ''])).toThrow(TypeError);
});

it.each([
  ['grpc-status', '0', "gRPC's or HTTP's own"],
  ['Content-Type', 'text/plain', "gRPC's or HTTP's own"],
  [':status', '200', "gRPC's or HTTP's own"],
  ['transfer-encoding', 'chunked', "gRPC's or HTTP's own"],
  ['a b', 'x', 'illegal characters'],
  ['x-text', 'one\ntwo', 'illegal characters'],
  ['x-text', Uint8Array.of(1), 'must have String values'],
  ['x-bytes-bin', 'AQ==', 'must have Buffer values'],
])('CallError rejects the metadata %s: %j', (name, value, said) => {
  expect(() => new CallError(status.ABORTED, '', { [name]: value })).toThrow(TypeError);
  expect(() => new CallError(status.ABORTED, '', { [name]: value })).toThrow(said);
});
