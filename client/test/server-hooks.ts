import { afterAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.js';

/** A server for the tests of a file: it forgets before each what it has received, and is closed after all. */
export async function useTestServer(options?: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  beforeEach(() => {
    server.received.length = 0;
  });
  return server;
}
