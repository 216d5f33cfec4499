/**
 * Envoy's certificate, replaced under load over old connections and new ones: it takes effect, and every call is answered. One thread,
 * because threads take it up one after another.
 */
import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { createServer } from 'endpoint.js-server';
import { afterEach, expect, test } from 'vitest';
import { grpcCaller } from '../server/test/callers.js';
import { cert, key, nextServer } from '../server/test/certificate.js';
import { startLoad } from '../server/test/load.js';
import { callByTls, describeOutcome } from '../server/test/tls-callers.js';
import { noEnvoy } from './test/envoy.js';
import { NO_RATE, type Production, startProduction, useStage } from './test/production.js';

const stage = useStage();
afterEach(async () => {
  await stage.clear();
  stage.certificate.renew({ cert, key });
});

const ca = cert + nextServer.cert;

async function start(): Promise<Production> {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const certificate = stage.certificate.config;
  const envoy = await startProduction({ certificate, servers: [grpc], edits: [NO_RATE], concurrency: 1 });
  stage.defer(() => envoy.stop());
  return envoy;
}

let texts = 0;

/** Makes a function that calls by gRPC; with the same connection for all calls, or its own for each. */
function byGrpc({ port }: Production, open: boolean): () => Promise<string> {
  const address = `127.0.0.1:${port}`;
  const kept = open ? grpcCaller(address, ca) : undefined;
  stage.defer(() => kept?.close());
  return async () => {
    const caller = kept ?? grpcCaller(address, ca);
    const text = `text-${(texts += 1)}`;
    const result = await caller.call({ code: 'echo', str1: text });
    if (!kept) caller.close();
    return describeOutcome(result, text);
  };
}

/** The same by gRPC-Web. */
function byWeb({ url }: Production, open: boolean): () => Promise<string> {
  const agent = open ? new Agent({ keepAlive: true }) : undefined;
  stage.defer(() => agent?.destroy());
  return async () => {
    const text = `text-${(texts += 1)}`;
    const result = await callByTls(url, { code: 'echo', str1: text }, { ca, headers: {}, ...(agent && { agent }) });
    return describeOutcome(result, text);
  };
}

/** Callers of which every call is to be served. */
const makeCallers = (envoy: Production) => ({
  'gRPC, an open connection': byGrpc(envoy, true),
  'gRPC, new connections': byGrpc(envoy, false),
  'gRPC-Web, an open connection': byWeb(envoy, true),
  'gRPC-Web, new connections': byWeb(envoy, false),
});

const allServed = (callers: object): Record<string, string[]> =>
  Object.fromEntries(Object.keys(callers).map((name) => [name, ['OK']]));

/** Names the certificate that a new connection gets. */
async function readCertificate({ url }: Production): Promise<string> {
  const { fingerprint } = await callByTls(url, { code: 'echo' }, { ca, headers: {} });
  if (fingerprint === new X509Certificate(cert).fingerprint256) return 'first';
  return fingerprint === new X509Certificate(nextServer.cert).fingerprint256 ? 'next' : 'another';
}

test.skipIf(noEnvoy)('the certificate is replaced under load', async () => {
  const envoy = await start();
  const callers = makeCallers(envoy);
  const load = startLoad({ ...callers, 'the certificate of new connections': () => readCertificate(envoy) });
  await load.pass();
  stage.certificate.renew(nextServer);
  await expect.poll(() => readCertificate(envoy)).toBe('next');
  await load.pass();
  expect(await load.stop()).toEqual({
    ...allServed(callers),
    'the certificate of new connections': ['first', 'next'],
  });
});
