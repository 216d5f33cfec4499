import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Code, createCallClient, unaryCall, type WireEvent } from 'endpoint.js-client';
import { refusingPort } from '../dev/testing/refusing-port.js';
import { answerWith, frame, message, ok } from './test/answers.js';
import { failure, until, watch } from './test/outcomes.js';
import { Raw, rawMethod } from './test/raw-message.js';
import { createCaller, useTestServer } from './test/use-test-server.js';

const server = await useTestServer();
const call = createCaller(server);
afterEach(() => {
  vi.useRealTimers();
});

describe('no answer', () => {
  it('is UNAVAILABLE with the address, the reason and the cause', async () => {
    const { port, release } = await refusingPort();
    const host = `http://127.0.0.1:${port}`;
    const error = await failure(createCallClient({ host }).call({ code: 'a' }));
    release();
    expect(error.code).toBe(Code.UNAVAILABLE);
    expect(error.message).toContain(`No answer came from ${host}/api.ApiService/CallApi (connect ECONNREFUSED`);
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(error.timing?.headers).toBeUndefined();
    expect(error.timing?.total).toBeGreaterThan(0);
  });

  it('is UNAVAILABLE if the connection breaks before or during the answer', async () => {
    server.answer = (response) => response.destroy();
    expect((await failure(call())).code).toBe(Code.UNAVAILABLE);
    let hangUp = (): void => undefined;
    server.answer = (response) => {
      hangUp = () => response.destroy();
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'content-length': '100' });
      response.write(Uint8Array.from(message));
    };
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'chunk') hangUp();
    };
    const error = await failure(call({}, { onWire }));
    expect([error.code, error.message]).toEqual([14, expect.stringMatching(/broke after 11 bytes of the answer \(/)]);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

/** Two servers that never finish: one never answers, one stops during the answer. */
const STALLED: [string, (response: ServerResponse) => void][] = [
  ['before the headers', () => undefined],
  [
    'during the body',
    (response) => response.writeHead(200, { 'content-type': 'application/grpc-web' }).write(Uint8Array.from(message)),
  ],
];

describe('cancelling', () => {
  it('before the call makes no request', async () => {
    const reason = new Error('changed my mind');
    const error = await failure(call({ signal: AbortSignal.abort(reason) }));
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: reason });
    expect(server.received).toEqual([]);
  });

  it.each(STALLED)('%s aborts the request', async (_, stalled) => {
    server.answer = stalled;
    const controller = new AbortController();
    const running = failure(call({ signal: controller.signal, deadline: 60_000 }));
    await until(() => server.received.length === 1);
    expect(server.received[0]?.hungUp).toBe(false);
    controller.abort('enough');
    const error = await running;
    expect(error).toMatchObject({ code: Code.CANCELLED, cause: 'enough', message: 'The caller cancelled the call.' });
    await until(() => server.received[0]?.hungUp ?? false);
  });

  it('keeps the headers that have arrived', async () => {
    const controller = new AbortController();
    const onWire = ({ type }: WireEvent): void => {
      if (type === 'response') setTimeout(() => controller.abort(), 5);
    };
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web', 'x-h': '1' }).flushHeaders();
    };
    const error = await failure(call({ signal: controller.signal }, { onWire }));
    expect([error.code, error.headers.get('x-h')]).toEqual([Code.CANCELLED, '1']);
  });

  it('after the end changes nothing', async () => {
    server.answer = answerWith([...message, ...ok]);
    const controller = new AbortController();
    const result = await call({ signal: controller.signal });
    controller.abort();
    expect(result.message).toBe('hi');
    expect(server.received[0]?.hungUp).toBe(false);
  });
});

describe('a deadline', () => {
  it.each(STALLED)('that passes %s is enforced by the client, which aborts the request', async (_, stalled) => {
    server.answer = stalled;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const running = failure(call({ deadline: 400 }));
    const ended = watch(running);
    await until(() => server.received.length === 1);
    await vi.advanceTimersByTimeAsync(399);
    expect([ended.settled, server.received[0]?.hungUp]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    const error = await running;
    expect([error.code, error.message]).toEqual([4, 'The deadline of 400 ms passed before the call was done.']);
    await until(() => server.received[0]?.hungUp ?? false);
    expect(server.received[0]?.headers['grpc-timeout']).toBe('400m');
  });

  it('in the past makes no request', async () => {
    const error = await failure(call({ deadline: new Date(Date.now() - 1_000) }));
    expect([error.code, error.message]).toEqual([4, 'The deadline passed before the call was done.']);
    expect(server.received).toEqual([]);
  });
});

describe('any other service', () => {
  it('is called by its names and message classes', async () => {
    server.answer = answerWith([...frame(0, [1, 2, 3]), ...ok]);
    const result = await unaryCall(rawMethod, Raw.deserializeBinary(Uint8Array.of(9)), { host: server.host });
    expect([...result.response.bytes]).toEqual([1, 2, 3]);
    expect(server.received[0]?.url).toBe('/other.v1.Service/Do');
    expect([...(server.received[0]?.body ?? [])]).toEqual(frame(0, [9]));
  });

  it('rejects a request that can’t be serialized with INVALID_ARGUMENT, a bad host with TypeError', async () => {
    const cause = new Error('no');
    const broken = Object.assign(new Raw(), {
      serializeBinary: (): never => {
        throw cause;
      },
    });
    const error = await failure(unaryCall(rawMethod, broken, { host: server.host }));
    expect(error).toMatchObject({ code: Code.INVALID_ARGUMENT, cause });
    expect(server.received).toEqual([]);
    await expect(unaryCall(rawMethod, new Raw(), { host: 'nowhere' })).rejects.toThrow(TypeError);
  });
});
