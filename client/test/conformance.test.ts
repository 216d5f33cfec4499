/** Our client at the responses of the public conformance suite. */
import { describe, expect, it } from 'vitest';
import { callOnce } from './calls.js';
import { serveConformance, checkConformance, markCall, CONFORMANCE_CASES } from './conformance.js';
import { useTestServer } from './server.js';

describe('the cases of the public conformance suite for gRPC-Web clients', async () => {
  const server = await useTestServer();

  it('are 85, each with its own name', () => {
    expect(new Set(CONFORMANCE_CASES.map(({ id }) => id)).size).toBe(85);
    expect(CONFORMANCE_CASES.filter(({ id }) => id.includes('(grpc server impl)'))).toHaveLength(25);
    expect(CONFORMANCE_CASES.filter(({ id }) => id.startsWith('ours'))).toHaveLength(1);
  });

  it.each(CONFORMANCE_CASES)('$id', async (item) => {
    serveConformance(server, item);
    await checkConformance(server, item, await callOnce({ host: server.host }, markCall(item)));
  });
});
