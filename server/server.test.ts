import { EventEmitter, once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Client, credentials, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import type { LogLine } from './observability/log.js';
import type { Operation } from './operations/operation.js';
import { cert, key, clientCa } from './test/certificate.js';
import { type CallServer, createServer, type ServerOptions } from './server.js';
import { frame, grpcCaller, post, readResult } from './test/callers.js';
import { serving, TRANSPORTS } from './test/serving.js';

const { closing, defer, start } = serving();

const raw = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

/** An operation that ends when `open` is called. */
function gate(): { operation: Operation; open: () => void; entered: Promise<unknown>; abortReason: () => unknown } {
  const events = new EventEmitter();
  const opened = once(events, 'open');
  const entered = once(events, 'enter');
  let signal: AbortSignal | undefined;
  const handler: Operation['handler'] = async (_, context) => {
    signal = context.signal;
    events.emit('enter');
    await opened;
    return 'opened';
  };
  return {
    operation: { description: 'Waits for the test.', arguments: {}, handler },
    open: () => events.emit('open'),
    entered,
    abortReason: () => signal?.reason,
  };
}

const check = (address: string, service: string): Promise<string> =>
  new Promise((resolve) => {
    const client = closing(new Client(address, credentials.createInsecure()));
    const name = Buffer.from(service);
    const request = Buffer.concat([Buffer.from([0x0a, name.length]), name]);
    client.makeUnaryRequest('/grpc.health.v1.Health/Check', raw, raw, request, (error, response) => {
      // HealthCheckResponse { status = 1: 1 SERVING, 2 NOT_SERVING }
      resolve(
        error
          ? status[error.code]
          : ({ '0801': 'SERVING', '0802': 'NOT_SERVING' }[response?.toString('hex') ?? ''] ?? 'other'),
      );
    });
  });

describe('health', () => {
  it.each([
    ['', 'SERVING'],
    ['api.ApiService', 'SERVING'],
    ['api.Other', 'NOT_FOUND'],
  ])('of "%s" is %s without a token', async (service, expected) => {
    const { grpc } = await start({ token: 'secret' });
    expect(await check(grpc, service)).toBe(expected);
  });

  it('is NOT_SERVING while draining, though calls are still served', async () => {
    const { server, grpc, callers } = await start();
    const drained = server.drain({ delayMs: 2000 });
    expect(await check(grpc, '')).toBe('NOT_SERVING');
    expect(await check(grpc, 'api.ApiService')).toBe('NOT_SERVING');
    expect(await callers.gRPC.call({ code: 'echo' })).toMatchObject({ code: status.OK });
    await drained;
  });
});

describe('draining', () => {
  it.each(TRANSPORTS)('lets a call over %s finish, then ends', async (transport) => {
    const { operation, open, entered } = gate();
    const { server, grpc, gateway, lines, callers } = await start({ operations: { gate: operation } });
    const call = callers[transport].call({ code: 'gate' });
    await entered;
    let ended = false;
    const drained = server.drain().then(() => (ended = true));
    // A new call finds the server gone.
    const late = await closing(grpcCaller(grpc)).call({ code: 'echo' });
    expect(status[late.code]).toBe('UNAVAILABLE');
    await expect(post(gateway, frame(new Uint8Array()))).rejects.toThrow('fetch failed');
    expect(ended).toBe(false);
    open();
    expect(await call).toMatchObject({ code: status.OK, response: { message: 'opened' } });
    await drained;
    expect(lines.map(({ event }) => event)).toEqual(['draining', 'call', 'stopped']);
  });

  it('a second call on the same connection is UNAVAILABLE', async () => {
    const { operation, open, entered } = gate();
    const { server, callers } = await start({ operations: { gate: operation } });
    const call = callers.gRPC.call({ code: 'gate' });
    await entered;
    const drained = server.drain();
    expect(status[(await callers.gRPC.call({ code: 'echo' })).code]).toBe('UNAVAILABLE');
    open();
    expect(status[(await call).code]).toBe('OK');
    await drained;
  });

  it('refuses late calls on a connection of the gateway', async () => {
    const { operation, open, entered } = gate();
    const { server, gateway, callers } = await start({ operations: { gate: operation } });
    const inFlight = callers.gRPC.call({ code: 'gate' });
    await entered;
    const { hostname, port } = new URL(gateway);
    const socket: Socket = connect(Number(port), hostname);
    socket.write(`POST /api.ApiService/CallApi HTTP/1.1\r\nHost: ${hostname}\r\n`);
    // The head has arrived once a later request on another connection is served.
    for (let i = 0; i < 2; i += 1) await (await fetch(gateway)).text();
    const drained = server.drain();
    socket.write(
      'Content-Type: application/grpc-web+proto\r\nContent-Length: 5\r\nConnection: close\r\n\r\n\0\0\0\0\0',
    );
    expect(await readText(socket)).toMatch(/grpc-status: 14\r\n/);
    open();
    await inFlight;
    await drained;
  });

  it.each(TRANSPORTS)('cuts off and aborts calls over %s that outlast the grace', async (transport) => {
    const { operation, entered, abortReason, open } = gate();
    const { server, gateway, lines, callers } = await start({ operations: { gate: operation } });
    const call = callers[transport].call({ code: 'gate' }).then(
      ({ code }) => status[code],
      (error: unknown) => String(error),
    );
    await entered;
    // Otherwise it would wait for the call, which goes on until the gate is opened below.
    await server.drain({ graceMs: 100 });
    // A browser's client makes UNAVAILABLE of it, too.
    expect(await call).toBe(transport === 'gRPC' ? 'UNAVAILABLE' : 'TypeError: fetch failed');
    await expect.poll(abortReason).toMatchObject({ code: status.UNAVAILABLE });
    open();
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ code: 'gate', status: 'UNAVAILABLE' }));
    await expect(fetch(gateway)).rejects.toThrow('fetch failed');
  });

  it('logs as CANCELLED a call that its caller cancels within the grace', async () => {
    const { operation, entered, open } = gate();
    const { server, lines, callers } = await start({ operations: { gate: operation } });
    const controller = new AbortController();
    const call = callers.gRPC.call({ code: 'gate' }, { signal: controller.signal });
    await entered;
    const drained = server.drain({ graceMs: 60_000 });
    controller.abort();
    await call;
    await drained;
    open();
    expect(lines).toContainEqual(expect.objectContaining({ code: 'gate', status: 'CANCELLED' }));
  });

  it('does not wait for a health watch, and ends its connection', async () => {
    const watchHealth = async (grpc: string) => {
      const session = closing(connectHttp2(`http://${grpc}`));
      const watch = session.request({
        ':method': 'POST', ':path': '/grpc.health.v1.Health/Watch', 'content-type': 'application/grpc', te: 'trailers',
      }); // prettier-ignore
      watch.on('error', () => undefined);
      watch.end(frame(new Uint8Array()));
      await once(watch, 'data');
      return { closed: once(session, 'close') };
    };
    const [left, { server, grpc }] = await Promise.all([start(), start()]);
    // Keepalive ends a connection after some seconds: this one, which opened first, would end first.
    const control = (await watchHealth(left.grpc)).closed.then(() => 'by keepalive');
    const closed = (await watchHealth(grpc)).closed.then(() => 'by the drain');
    // Longer than a test may take.
    await server.drain({ graceMs: 3_600_000 });
    expect(await Promise.race([control, closed])).toBe('by the drain');
  });
});

describe('settings', () => {
  const operation: Operation = { description: '', arguments: {}, handler: () => '' };
  const cases: [string, ServerOptions, string][] = [
    ['a built-in name', { operations: { echo: operation } }, 'The operation "echo" is built in; register yours under another name.'],
    ['an empty name', { operations: { '': operation } }, 'The operation name "" can\'t be used; use 1 to 128 printable ASCII characters without whitespace.'],
    ['a name with a space', { operations: { 'a b': operation } }, 'The operation name "a b" can\'t be used'],
    ['a long name', { operations: { ['x'.repeat(129)]: operation } }, 'can\'t be used'],
    ['no size', { maxMessageBytes: 0 }, "createServer.maxMessageBytes: isn't an integer from 1 to 2147483647."],
    ['half a byte', { maxMessageBytes: 1.5 }, "createServer.maxMessageBytes: isn't an integer from 1 to 2147483647."],
    ['any origin', { origins: ['*'] }, '"*" is not an origin; write scheme, host and port, such as http://localhost:5173.'],
    ['an origin with a slash', { origins: ['http://a.example/'] }, '"http://a.example/" is not how browsers send this origin; write http://a.example.'],
    ['an origin with the default port', { origins: ['https://a.example:443'] }, 'write https://a.example.'],
    ['an opaque origin of another spelling', { origins: ['NULL'] }, '"NULL" is not an origin'],
    ['a file', { origins: ['file:///a'] }, '"file:///a" is not an origin'],
  ]; // prettier-ignore
  it.each(cases)('rejects %s with a TypeError', (_, options, message) => {
    expect(() => createServer(options)).toThrow(TypeError);
    expect(() => createServer(options)).toThrow(message);
  });
});

describe('settings that would have no effect', () => {
  const operation = { description: '', arguments: {}, handler: () => '' };
  const integer = "isn't an integer from 1 to 2147483647.";
  const cases: [unknown, string | RegExp][] = [
    ['x', 'createServer: must be a plain object.'],
    [[], 'createServer: must be a plain object.'],
    [{ tokens: 'a' }, /^createServer\.tokens: isn't one of token, .*\(did you mean token\?\)\.$/],
    [{ maxWait: 1 }, /^createServer\.maxWait: isn't one of .*\(did you mean maxWaitMs\?\)\.$/],
    [{ middleware: [] }, /^createServer\.middleware: isn't one of .*, tracer\.$/],
    [{ maxCalls: 'many' }, `createServer.maxCalls: ${integer}`],
    [{ maxWaitMs: 0 }, `createServer.maxWaitMs: ${integer}`],
    [{ maxConnectionAgeMs: Infinity }, `createServer.maxConnectionAgeMs: ${integer}`],
    [{ origins: 'x' }, "createServer.origins: isn't a list of origins, such as https://app.example."],
    [{ token: ['a', 'b'] }, "createServer.token: isn't a token, or an object of callers with their tokens."],
    [{ token: undefined }, 'createServer.token: is undefined; pass a token, or an object of callers with their tokens, or omit the setting.'],
    [{ jwt: {} }, 'jwt.issuer: is missing; pass the value of the claim "iss".'],
    [{ jwt: { issuer: 'i', audience: 'a' } }, "jwt.jwks: is missing; pass the URL of the issuer's keys, or a key set."],
    [{ tls: { cert } }, 'tls.key: is missing; pass a private key in PEM.'],
    [{ jwt: { issuer: 'i', audience: 'a', jwks: 'https://a.test', algorithms: ['none'] } }, 'jwt.algorithms: isn\'t one of'],
    [{ allow: new Map() }, "createServer.allow: isn't an object of callers with lists of their operations."],
    [{ allow: { shop: ['echo'] } }, 'The caller "shop" is allowed operations and has no token; use one of *.'],
    [{ token: { shop: 'a' }, allow: { shpo: [] } }, 'The caller "shpo" is allowed operations and has no token; use one of *, shop.'],
    [{ tls: { cert, key, clientCa: undefined } }, 'tls.clientCa: is undefined; pass a list of authorities in PEM, or omit the setting.'],
    [{ tls: { cert, key: null } }, "tls.key: isn't a private key in PEM."],
    [{ tls: { cert, key, ca: clientCa } }, 'tls.ca: isn\'t one of cert, key, clientCa.'],
    [{ log: true }, "createServer.log: isn't a function."],
    [{ metrics: {} }, "createServer.metrics: isn't a registry of prom-client."],
    [{ tracer: {} }, "createServer.tracer: isn't a tracer of OpenTelemetry."],
    [{ interceptors: [undefined] }, "createServer.interceptors: isn't a list of functions."],
    [{ operations: [] }, "createServer.operations: isn't an object of operations by name."],
    [{ operations: { double: () => '' } }, "operations.double.handler: is missing; pass a function."],
    [{ operations: { double: { ...operation, arguments: 'n' } } }, 'operations.double.arguments: must be a plain object.'],
    [{ operations: { double: { ...operation, description: 1 } } }, "operations.double.description: isn't a string."],
    [{ operations: { double: { ...operation, handler: 'echo' } } }, "operations.double.handler: isn't a function."],
    [{ operations: { double: { ...operation, maxInFlight: 0 } } }, `operations.double.maxInFlight: ${integer}`],
    [{ operations: { double: { ...operation, arguments: { intValue: 'n' } } } }, 'operations.double.arguments.intValue: isn\'t one of str1, str2, int_value (did you mean int_value?).'],
    [{ operations: { double: { ...operation, arguments: { str1: 1 } } } }, "operations.double.arguments.str1: isn't a string."],
  ]; // prettier-ignore
  it.each(cases)('createServer rejects %j', (options, message) => {
    expect(() => createServer(options as ServerOptions)).toThrow(TypeError);
    expect(() => createServer(options as ServerOptions)).toThrow(message);
  });

  it.each<[unknown, string]>([
    [7334, 'listen: must be a plain object.'],
    [{ gateway: 8080 }, "listen.gateway: isn't one of host, port, gatewayPort,"],
    [{ port: 70_000 }, "listen.port: isn't an integer from 0 to 65535."],
    [{ gatewayPort: null }, "listen.gatewayPort: isn't an integer from 0 to 65535."],
    [{ host: '[::1]' }, "listen.host: isn't a name or an address, such as 127.0.0.1, ::1 without brackets,"],
    [{ host: 'fe80::1' }, "listen.host: isn't a name or an address"],
    [{ metricsHost: '::1' }, 'listen.metricsHost: has no effect without metricsPort; set both.'],
    [{ healthHost: '::1', metricsPort: 0 }, 'listen.healthHost: has no effect without healthPort; set both.'],
  ])('listen rejects %j, and may be called again', async (options, message) => {
    const server = createServer();
    const listening = server.listen(options as never);
    await expect(listening).rejects.toThrow(TypeError);
    await expect(listening).rejects.toThrow(message);
    await server.listen({ port: 0 });
    await server.drain();
  });

  it('renew and drain reject them, and change nothing', async () => {
    const { server, callers } = await start({ token: 'a' });
    const renew = (renewal: object): void => server.renew(renewal);
    expect(() => renew({ tokens: 'b' })).toThrow("renew.tokens: isn't one of token, jwt, allow, tls, origins (did");
    expect(() => renew({ token: 'b', maxCalls: 1 })).toThrow("renew.maxCalls: isn't one of");
    expect(() => renew({ token: undefined })).toThrow('renew.token: is undefined; pass a token,');
    expect(() => renew({ token: 'b', origins: 'x' })).toThrow("renew.origins: isn't a list of origins");
    expect(() => server.drain({ grace: 1 } as object)).toThrow(
      "drain.grace: isn't one of delayMs, graceMs (did you mean graceMs?).",
    );
    expect(() => server.drain({ graceMs: Number.NaN })).toThrow("drain.graceMs: isn't an integer from 0 to");
    const metadata = { authorization: 'Bearer a' };
    expect((await callers.gRPC.call({ code: 'echo' }, { metadata })).code).toBe(status.OK);
  });
});

describe('listening', () => {
  it('reports the addresses, without a gateway unless requested', async () => {
    const server = createServer();
    defer(() => server.drain());
    expect(server.addresses).toBeUndefined();
    const addresses = await server.listen({ port: 0 });
    expect(addresses).toEqual({ grpc: expect.stringMatching(/^127\.0\.0\.1:\d+$/), gateway: undefined });
    expect(server.addresses).toBe(addresses);
    await expect(server.listen({ port: 0 })).rejects.toThrow('started already');
  });

  it('is not possible after a drain', async () => {
    const server = createServer();
    await server.drain();
    await expect(server.listen({ port: 0 })).rejects.toThrow('This server has been drained; make another one.');
  });

  it('brackets an IPv6 address', async () => {
    const { grpc, gateway, callers } = await start({}, { host: '::1' });
    expect([grpc, gateway]).toEqual([
      expect.stringMatching(/^\[::1\]:\d+$/),
      expect.stringMatching(/^http:\/\/\[::1\]:\d+$/),
    ]);
    for (const caller of Object.values(callers))
      expect(await caller.call({ code: 'echo' })).toMatchObject({ code: status.OK });
  });

  it.each(['port', 'gatewayPort'])(
    'names the address when the %s is taken, and leaves nothing behind',
    async (taken) => {
      const { grpc, gateway } = await start();
      const port = Number(new URL(taken === 'port' ? `http://${grpc}` : gateway).port);
      const lines: LogLine[] = [];
      const server = createServer({ log: (line) => lines.push(line) });
      await expect(server.listen({ port: 0, gatewayPort: 0, [taken]: port })).rejects.toThrow(
        `Can't listen on 127.0.0.1:${port}: the port is already in use; choose another one, or 0 for any free port.`,
      );
      expect(server.addresses).toBeUndefined();
      await server.drain();
    },
  );
});

it('refuses a compressed message that grows over the limit', async () => {
  const { grpc, gateway } = await start();
  // code = "echo" and 8 MiB of str1, which makes 8 kB of gzip.
  const bomb = frame(
    gzipSync(Buffer.concat([Buffer.from('0a046563686f12808080', 'hex'), Buffer.from([4]), Buffer.alloc(8 << 20, 'x')])),
    1,
  );
  const web = await readResult(await post(gateway, bomb, { headers: { 'grpc-encoding': 'gzip' } }));
  expect(status[web.code]).toBe('RESOURCE_EXHAUSTED');
  const session = closing(connectHttp2(`http://${grpc}`));
  const stream = session.request({
    ':method': 'POST', ':path': '/api.ApiService/CallApi', 'content-type': 'application/grpc', te: 'trailers', 'grpc-encoding': 'gzip',
  }); // prettier-ignore
  const served = new Promise<unknown>((resolve) =>
    stream.once('response', (headers) => resolve(headers['grpc-status'])),
  );
  stream.end(bomb);
  expect(Number(await served)).toBe(status.RESOURCE_EXHAUSTED);
});

async function startWithHealth(): Promise<{ origin: string; drain: CallServer['drain'] }> {
  // The health port is plain HTTP whatever the other ports speak.
  const { server, health = '' } = await start({ tls: { cert, key, clientCa }, token: 'secret' }, { healthPort: 0 });
  expect(health).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/healthz$/);
  return { origin: new URL(health).origin, drain: (options) => server.drain(options) };
}

async function readResponse(url: string, init?: RequestInit): Promise<[status: number, body: string]> {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

it.each([
  ['/healthz', 'GET', 200, 'SERVING\n'],
  ['/livez', 'GET', 200, 'SERVING\n'],
  ['/healthz', 'HEAD', 200, ''],
  ['/healthz', 'POST', 404, 'Only GET /healthz and GET /livez are served here.\n'],
  ['/api.ApiService/CallApi', 'POST', 404, 'Only GET /healthz and GET /livez are served here.\n'],
])('responds to %s %s on the health port with %i', async (path, method, statusCode, body) => {
  const { origin } = await startWithHealth();
  expect(await readResponse(origin + path, { method })).toEqual([statusCode, body]);
});

it('reports a drain on the health port from its first moment, stays alive, and ends last', async () => {
  const { origin, drain } = await startWithHealth();
  const drained = drain({ delayMs: 300 });
  expect(await readResponse(`${origin}/healthz`)).toEqual([503, 'NOT_SERVING\n']);
  expect(await readResponse(`${origin}/livez`)).toEqual([200, 'SERVING\n']);
  await drained;
  await expect(fetch(`${origin}/livez`)).rejects.toThrow('fetch failed');
});
