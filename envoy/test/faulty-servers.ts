/** Servers that are ill, each in a way of its own. */
import { once } from 'node:events';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, vi } from 'vitest';
import type { Stage } from './production.js';
import { CALL_PATH, frame } from './wire.js';

export interface Resetting {
  readonly address: string;
  readonly calls: number;
  /** Lets calls wait. */
  hold(): void;
  /** Ends those that wait, all at once. */
  release(): void;
  /** Answers no health check from now on. */
  silence(): void;
}

/** A server that says it is well and ends every call, or every second one, with this code of HTTP/2. */
export async function startResetting(
  stage: Stage,
  code: number,
  which: 'all' | 'every second' = 'all',
): Promise<Resetting> {
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
  stage.later(() => {
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

/** A port of 127.0.0.1 where nobody answers a knock: none is taken in, and the queue is full. */
export async function startDeaf(stage: Stage): Promise<string> {
  const source = `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(source, { eval: true });
  stage.later(() => worker.terminate());
  const [number] = (await once(worker, 'message')) as [number];
  await vi.waitFor(async () => {
    const knock = connect(number, '127.0.0.1').on('error', () => undefined);
    stage.later(() => knock.destroy());
    await expect(once(knock, 'connect', { signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
  }, 120_000);
  return `127.0.0.1:${number}`;
}

/** A connection that can be cut so that neither end is told. */
export async function startCable(stage: Stage, to: string): Promise<{ address: string; cut: () => void }> {
  const [host, toPort] = to.split(':');
  const ends: Socket[] = [];
  const cable = createTcpServer((near) => {
    const far = connect(Number(toPort), host);
    ends.push(near, far);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const)
      from.pipe(other).on('error', () => undefined);
  });
  cable.listen(0, '127.0.0.1');
  await once(cable, 'listening');
  stage.later(() => {
    for (const end of ends) end.destroy();
    cable.close();
  });
  return {
    address: `127.0.0.1:${(cable.address() as AddressInfo).port}`,
    cut: () => {
      for (const end of ends) end.unpipe().pause();
    },
  };
}
