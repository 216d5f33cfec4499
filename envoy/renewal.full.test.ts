/**
 * Envoy's certificate and its keys of JWTs, replaced under load over old connections and new ones: they take effect, and every call is
 * answered. One thread, because threads take them up one after another.
 */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { afterEach, describe, expect, test } from 'vitest';
import { grpcCaller } from '../server/test/callers.js';
import { cert, key, nextServer } from '../server/test/certificate.js';
import { startLoad } from '../server/test/load.js';
import { formatKeys, makeSigner, sign } from '../server/test/signers.js';
import { callByTls, describeOutcome } from '../server/test/tls-callers.js';
import { noEnvoy } from './test/envoy.js';
import { readJwtEdits, startIssuer } from './test/jwt.js';
import { NO_RATE, type Production, type ProductionOptions, startProduction, useStage } from './test/production.js';

const stage = useStage();
afterEach(async () => {
  await stage.clear();
  stage.certificate.renew({ cert, key });
});

const ca = cert + nextServer.cert;

async function start(edits: ProductionOptions['edits'] = []): Promise<Production> {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const certificate = stage.certificate.config;
  const envoy = await startProduction({ certificate, servers: [grpc], edits: [NO_RATE, ...edits], concurrency: 1 });
  stage.defer(() => envoy.stop());
  return envoy;
}

let texts = 0;

/** Makes a function that calls by gRPC; with the same connection for all calls, or its own for each. */
function byGrpc({ port }: Production, makeToken: () => Promise<string>, open: boolean): () => Promise<string> {
  const address = `127.0.0.1:${port}`;
  const kept = open ? grpcCaller(address, ca) : undefined;
  stage.defer(() => kept?.close());
  return async () => {
    const caller = kept ?? grpcCaller(address, ca);
    const text = `text-${(texts += 1)}`;
    const metadata = { authorization: `Bearer ${await makeToken()}` };
    const result = await caller.call({ code: 'echo', str1: text }, { metadata });
    if (!kept) caller.close();
    return describeOutcome(result, text);
  };
}

/** The same by gRPC-Web. */
function byWeb({ url }: Production, makeToken: () => Promise<string>, open: boolean): () => Promise<string> {
  const agent = open ? new Agent({ keepAlive: true }) : undefined;
  stage.defer(() => agent?.destroy());
  return async () => {
    const text = `text-${(texts += 1)}`;
    const headers = { authorization: `Bearer ${await makeToken()}` };
    const result = await callByTls(url, { code: 'echo', str1: text }, { ca, headers, ...(agent && { agent }) });
    return describeOutcome(result, text);
  };
}

/** Callers of which every call is to be served. */
const makeCallers = (envoy: Production, makeToken: () => Promise<string>) => ({
  'gRPC, an open connection': byGrpc(envoy, makeToken, true),
  'gRPC, new connections': byGrpc(envoy, makeToken, false),
  'gRPC-Web, an open connection': byWeb(envoy, makeToken, true),
  'gRPC-Web, new connections': byWeb(envoy, makeToken, false),
});

const allServed = (callers: object): Record<string, string[]> =>
  Object.fromEntries(Object.keys(callers).map((name) => [name, ['OK']]));

/** Names the certificate that a new connection gets. */
async function readCertificate({ url }: Production): Promise<string> {
  const { fingerprint } = await callByTls(url, { code: 'echo' }, { ca, headers: {} });
  if (fingerprint === new X509Certificate(cert).fingerprint256) return 'first';
  return fingerprint === new X509Certificate(nextServer.cert).fingerprint256 ? 'next' : 'another';
}

describe.skipIf(noEnvoy)('replaced under load:', () => {
  test('the certificate', async () => {
    const envoy = await start();
    const callers = makeCallers(envoy, () => Promise.resolve('x'));
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

  test('the keys of an issuer, by the guide’s blocks', async () => {
    const [first, second] = await Promise.all([makeSigner('first'), makeSigner('second')]);
    const issuer = await startIssuer(formatKeys(first));
    stage.defer(issuer.stop);
    const envoy = await start([...readJwtEdits(issuer), ['cache_duration: 300s', 'cache_duration: 1s']]);
    let signer = first;
    const callers = makeCallers(envoy, () => sign(signer));
    const [byFirst, bySecond] = [byGrpc(envoy, () => sign(first), false), byWeb(envoy, () => sign(second), false)];
    const load = startLoad({ ...callers, 'by the first key': byFirst, 'by the next key': bySecond });
    await load.pass();
    issuer.keys = formatKeys(first, second);
    await expect.poll(bySecond).toBe('OK');
    signer = second;
    await load.pass();
    issuer.keys = formatKeys(second);
    await expect.poll(byFirst).toBe('UNAUTHENTICATED');
    await load.pass();
    // The keys stay while the issuer is down, much longer than they count.
    issuer.down = true;
    const { fetches } = issuer;
    await expect.poll(() => issuer.fetches).toBeGreaterThan(fetches + 3);
    await load.pass();
    expect(await load.stop()).toEqual({
      ...allServed(callers),
      'by the first key': ['OK', 'UNAUTHENTICATED'],
      'by the next key': ['UNAUTHENTICATED', 'OK'],
    });
  });
});

test.skipIf(noEnvoy)('before the first keys of an issuer no token is accepted, and then they are', async () => {
  const signer = await makeSigner('first');
  const issuer = await startIssuer(formatKeys(signer));
  stage.defer(issuer.stop);
  issuer.down = true;
  const envoy = await start(readJwtEdits(issuer));
  const call = byWeb(envoy, () => sign(signer), false);
  expect(await call()).toBe('UNAUTHENTICATED');
  issuer.down = false;
  await expect.poll(call).toBe('OK');
});

// The guide says so. Once this fails, local_jwks is an alternative to an issuer's URL.
test.skipIf(noEnvoy)('a file of keys is read at the start only, also with watched_directory', async () => {
  const [first, second] = await Promise.all([makeSigner('first'), makeSigner('second')]);
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  stage.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'jwks.json');
  writeFileSync(file, formatKeys(first));
  const issuer = await startIssuer('');
  stage.defer(issuer.stop);
  const edits = readJwtEdits(issuer).map(
    ([before, block]) =>
      [
        before,
        block.replace(
          /remote_jwks:[^]*?async_fetch: \{\}/,
          `local_jwks: { filename: ${file}, watched_directory: { path: ${folder} } }`,
        ),
      ] as const,
  );
  const envoy = await start(edits);
  writeFileSync(`${file}.next`, formatKeys(second));
  renameSync(`${file}.next`, file);
  // What Envoy does watch was changed later, and takes effect.
  stage.certificate.renew(nextServer);
  await expect.poll(() => readCertificate(envoy)).toBe('next');
  const outcomes = [await byWeb(envoy, () => sign(first), false)(), await byWeb(envoy, () => sign(second), false)()];
  expect(outcomes).toEqual(['OK', 'UNAUTHENTICATED']);
});
