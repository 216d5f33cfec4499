/** Servers, each faulty in its own way. */
import { once } from 'node:events';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, vi } from 'vitest';
import type { Stage } from './production.js';
import { CALL_PATH, frame } from './wire.js';

/** What a faulty server does with a call. */
export type Fault = (stream: ServerHttp2Stream, connection: Socket) => void;

interface FaultyServer {
  readonly address: string;
  /** The calls that have arrived. */
  readonly calls: number;
  /** Decides on the calls that arrive from now on. */
  fault: Fault;
  /** Stops responding to health checks. */
  silence(): void;
}

/** Responds to a call with one message, and OK. */
export function respond(stream: ServerHttp2Stream, message: Uint8Array = new Uint8Array()): void {
  stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(frame(message));
}

/** Starts a server of HTTP/2 that reports SERVING, and does with each call what the test says; `port` 0 is any free one. */
export async function startFaulty(stage: Stage, fault: Fault, port = 0): Promise<FaultyServer> {
  const server = createHttp2Server();
  // By the peer's port: a session doesn't let anyone end its socket without a notice.
  const sockets = new Map<number | undefined, Socket>();
  let calls = 0;
  let silent = false;
  server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (headers[':path'] !== CALL_PATH) {
      // HealthCheckResponse { status: SERVING }
      if (!silent) respond(stream, Buffer.from([8, 1]));
      return;
    }
    calls += 1;
    const connection = sockets.get(stream.session?.socket.remotePort);
    if (connection) started.fault(stream, connection);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  stage.defer(() => {
    for (const socket of sockets.values()) socket.destroy();
    server.close();
  });
  const started = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    fault,
    silence: () => {
      silent = true;
    },
  };
  return started;
}

interface ResettingServer extends Omit<FaultyServer, 'fault'> {
  /** Holds calls. */
  hold(): void;
  /** Resets all held calls at once. */
  release(): void;
}

/** A server that reports SERVING and resets every call with this HTTP/2 error code. */
export async function startResetting(stage: Stage, code: number): Promise<ResettingServer> {
  let held: ServerHttp2Stream[] | undefined;
  const server = await startFaulty(stage, (stream) => {
    if (held) held.push(stream);
    else stream.close(code);
  });
  return Object.assign(server, {
    hold: () => {
      held = [];
    },
    release: () => {
      for (const stream of held ?? []) stream.close(code);
      held = undefined;
    },
  });
}

/** A port of 127.0.0.1 with a full accept queue: no connection to it is ever established. */
export async function startFullQueue(stage: Stage): Promise<string> {
  const source = `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(source, { eval: true });
  stage.defer(() => worker.terminate());
  const [number] = (await once(worker, 'message')) as [number];
  await vi.waitFor(async () => {
    const socket = connect(number, '127.0.0.1').on('error', () => undefined);
    stage.defer(() => socket.destroy());
    await expect(once(socket, 'connect', { signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
  }, 120_000);
  return `127.0.0.1:${number}`;
}

/** A TCP proxy that can stop forwarding without closing a connection. */
export async function startProxy(stage: Stage, to: string): Promise<{ address: string; cut: () => void }> {
  const [host, toPort] = to.split(':');
  const ends: Socket[] = [];
  const proxy = createTcpServer((near) => {
    const far = connect(Number(toPort), host);
    ends.push(near, far);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const)
      from.pipe(other).on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  stage.defer(() => {
    for (const end of ends) end.destroy();
    proxy.close();
  });
  return {
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: () => {
      for (const end of ends) end.unpipe().pause();
    },
  };
}
