/** Servers, each faulty in its own way. */
import { once } from 'node:events';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, vi } from 'vitest';
import type { Stage } from './production.js';
import { CALL_PATH, frame } from './wire.js';

interface ResettingServer {
  readonly address: string;
  readonly calls: number;
  /** Holds calls. */
  hold(): void;
  /** Resets all held calls at once. */
  release(): void;
  /** Stops answering health checks. */
  silence(): void;
}

/** A server that reports SERVING and resets every call, or every second one, with this HTTP/2 error code. */
export async function startResetting(
  stage: Stage,
  code: number,
  which: 'all' | 'every second' = 'all',
): Promise<ResettingServer> {
  const server = createHttp2Server();
  let calls = 0;
  let silent = false;
  let held: ServerHttp2Stream[] | undefined;
  const answer = (stream: ServerHttp2Stream, message: Uint8Array): void => {
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(frame(message));
  };
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (headers[':path'] !== CALL_PATH) {
      // HealthCheckResponse { status: SERVING }
      if (!silent) answer(stream, Buffer.from([8, 1]));
      return;
    }
    calls += 1;
    if (held) held.push(stream);
    else if (which === 'every second' && calls % 2 === 0) answer(stream, new Uint8Array());
    else stream.close(code);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  stage.defer(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    hold: () => {
      held = [];
    },
    release: () => {
      for (const stream of held ?? []) stream.close(code);
      held = undefined;
    },
    silence: () => {
      silent = true;
    },
  };
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
