import { afterAll, beforeEach } from 'vitest';
import { createCallClient, type CallClientOptions, type CallOptions, type CallResult } from 'endpoint.js-client';
import { startTestServer, type TestServer } from './server.js';

/** Starts a server for the tests of a file. It forgets received requests before each test, and closes after all. */
export async function useTestServer(options?: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  beforeEach(() => {
    server.received.length = 0;
  });
  return server;
}

/** Creates a function that calls `echo` on a server. */
export function createCaller({ host }: TestServer) {
  return (options?: CallOptions, settings?: Partial<CallClientOptions>): Promise<CallResult> =>
    createCallClient({ host, ...settings }).call({ code: 'echo' }, options);
}
