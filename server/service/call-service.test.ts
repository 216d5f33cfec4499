import { Metadata, status } from '@grpc/grpc-js';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallLogLine, LogLine } from '../observability/log.js';
import { OperationError, type Operation, type OperationArguments } from '../operations/operation.js';
import { builtInOperations } from '../operations/index.js';
import { type CallServer, createServer, type ServerOptions } from '../server.js';
import {
  type Caller,
  type CallSettings,
  grpcCaller,
  grpcWebCaller,
  type RequestFields,
  type Result,
} from '../test/callers.js';
import { serving, TRANSPORTS } from '../test/serving.js';
import { CallError, type Call, type Interceptor } from './call.js';
import { createAdmission } from './admission.js';
import { maxCallsInFlight, maxLargeArguments, smallArguments } from './limits.js';
import { type Lifetime, withinLifetime } from './lifetime.js';

// Every case runs over gRPC and over gRPC-Web: one service, so one table.

/** Far below the default, as the callers' codec is slow. */
const maxMessageBytes = 1_100_000;
const secret = 'the-value-of-an-argument';
const mebibyte = 1_048_576;
const lines: LogLine[] = [];
const waiting: string[] = [];
const aborts: string[] = [];
let server: CallServer;
const callers = new Map<string, Caller>();

const like = (text: string | RegExp): unknown => (typeof text === 'string' ? text : expect.stringMatching(text));
const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
const text = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

beforeAll(async () => {
  server = createServer({
    log: (line) => lines.push(line),
    maxMessageBytes,
    operations: {
      wait: {
        description: 'Waits until it is aborted.',
        arguments: {},
        handler: ({ str1 }, { signal }) =>
          new Promise((_, reject) => {
            waiting.push(str1);
            signal.addEventListener('abort', () => {
              aborts.push(`${str1}: ${text(signal.reason)}`);
              reject(new Error('stopped'));
            });
          }),
      },
      spin: {
        description: 'Keeps the thread busy for int_value ms.',
        arguments: { int_value: 'ms' },
        handler: ({ intValue }) => {
          const end = Date.now() + intValue;
          while (Date.now() < end);
          return 'done';
        },
      },
      bug: {
        description: 'Throws.',
        arguments: {},
        handler: ({ str1 }) => {
          throw new RangeError(`a bug with ${str1}`);
        },
      },
      asyncBug: { description: 'Rejects.', arguments: {}, handler: ({ str1 }) => Promise.reject(new Error(str1)) },
      fails: {
        description: 'Fails.',
        arguments: {},
        handler: () => Promise.reject(new OperationError('There is no such record; list them first – naïve 😀.')),
      },
      big: { description: 'Gives int_value bytes.', arguments: {}, handler: ({ intValue }) => 'x'.repeat(intValue) },
    },
  });
  const { grpc, gateway } = await server.listen({ port: 0, gatewayPort: 0 });
  if (gateway === undefined) throw new Error('There is no gateway.');
  callers.set('gRPC', grpcCaller(grpc));
  callers.set('gRPC-Web', grpcWebCaller(gateway));
});

afterAll(async () => {
  for (const caller of callers.values()) caller.close();
  await server.drain();
});

async function call(transport: string, request: RequestFields | Uint8Array, settings?: CallSettings): Promise<Result> {
  const caller = callers.get(transport);
  if (!caller) throw new Error(`There is no ${transport}.`);
  return caller.call(request, settings);
}

const builtIn = builtInOperations.map(({ name }) => name);
const known = [...builtIn, 'wait', 'spin', 'bug', 'asyncBug', 'fails', 'big'].join(', ');
const route = 'PATCH /repos/{owner}/{repo}';
const built = endpoint(route, { owner: 'o', repo: 'r', [endpoint.in]: { body: { url: 'u' } }, title: 'é"\n' });
const options = JSON.stringify({ owner: 'o', repo: 'r', '@in': { body: { url: 'u' } }, title: 'é"\n' });

describe.each(TRANSPORTS)('over %s', (transport) => {
  const succeeding: [string, RequestFields, string][] = [
    ['echo', { code: 'echo', str1: 'a"\n', str2: '😀', int_value: -2147483648 }, '{"code":"echo","str1":"a\\"\\n","str2":"😀","int_value":-2147483648}'],
    ['echo, NUL and line separators', { code: 'echo', str1: '\0\u2028' }, '{"code":"echo","str1":"\\u0000\u2028","str2":"","int_value":0}'],
    ['build', { code: 'build', str1: route, str2: options }, JSON.stringify(built)],
    ['build, indented', { code: 'build', str1: route, str2: options, int_value: 10 }, JSON.stringify(built, null, 10)],
    ['build, the url among the options', { code: 'build', str2: '{"url":"/user"}' }, JSON.stringify(endpoint({ url: '/user' }))],
    ['expand', { code: 'expand', str1: '/a/{x}{?q*}', str2: '{"x":"é /","q":{"k":"v","w":"1"}}' }, '/a/%C3%A9%20%2F?k=v&w=1'],
    ['expand, a variable that options would read otherwise', { code: 'expand', str1: '{x}', str2: '{"@in":1,"x":"v"}' }, 'v'],
    ['big, at the limit', { code: 'big', int_value: maxMessageBytes - 6 }, 'x'.repeat(maxMessageBytes - 6)],
  ]; // prettier-ignore
  it.each(succeeding)('%s succeeds', async (_, request, message) => {
    const result = await call(transport, request);
    expect([result.code, result.response]).toEqual([status.OK, { success: true, message }]);
    expect(result.headers['server-timing']).toMatch(/^app;dur=\d+(\.\d+)?$/);
  });

  it('operations lists built-in and custom operations', async () => {
    const { response } = await call(transport, { code: 'operations', int_value: 2 });
    const listed: unknown = JSON.parse(response?.message ?? '');
    expect(response?.message).toBe(JSON.stringify(listed, null, 2));
    expect(listed).toContainEqual({
      name: 'expand',
      description: 'Expands a URI template (RFC 6570).',
      arguments: { str1: 'URI template, such as /search{?q,lang}', str2: 'variables as a JSON object, or empty' },
    });
    expect(listed).toContainEqual({
      name: 'spin',
      description: 'Keeps the thread busy for int_value ms.',
      arguments: { int_value: 'ms' },
    });
    expect(builtIn).toEqual(expect.arrayContaining(['echo', 'build', 'expand', 'operations']));
    expect(listed).toEqual(known.split(', ').map((name) => expect.objectContaining({ name })));
  });

  const failing: [string, RequestFields, string | RegExp][] = [
    ['unknown code', { code: 'ecco' }, `There is no operation "ecco"; use one of ${known}.`],
    ['code of an inherited key', { code: 'constructor' }, `There is no operation "constructor"; use one of ${known}.`],
    ['build, indent too large', { code: 'build', str1: 'GET /', int_value: 11 }, 'int_value is the JSON indent and must be 0 to 10, not 11.'],
    ['build, malformed JSON', { code: 'build', str1: 'GET /', str2: '{"a":1,}' }, /^str2: .*not JSON.*position 7/],
    ['build, JSON that isn’t an object', { code: 'build', str1: 'GET /', str2: '[1]' }, /^str2: .*not a JSON object/],
    ['build, JSON nested too deeply', { code: 'build', str1: 'POST /', str2: `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }, /nested too deeply/],
    ['build, builder error', { code: 'build', str1: 'GET /users/{id}' }, /"?id"?/],
    ['expand, malformed JSON', { code: 'expand', str1: '/', str2: '{' }, /^str2 is not JSON: .*position 1.*; write \{"name": "value"\}\.$/],
    ['expand, JSON that isn’t an object', { code: 'expand', str1: '/', str2: 'null' }, 'str2 is not a JSON object of variables; write {"name": "value"}.'],
    ['an embedded operation', { code: 'fails' }, 'There is no such record; list them first – naïve 😀.'],
  ]; // prettier-ignore
  it.each(failing)('responds to %s: OK without success', async (_, request, message) => {
    const result = await call(transport, request);
    expect([result.code, result.response]).toEqual([status.OK, { success: false, message: like(message) }]);
    expect(result.headers['server-timing']).toMatch(/^app;dur=/);
  });

  const refused: [string, RequestFields | Uint8Array, CallSettings, status, string | RegExp][] = [
    ['code over 128 bytes', { code: 'é'.repeat(65) }, {}, status.INVALID_ARGUMENT, 'code has 130 bytes of UTF-8; at most 128 are accepted.'],
    ['str1 over 1 MiB', { code: 'echo', str1: 'é'.repeat(mebibyte / 2) + 'x' }, {}, status.INVALID_ARGUMENT, 'str1 has 1048577 bytes of UTF-8; at most 1048576 are accepted.'],
    ['str1 of build over 64 KiB', { code: 'build', str1: `GET /${'x'.repeat(65_532)}` }, {}, status.INVALID_ARGUMENT, 'str1 has 65537 bytes of UTF-8; at most 65536 are accepted.'],
    ['str1 of expand over 64 KiB', { code: 'expand', str1: 'é'.repeat(32_769) }, {}, status.INVALID_ARGUMENT, 'str1 has 65538 bytes of UTF-8; at most 65536 are accepted.'],
    ['message over the limit', { code: 'echo', str1: 'x'.repeat(maxMessageBytes) }, {}, status.RESOURCE_EXHAUSTED, /1100000/],
    ['result over the limit', { code: 'big', int_value: maxMessageBytes - 5 }, {}, status.RESOURCE_EXHAUSTED, 'The result has 1100001 bytes; at most 1100000 are sent.'],
    ['an expansion above the limit', { code: 'expand', str1: '{a}'.repeat(5800), str2: JSON.stringify({ a: 'é'.repeat(8700) }) }, {}, status.RESOURCE_EXHAUSTED, /1048576/],
    ['a url above the limit', { code: 'build', str1: `GET /${'{?a*}'.repeat(5000)}`, str2: `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}` }, {}, status.RESOURCE_EXHAUSTED, /1048576/],
    ['deadline while a worker is busy', { code: 'expand', str1: '{&a*}'.repeat(3000), str2: `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}` }, { timeoutMs: 1 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['deadline while waiting', { code: 'wait', str1: `${transport} deadline` }, { timeoutMs: 60 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['deadline while busy', { code: 'spin', int_value: 120 }, { timeoutMs: 40 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['bug later', { code: 'asyncBug', str1: secret }, {}, status.INTERNAL, 'The server failed at this call and reported the error to its log.'],
    ['a string that is not UTF-8', bytes('0a02c328'), {}, status.INVALID_ARGUMENT, /./],
  ]; // prettier-ignore
  it.each(refused)('responds to %s with a status', async (_, request, settings, code, details) => {
    const result = await call(transport, request, settings);
    expect([status[result.code], result.response]).toEqual([status[code], undefined]);
    expect(result.details).toEqual(like(details));
    expect(JSON.stringify(result)).not.toMatch(/\.ts:|node_modules|the-value/);
  });

  it('reports its time with a status, too', async () => {
    const { trailers } = await call(transport, { code: 'bug' }, { metadata: { 'x-request-id': 'r1' } });
    expect(trailers).toMatchObject({ 'server-timing': expect.stringMatching(/^app;dur=/), 'x-request-id': 'r1' });
  });

  it('aborts the operation when the caller cancels', async () => {
    const controller = new AbortController();
    const name = `${transport} cancel`;
    const result = call(transport, { code: 'wait', str1: name }, { signal: controller.signal });
    await expect.poll(() => waiting).toContain(name);
    controller.abort();
    expect((await result).code).toBe(status.CANCELLED);
    await expect.poll(() => aborts).toContain(`${name}: The caller cancelled the call.`);
    await expect.poll(() => lastCall('wait')).toMatchObject({ status: 'CANCELLED' });
  });

  it('aborts the operation when the deadline passes', async () => {
    const name = `${transport} expired`;
    // Only the server keeps this deadline: a caller that keeps it too may cancel first.
    // On a busy machine a short one passes before the operation begins.
    for (let ms = 50; !waiting.includes(name) && ms <= 60_000; ms *= 2) {
      const metadata = { 'grpc-timeout': `${ms}m` };
      const { code } = await call(transport, { code: 'wait', str1: name }, { metadata });
      expect(status[code]).toBe('DEADLINE_EXCEEDED');
    }
    await expect.poll(() => aborts).toContain(`${name}: The deadline passed before the operation was done.`);
    await expect.poll(() => lastCall('wait')).toMatchObject({ status: 'DEADLINE_EXCEEDED' });
  });

  describe('logs', () => {
    const name = transport === 'gRPC' ? 'grpc' : 'grpc-web';
    it('a call with its request id, which it echoes', async () => {
      const metadata = { 'x-request-id': 'id-1/2:3' };
      const result = await call(transport, { code: 'echo', str1: secret }, { metadata });
      expect(result.headers['x-request-id']).toBe('id-1/2:3');
      const line = lastCall('echo');
      expect(line).toEqual({
        event: 'call', time: line?.time, code: 'echo', status: 'OK', success: true, ms: line?.ms, transport: name, requestId: 'id-1/2:3',
      }); // prettier-ignore
      expect(new Date(line?.time ?? '').toISOString()).toBe(line?.time);
    });

    it.each(['x'.repeat(129), 'a b', '"}'])('no request id such as %s', async (id) => {
      const result = await call(transport, { code: 'echo' }, { metadata: { 'x-request-id': id } });
      expect(result.headers).not.toHaveProperty('x-request-id');
      expect(lastCall('echo')).not.toHaveProperty('requestId');
    });

    it('no code that is not in the registry', async () => {
      await call(transport, { code: secret });
      expect(lines.at(-1)).toMatchObject({ code: null, status: 'OK', success: false, transport: name });
    });

    it('the place of a bug, without its message', async () => {
      await call(transport, { code: 'bug', str1: secret });
      const line = lastCall('bug');
      expect(line).toMatchObject({ status: 'INTERNAL', error: { name: 'RangeError' } });
      expect(line?.error?.stack[0]).toMatch(/^at .*call-service\.test\.ts/);
    });

    it('a message over the limit, which is never served', async () => {
      const before = lines.length;
      await call(transport, { code: 'echo', str1: 'x'.repeat(maxMessageBytes) });
      await expect.poll(() => lines.length).toBe(before + 1);
      const expected = transport === 'gRPC' ? null : 'RESOURCE_EXHAUSTED';
      expect(lines.at(-1)).toMatchObject({ event: 'call', code: null, status: expected, transport: name });
    });
  });
});

it('never logs an argument', () => {
  expect(lines.length).toBeGreaterThan(80);
  expect(JSON.stringify(lines)).not.toMatch(/the-value|ecco|xxxx|repos|%C3/);
});

function lastCall(code: string): CallLogLine | undefined {
  const calls = lines.flatMap((line) => (line.event === 'call' && line.code === code ? [line] : []));
  return calls.at(-1);
}

const { start } = serving();

describe.each(TRANSPORTS)('interceptors over %s', (transport) => {
  async function callServer(
    serverOptions: ServerOptions,
    request: RequestFields,
    settings?: CallSettings,
  ): Promise<Result> {
    return (await start(serverOptions)).callers[transport].call(request, settings);
  }

  it('run around the call, the first outermost', async () => {
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      async (intercepted, next) => {
        order.push(`${name} before`);
        const response = await next(intercepted);
        order.push(`${name} after`);
        return response;
      };
    const { response } = await callServer({ interceptors: [named('a'), named('b')] }, { code: 'echo' });
    expect(response?.success).toBe(true);
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  it('know the call', async () => {
    let seen: Call | undefined;
    const interceptor: Interceptor = (intercepted, next) => next((seen = intercepted));
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const metadata = { 'x-request-id': 'r1', traceparent, 'x-own': 'v' };
    const request = { code: 'echo', str1: 'a', str2: 'b', int_value: 3 };
    const before = Date.now();
    await callServer({ interceptors: [interceptor] }, request, { metadata, timeoutMs: 60_000 });
    expect(seen).toMatchObject({
      request: { code: 'echo', str1: 'a', str2: 'b', intValue: 3 },
      transport: transport === 'gRPC' ? 'grpc' : 'grpc-web',
      requestId: 'r1',
      trace: { traceparent, traceId: '0af7651916cd43dd8448eb211c80319c' },
    });
    expect([seen?.metadata('x-own'), seen?.metadata('x-other')]).toEqual([['v'], []]);
    for (const name of ['', ' ', 'a b', ':path', 'a:b', 'ä', 'a\n', 'x!']) expect(seen?.metadata(name)).toEqual([]);
    expect(seen?.metadata('X-Own')).toEqual(['v']);
    expect(seen?.deadline).toBeGreaterThan(before);
    expect(seen?.signal.aborted).toBe(false);
  });

  const cases: [string, Interceptor, RequestFields, Pick<Result, 'code' | 'response'> & { details?: string }][] = [
    ['may change the request', (intercepted, next) => next({ ...intercepted, request: { ...intercepted.request, code: 'expand', str1: '/b' } }), { code: 'other' }, { code: 0, response: { success: true, message: '/b' } }],
    ['may change the response', async (intercepted, next) => ({ ...(await next(intercepted)), message: 'mine' }), { code: 'echo' }, { code: 0, response: { success: true, message: 'mine' } }],
    ['may return a response', () => Promise.resolve({ success: true, message: 'cached' }), { code: 'echo' }, { code: 0, response: { success: true, message: 'cached' } }],
    ['see unknown operations', async (intercepted, next) => ({ success: true, message: String((await next(intercepted)).success) }), { code: 'other' }, { code: 0, response: { success: true, message: 'false' } }],
    ['see failures of operations', async (intercepted, next) => ({ success: true, message: (await next(intercepted)).message }), { code: 'expand', str1: '{' }, { code: 0, response: { success: true, message: expect.stringContaining('{') } }],
    ['may refuse with a status', () => Promise.reject(new CallError(status.PERMISSION_DENIED, 'Ask for access.')), { code: 'echo' }, { code: status.PERMISSION_DENIED, details: 'Ask for access.', response: undefined }],
    ['may refuse at once', () => { throw new CallError(status.RESOURCE_EXHAUSTED, 'Later.'); }, { code: 'echo' }, { code: status.RESOURCE_EXHAUSTED, details: 'Later.', response: undefined }],
    ['may fail', () => { throw new OperationError('Not today.'); }, { code: 'echo' }, { code: 0, response: { success: false, message: 'Not today.' } }],
    ['may change an error to one that can not be sent', () => Promise.reject(Object.assign(new CallError(status.ABORTED, ''), { metadata: { a: 'é' } })), { code: 'echo' }, { code: status.INTERNAL, details: 'The server failed at this call and reported the error to its log.', response: undefined }],
    ['may change the text of an error', () => Promise.reject(Object.assign(new CallError(status.ABORTED, ''), { message: 'a\ud800' })), { code: 'echo' }, { code: status.ABORTED, details: 'a\ufffd', response: undefined }],
  ]; // prettier-ignore
  it.each(cases)('%s', async (_, interceptor, request, expected) => {
    expect(await callServer({ interceptors: [interceptor] }, request)).toMatchObject(expected);
  });

  it('may add metadata to a status, text and bytes', async () => {
    const detail = Uint8Array.of(0x08, 0x08, 0xff);
    const metadata = { 'grpc-status-details-bin': detail, 'retry-after': '3' };
    const interceptor: Interceptor = () => Promise.reject(new CallError(status.RESOURCE_EXHAUSTED, 'Later.', metadata));
    const { trailers } = await callServer(
      { interceptors: [interceptor] },
      { code: 'echo' },
      { metadata: { 'x-request-id': 'ours' } },
    );
    expect(trailers).toMatchObject({
      'grpc-status-details-bin': Buffer.from(detail).toString('base64'),
      'retry-after': '3',
      'x-request-id': 'ours',
    });
  });

  it("don't see calls that the server refuses", async () => {
    let calls = 0;
    const interceptor: Interceptor = (intercepted, next) => {
      calls += 1;
      return next(intercepted);
    };
    const refused = await callServer({ interceptors: [interceptor], token: 't' }, { code: 'echo' });
    expect(status[refused.code]).toBe('UNAUTHENTICATED');
    const tooLarge = await callServer({ interceptors: [interceptor] }, { code: 'x'.repeat(129) });
    expect(status[tooLarge.code]).toBe('INVALID_ARGUMENT');
    expect(calls).toBe(0);
  });

  it('are bound by the deadline, and log the code that was called', async () => {
    const begin = async (ms: number) => {
      const logged: LogLine[] = [];
      let signal: AbortSignal | undefined;
      const interceptor: Interceptor = (intercepted) => new Promise(() => ({ signal } = intercepted));
      const serverOptions = { interceptors: [interceptor], log: (line: LogLine) => logged.push(line) };
      const result = await callServer(serverOptions, { code: 'echo' }, { metadata: { 'grpc-timeout': `${ms}m` } });
      return { logged, signal, result };
    };
    let ms = 60;
    let attempt = await begin(ms);
    // On a busy machine a deadline may pass before the message is read.
    while (!attempt.signal && ms < 10_000) attempt = await begin((ms *= 3));
    const { signal, logged, result } = attempt;
    expect(status[result.code]).toBe('DEADLINE_EXCEEDED');
    // The caller's own clock may be ahead of the server's.
    await expect.poll(() => signal?.aborted).toBe(true);
    await expect.poll(() => logged).toMatchObject([{ code: 'echo', status: 'DEADLINE_EXCEEDED' }]);
  });
});

it.each([0, 17, -1, 1.5, NaN])('CallError rejects the code %d', (code) => {
  expect(() => Reflect.construct(CallError, [code, ''])).toThrow(TypeError);
});

it.each([
  ['grpc-status', '0', 'is reserved'],
  ['Content-Type', 'text/plain', 'is reserved'],
  [':status', '200', 'is reserved'],
  ['transfer-encoding', 'chunked', 'is reserved'],
  ['HTTP2-Settings', '', 'is reserved'],
  ['a:b', 'x', 'is reserved'],
  ['server-timing', 'db;dur=5', 'is reserved'],
  ['X-Request-Id', 'theirs', 'is reserved'],
  ['a b', 'x', 'illegal characters'],
  ['x-text', 'one\ntwo', 'illegal characters'],
  ['x-text', Uint8Array.of(1), 'must have String values'],
  ['x-bytes-bin', 'AQ==', 'must have Buffer values'],
  ['x-text', undefined as never, 'metadata.x-text: is undefined; pass a string'],
  ['x-text', 3 as never, 'metadata.x-text: is a number; pass a string'],
  ['x-text', new String('x') as never, 'metadata.x-text: is an object (String); pass a string'],
  ['x-bytes-bin', [1] as never, 'metadata.x-bytes-bin: is an object (Array); pass a string, or a Uint8Array'],
  ['x-bytes-bin', new Uint16Array(1) as never, 'metadata.x-bytes-bin: is an object (Uint16Array); pass'],
])('CallError rejects the metadata %s: %j', (name, value, problem) => {
  expect(() => new CallError(status.ABORTED, '', { [name]: value })).toThrow(TypeError);
  expect(() => new CallError(status.ABORTED, '', { [name]: value })).toThrow(problem);
});

class EntriesOf {
  readonly a = 'b';
}

it.each<[string, unknown]>([
  ['null', null],
  ['a string', 'ab'],
  ['a function', () => ({ a: 'b' })],
  ['an object (Array)', [['a', 'b']]],
  ['an object (Map)', new Map([['a', 'b']])],
  ['an object (Headers)', new Headers({ a: 'b' })],
  ['an object (Promise)', Promise.resolve({ a: 'b' })],
  ['an object', new Metadata()],
  ['an object', new EntriesOf()],
])('CallError rejects metadata that is %s', (type, metadata) => {
  const construct = (): unknown => Reflect.construct(CallError, [status.ABORTED, '', metadata]);
  expect(construct).toThrow(TypeError);
  expect(construct).toThrow(`metadata: is ${type}; pass a plain object`);
});

it('CallError accepts an object without a prototype as metadata, and none', () => {
  const metadata = Object.assign(Object.create(null) as Record<string, string>, { a: 'b' });
  expect(new CallError(status.ABORTED, '', metadata).metadata).toEqual({ a: 'b' });
  expect(new CallError(status.ABORTED, '').metadata).toEqual({});
});

const operation: Operation = { description: '', arguments: {}, handler: () => '' };
const registry = new Map<string, Operation>([['a', operation], ['b', operation], ['few', { ...operation, maxInFlight: 2 }]]); // prettier-ignore
const createArguments = (code: string, str2 = ''): OperationArguments => ({ code, str1: '', str2, intValue: 0 });

/** Holds a call; returns a function that ends it. */
function holdCall(admission: ReturnType<typeof createAdmission>, args: OperationArguments): () => Promise<void> {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  admission.check(args, '');
  admission.hold(args, '', work);
  return async () => {
    end();
    await work;
  };
}

it.each([
  ['a', maxCallsInFlight],
  ['few', 2],
  ['unknown', maxCallsInFlight],
])('bounds calls of %s to %d, whatever others do', async (code, most) => {
  const admission = createAdmission(registry, 5000, () => false);
  const ends = Array.from({ length: most }, () => holdCall(admission, createArguments(code)));
  expect(() => admission.check(createArguments(code), '')).toThrow(
    `The server has ${most} calls of "${code}" in progress`,
  );
  expect(() => admission.check(createArguments('b'), '')).not.toThrow();
  await ends[0]?.();
  expect(() => admission.check(createArguments(code), '')).not.toThrow();
});

it('bounds large arguments of all calls together, but not small ones', async () => {
  const admission = createAdmission(registry, 5000, () => false);
  const large = 'x'.repeat(maxLargeArguments / 2);
  const ends = [holdCall(admission, createArguments('a', large)), holdCall(admission, createArguments('b', large))];
  expect(() => admission.check(createArguments('a', 'x'.repeat(smallArguments + 1)), '')).toThrow('large arguments');
  expect(() => admission.check(createArguments('a', 'x'.repeat(smallArguments)), '')).not.toThrow();
  await ends[0]?.();
  expect(() => admission.check(createArguments('a', large), '')).not.toThrow();
  expect(() => admission.check(createArguments('a', `${large}x`), '')).toThrow('try again later');
});

it('bounds the calls of all operations together, and says when to retry', async () => {
  const admission = createAdmission(registry, 2, () => false);
  const ends = [holdCall(admission, createArguments('a')), holdCall(admission, createArguments('b'))];
  let refusal: unknown;
  try {
    admission.check(createArguments('c'), '');
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    message: 'The server has 2 calls in progress; try again later.',
    metadata: { 'grpc-retry-pushback-ms': expect.stringMatching(/^\d{3,4}$/) },
  });
  await ends[0]?.();
  expect(() => admission.check(createArguments('c'), '')).not.toThrow();
});

describe('a call that takes time', () => {
  it.each<[name: string, when: string, byDeadline: boolean | undefined, code: status]>([
    ['CANCELLED', 'the caller leaves', undefined, status.CANCELLED],
    ['CANCELLED', 'the transport reports that it was not the deadline', false, status.CANCELLED],
    ['DEADLINE_EXCEEDED', 'its timer ends a minute before our clock', true, status.DEADLINE_EXCEEDED],
  ])('ends with %s when %s', async (_name, _when, byDeadline, code) => {
    let cancel: Parameters<Lifetime['onCancelled']>[0] = () => {};
    const lifetime: Lifetime = {
      deadline: Date.now() + 60_000,
      cancelled: false,
      onCancelled: (listener) => (cancel = listener),
    };
    let signal: AbortSignal | undefined;
    const work = withinLifetime(lifetime, (getSignal) => {
      signal = getSignal();
      return new Promise(() => {});
    });
    cancel(byDeadline);
    await expect(work).rejects.toMatchObject({ code });
    expect(signal?.reason).toMatchObject({ code });
  });
});
