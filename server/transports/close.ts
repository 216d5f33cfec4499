import type { Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server as GrpcServer } from '@grpc/grpc-js';

/** Streams that end only with their client (a health watch) get this long, in ms, once all calls are done. */
const streamGrace = 250;

/** Waits for the work up to `ms`; returns whether it settled. */
async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([work.then(() => true), delay(ms, false, { signal: timer.signal }).catch(() => false)]);
  } finally {
    timer.abort();
  }
}

/**
 * Closes the gRPC server: no new connections, GOAWAY on open ones, calls may finish.
 *
 * @param idle resolves when no call is in flight
 * @param graceMs calls that still run after this are cut off
 */
export async function closeGrpc(server: GrpcServer, idle: Promise<void>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.tryShutdown((error) => (error ? reject(error) : resolve()));
  });
  if (!(await settlesWithin(graceMs, Promise.race([idle, closed]))) || !(await settlesWithin(streamGrace, closed))) {
    server.forceShutdown();
  }
}

/** Closes a web server in the same way. */
export async function closeHttp(server: HttpServer, idle: Promise<void>, graceMs: number): Promise<void> {
  // Idle keep-alive connections are closed by close() itself.
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
  if (!(await settlesWithin(graceMs, Promise.race([idle, closed]))) || !(await settlesWithin(streamGrace, closed))) {
    server.closeAllConnections();
  }
  await closed;
}
