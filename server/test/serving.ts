import { afterEach } from 'vitest';
import type { LogLine } from '../observability/log.js';
import { createServer, type ServerOptions } from '../server.js';
import type { ListenOptions } from '../transports/listen.js';
import { grpcCaller, grpcWebCaller } from './callers.js';

export const TRANSPORTS = ['gRPC', 'gRPC-Web'] as const;

/** Servers and clients of tests, which end after each test, the last one first. */
export function serving() {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    while (cleanups.length > 0) await cleanups.pop()?.();
  });
  const defer = (cleanup: () => unknown): void => void cleanups.push(cleanup);
  const closing = <T extends { close(): unknown }>(client: T): T => {
    defer(() => client.close());
    return client;
  };
  /** Starts a server on free ports, with a caller for each transport in plain text, and its log. */
  async function start(options: ServerOptions = {}, listen: ListenOptions = {}) {
    const lines: LogLine[] = [];
    const server = createServer({ log: (line) => lines.push(line), ...options });
    defer(() => server.drain({ graceMs: 0 }));
    const { gateway = '', ...addresses } = await server.listen({ port: 0, gatewayPort: 0, ...listen });
    const callers = { gRPC: closing(grpcCaller(addresses.grpc)), 'gRPC-Web': grpcWebCaller(gateway) };
    return { ...addresses, gateway, server, lines, callers };
  }
  return { defer, closing, start };
}
