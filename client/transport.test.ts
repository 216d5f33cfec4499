import { describe, expect, it } from 'vitest';
import { Code, fetchTransport, type WireEvent } from 'endpoint.js-client';
import { grpc } from './grpc-web/library.js';
import { respondWith, type Bytes, frame, message, ok, trailers, utf8, WEB, Raw, rawMethod } from './test/responses.js';
import { failure } from './test/calls.js';
import { createCaller, useTestServer } from './test/server.js';

const server = await useTestServer();
const call = createCaller(server);

describe('onWire', () => {
  it('receives the actual bytes, in order, before any check', async () => {
    const body = [...message, ...frame(1, [7])];
    server.respond = respondWith(body, { ...WEB, 'x-h': '1' });
    const events: WireEvent[] = [];
    const error = await failure(call({ metadata: { 'x-a': '1' } }, { onWire: (event) => events.push(event) }));
    expect(error.code).toBe(Code.INTERNAL);
    const [request, response, ...chunks] = events;
    expect(request).toMatchObject({ type: 'request', url: `${server.host}/api.ApiService/CallApi` });
    expect(request?.type === 'request' && [...request.bytes]).toEqual([...(server.received[0]?.body ?? [])]);
    expect(request?.type === 'request' && request.headers.get('x-a')).toBe('1');
    expect(response?.type === 'response' && [response.httpStatus, response.headers.get('x-h')]).toEqual([200, '1']);
    const received = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.bytes : new Uint8Array()));
    expect(Array.from(Buffer.concat(received))).toEqual(body);
  });

  it('can’t change the call', async () => {
    server.respond = respondWith([...message, ...ok]);
    const events: string[] = [];
    const onWire = (event: WireEvent): void => {
      events.push(event.type);
      if ('bytes' in event) event.bytes.fill(0xff);
      if ('headers' in event) event.headers.set('grpc-status', '9');
    };
    expect((await call({}, { onWire })).message).toBe('hi');
    expect(new Set(events)).toEqual(new Set(['request', 'response', 'chunk']));
    expect(server.received[0]?.body[0]).toBe(0);
  });

  it('ends the call with the error that it throws', async () => {
    server.respond = respondWith([...message, ...ok]);
    const cause = new Error('mine');
    const onWire = (): never => {
      throw cause;
    };
    expect(await failure(call({}, { onWire }))).toMatchObject({ code: Code.INTERNAL, cause });
  });
});

describe('the transport', () => {
  it("serves grpc-web's own calls, streaming included", async () => {
    server.respond = respondWith([...frame(0, [1]), ...frame(0, [2]), ...trailers('grpc-status: 0', 'x-t: 1')], {
      ...WEB,
      'grpc-status': '8',
    });
    const streaming = { ...rawMethod, responseStream: true };
    const messages: number[][] = [];
    const end = await new Promise<[number, string, string[]]>((resolve) => {
      grpc.invoke<Raw, Raw, typeof streaming>(streaming, {
        host: server.host,
        request: new Raw(),
        transport: fetchTransport(),
        onMessage: (item) => messages.push([...item.bytes]),
        onEnd: (code, text, fields) => resolve([code, text, fields.get('x-t')]),
      }); // prettier-ignore
    });
    expect([messages, end]).toEqual([
      [[1], [2]],
      [0, '', ['1']],
    ]);
  });

  it("reports every failure to grpc-web's own calls as a status", async () => {
    server.respond = respondWith(utf8('no'), {}, 404);
    const [code, text] = await new Promise<[number, string]>((resolve) => {
      const onEnd = (output: { status: number; statusMessage: string }): void =>
        resolve([output.status, output.statusMessage]);
      grpc.unary(rawMethod, { host: server.host, request: new Raw(), transport: fetchTransport(), onEnd });
    });
    expect([code, text]).toEqual([
      12,
      expect.stringContaining(`${server.host}/other.v1.Service/Do returned HTTP 404 Not Found and no gRPC status.`),
    ]);
  });
});

describe('large trailers', () => {
  it.each<[string, Bytes, string]>([
    ['after a message', message, '0'],
    ['alone', [], '5'],
    ['of a call that failed after a message', message, '5'],
  ])('%s are no headers', async (_, before, code) => {
    const large = 'a'.repeat(40_000);
    server.respond = respondWith([...before, ...trailers(`grpc-status: ${code}`, `x-t: ${large}`)], {
      ...WEB,
      'x-h': '1',
    });
    const passed: unknown[] = [];
    const end = await new Promise<unknown[]>((resolve) => {
      grpc.invoke(rawMethod, {
        host: server.host,
        request: new Raw(),
        transport: fetchTransport(),
        onHeaders: (fields) => passed.push(['x-h', 'x-t', 'grpc-status'].map((name) => fields.get(name))),
        onEnd: (status, __, fields) => resolve([status, fields.get('x-t'), fields.get('x-h')]),
      });
    });
    expect(passed).toEqual([[['1'], [], []]]);
    expect(end).toEqual([Number(code), [large], []]);
  });

  const text = 'é'.repeat(20_000);
  it.each<[string, Bytes, string, number]>([
    ['of a call that failed', [], '5', 125_000],
    ['of megabytes', [], '5', 2_000_000],
    ['after a message', message, '5', 125_000],
    ['of a call that succeeded', message, '0', 125_000],
  ])('%s are read whole', async (_, before, code, length) => {
    const fields = [`grpc-status: ${code}`, `grpc-message: ${encodeURIComponent(text)}`, `x-a: ${'a'.repeat(length)}`];
    server.respond = respondWith([...before, ...trailers(...fields)], { ...WEB, 'x-h': '1' });
    const end = code === '0' ? await call() : await failure(call());
    expect([end.status.code, end.status.message === text]).toEqual([Number(code), true]);
    expect([end.headers.get('x-h'), end.trailers.get('x-a')?.length]).toEqual(['1', length]);
  });
});
