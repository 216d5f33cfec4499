import { status } from '@grpc/grpc-js';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallLogLine, LogLine } from '../observability/log.js';
import { OperationError } from './operation.js';
import { builtInOperations } from '../operations/index.js';
import { type CallServer, createServer } from '../server.js';
import {
  type Caller,
  type CallSettings,
  grpcCaller,
  grpcWebCaller,
  type RequestFields,
  type Result,
} from '../test/callers.js';

// Every case runs over gRPC and over gRPC-Web: one service, so one table.

const maxMessageBytes = 4_194_304;
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

describe.each(['gRPC', 'gRPC-Web'])('over %s', (transport) => {
  const succeeding: [string, RequestFields, string][] = [
    ['echo', { code: 'echo', str1: 'a"\n', str2: '😀', int_value: -2147483648 }, '{"code":"echo","str1":"a\\"\\n","str2":"😀","int_value":-2147483648}'],
    ['echo of nothing', { code: 'echo' }, '{"code":"echo","str1":"","str2":"","int_value":0}'],
    ['echo, NUL and line separators', { code: 'echo', str1: '\0\u2028' }, '{"code":"echo","str1":"\\u0000\u2028","str2":"","int_value":0}'],
    ['build', { code: 'build', str1: route, str2: options }, JSON.stringify(built)],
    ['build, indented', { code: 'build', str1: route, str2: options, int_value: 10 }, JSON.stringify(built, null, 10)],
    ['build without options', { code: 'build', str1: 'GET /user' }, JSON.stringify(endpoint('GET /user'))],
    ['build, the url among the options', { code: 'build', str2: '{"url":"/user"}' }, JSON.stringify(endpoint({ url: '/user' }))],
    ['expand', { code: 'expand', str1: '/a/{x}{?q*}', str2: '{"x":"é /","q":{"k":"v","w":"1"}}' }, '/a/%C3%A9%20%2F?k=v&w=1'],
    ['expand without variables', { code: 'expand', str1: '/a{?q}' }, '/a'],
    ['expand, a variable that options would read otherwise', { code: 'expand', str1: '{x}', str2: '{"@in":1,"x":"v"}' }, 'v'],
    ['big, at the limit', { code: 'big', int_value: maxMessageBytes - 7 }, 'x'.repeat(maxMessageBytes - 7)],
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
    expect(builtIn).toEqual(expect.arrayContaining(['echo', 'build', 'expand', 'send', 'operations']));
    expect(listed).toEqual(known.split(', ').map((name) => expect.objectContaining({ name })));
  });

  const failing: [string, RequestFields, string | RegExp][] = [
    ['unknown code', { code: 'ecco' }, `There is no operation "ecco"; the operations are: ${known}.`],
    ['no code', {}, `code is empty; it must name an operation: ${known}.`],
    ['code of an inherited key', { code: 'constructor' }, `There is no operation "constructor"; the operations are: ${known}.`],
    ['code of 128 bytes', { code: 'é'.repeat(64) }, `There is no operation "${'é'.repeat(64)}"; the operations are: ${known}.`],
    ['build, indent too small', { code: 'build', str1: 'GET /', int_value: -1 }, 'int_value is the JSON indent and must be 0 to 10, not -1.'],
    ['build, indent too large', { code: 'build', str1: 'GET /', int_value: 11 }, 'int_value is the JSON indent and must be 0 to 10, not 11.'],
    ['operations, indent too large', { code: 'operations', int_value: 11 }, 'int_value is the JSON indent and must be 0 to 10, not 11.'],
    ['build, malformed JSON', { code: 'build', str1: 'GET /', str2: '{"a":1,}' }, /^str2: .*not JSON.*position 7/],
    ['build, JSON that is no object', { code: 'build', str1: 'GET /', str2: '[1]' }, /^str2: .*not a JSON object/],
    ['build, JSON nested too deeply', { code: 'build', str1: 'POST /', str2: `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }, /nested too deeply/],
    ['build, builder error', { code: 'build', str1: 'GET /users/{id}' }, /"?id"?/],
    ['build, malformed template', { code: 'build', str1: 'GET /users/{id' }, /\{/],
    ['expand, malformed JSON', { code: 'expand', str1: '/', str2: '{' }, /^str2 is not JSON: .*position 1.*; write \{"name": "value"\}\.$/],
    ['expand, JSON that is no object', { code: 'expand', str1: '/', str2: 'null' }, 'str2 is not a JSON object of variables; write {"name": "value"}.'],
    ['expand, malformed template', { code: 'expand', str1: '/{x' }, /\{/],
    ['an embedded operation', { code: 'fails' }, 'There is no such record; list them first – naïve 😀.'],
  ]; // prettier-ignore
  it.each(failing)('%s: OK without success', async (_, request, message) => {
    const result = await call(transport, request);
    expect([result.code, result.response]).toEqual([status.OK, { success: false, message: like(message) }]);
    expect(result.headers['server-timing']).toMatch(/^app;dur=/);
  });

  const refused: [string, RequestFields | Uint8Array, CallSettings, status, string | RegExp][] = [
    ['code over 128 bytes', { code: 'é'.repeat(65) }, {}, status.INVALID_ARGUMENT, 'code has 130 bytes of UTF-8; at most 128 are accepted.'],
    ['str1 over 1 MiB', { code: 'echo', str1: 'é'.repeat(mebibyte / 2) + 'x' }, {}, status.INVALID_ARGUMENT, 'str1 has 1048577 bytes of UTF-8; at most 1048576 are accepted.'],
    ['str1 of build over 64 KiB', { code: 'build', str1: `GET /${'x'.repeat(65_532)}` }, {}, status.INVALID_ARGUMENT, 'str1 has 65537 bytes of UTF-8; at most 65536 are accepted.'],
    ['str1 of expand over 64 KiB', { code: 'expand', str1: 'é'.repeat(32_769) }, {}, status.INVALID_ARGUMENT, 'str1 has 65538 bytes of UTF-8; at most 65536 are accepted.'],
    ['str1 of send over 64 KiB', { code: 'send', str1: 'x'.repeat(65_537) }, {}, status.INVALID_ARGUMENT, 'str1 has 65537 bytes of UTF-8; at most 65536 are accepted.'],
    ['str2 over 1 MiB', { code: 'echo', str2: 'x'.repeat(mebibyte + 1) }, {}, status.INVALID_ARGUMENT, 'str2 has 1048577 bytes of UTF-8; at most 1048576 are accepted.'],
    ['message over the limit', { code: 'echo', str1: 'x'.repeat(maxMessageBytes) }, {}, status.RESOURCE_EXHAUSTED, /4194304/],
    ['result over the limit', { code: 'big', int_value: maxMessageBytes - 6 }, {}, status.RESOURCE_EXHAUSTED, 'The result has 4194305 bytes; at most 4194304 are sent.'],
    ['escapes above the limit', { code: 'echo', str1: '\0'.repeat(mebibyte) }, {}, status.RESOURCE_EXHAUSTED, /^The result has 6291\d+ bytes; at most 4194304 are sent\.$/],
    ['an indent above the limit', { code: 'build', str1: 'POST /', str2: `{"a":${'['.repeat(1500)}${']'.repeat(1500)}}`, int_value: 10 }, {}, status.RESOURCE_EXHAUSTED, /^The result has 22\d+ bytes/],
    ['an expansion above the limit', { code: 'expand', str1: '{a}'.repeat(5800), str2: JSON.stringify({ a: 'é'.repeat(8700) }) }, {}, status.RESOURCE_EXHAUSTED, /1048576/],
    ['a url above the limit', { code: 'build', str1: `GET /${'{?a*}'.repeat(5000)}`, str2: `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}` }, {}, status.RESOURCE_EXHAUSTED, /1048576/],
    ['too many members that write nothing', { code: 'expand', str1: '{a}'.repeat(5000), str2: `{"a":[${'null,'.repeat(209_000)}null]}` }, {}, status.RESOURCE_EXHAUSTED, /1048576/],
    ['more fields than are read', bytes('0a00'.repeat(1001)), {}, status.INVALID_ARGUMENT, 'The message has more than 1000 fields; an api.Request has four, each of them once.'],
    ['deadline while a worker is busy', { code: 'expand', str1: '{&a*}'.repeat(3000), str2: `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}` }, { timeoutMs: 1 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['deadline while waiting', { code: 'wait', str1: `${transport} deadline` }, { timeoutMs: 60 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['deadline while busy', { code: 'spin', int_value: 120 }, { timeoutMs: 40 }, status.DEADLINE_EXCEEDED, /eadline/],
    ['bug', { code: 'bug', str1: secret }, {}, status.INTERNAL, 'The server failed at this call; its log says where.'],
    ['bug later', { code: 'asyncBug', str1: secret }, {}, status.INTERNAL, 'The server failed at this call; its log says where.'],
    ['bytes that are no message', bytes('ffffffffffffffffffff'), {}, status.INTERNAL, /./],
    ['a message cut off', bytes('0a05616263'), {}, status.INTERNAL, /./],
    ['a string that is not UTF-8', bytes('0a02c328'), {}, status.INTERNAL, /./],
  ]; // prettier-ignore
  it.each(refused)('%s: a status', async (_, request, settings, code, details) => {
    const result = await call(transport, request, settings);
    expect([status[result.code], result.response]).toEqual([status[code], undefined]);
    expect(result.details).toEqual(like(details));
    expect(JSON.stringify(result)).not.toMatch(/\.ts:|node_modules|the-value/);
  });

  it('reports its time with a status, too', async () => {
    const { trailers } = await call(transport, { code: 'bug' }, { metadata: { 'x-request-id': 'r1' } });
    expect(trailers).toMatchObject({ 'server-timing': expect.stringMatching(/^app;dur=/), 'x-request-id': 'r1' });
  });

  it('accepts both arguments at their limits', async () => {
    const str = 'x'.repeat(mebibyte);
    const { code, response } = await call(transport, { code: 'echo', str1: str, str2: str });
    expect([code, response?.message.length]).toEqual([
      status.OK,
      2 * mebibyte + '{"code":"echo","str1":"","str2":"","int_value":0}'.length,
    ]);
  });

  it('ignores unknown fields', async () => {
    // code = "echo", and a field 15.
    const { response } = await call(transport, bytes('0a046563686f7a0161'));
    expect(response?.message).toBe('{"code":"echo","str1":"","str2":"","int_value":0}');
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
    const { code } = await call(transport, { code: 'wait', str1: name }, { metadata: { 'grpc-timeout': '50m' } });
    expect(status[code]).toBe('DEADLINE_EXCEEDED');
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
      expect(line?.error?.stack[0]).toMatch(/^at .*calls\.test\.ts/);
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
