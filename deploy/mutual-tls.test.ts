/** The component mutual-tls: a real Envoy with its settings, in front of a server with its flags, and renewed certificates. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { describe, expect, test, vi } from 'vitest';
import { noEnvoy } from '../envoy/test/envoy.js';
import { startProduction, useStage } from '../envoy/test/production.js';
import { requestOnce } from '../envoy/test/wire.js';
import { cert, client, clientCa, foreignClient, key } from '../server/test/certificate.js';
import { mountFolder } from '../server/test/mounted-folder.mjs';
import { readKustomization } from './test/kustomizations.js';
import { FOLDER } from './test/manifests.js';

const stage = useStage();
const COMPONENT = join(FOLDER, 'components', 'mutual-tls');
/** Between these, Kustomize puts the component's settings into the cluster of servers. */
const MARK = '# <server-tls>';
const UNSET = `${MARK} none ${MARK}`;

const FILES = ['tls.crt', 'tls.key', 'ca.crt'] as const;
type Secret = Readonly<Record<(typeof FILES)[number], string>>;

const secretOf = (pair: { readonly cert: string; readonly key: string }, ca: string): Secret => ({
  'tls.crt': pair.cert,
  'tls.key': pair.key,
  'ca.crt': ca,
});

/** Starts a server that wants certificates, and Envoy with the component's files, moved into a folder of the test. */
async function start(secret: Secret, serverName = 'localhost') {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  stage.defer(() => rmSync(folder, { recursive: true }));
  const renew = mountFolder(join(folder, 'servers'), secret);
  for (const name of ['client-certificate.yaml', 'server-authorities.yaml']) {
    writeFileSync(join(folder, name), readFileSync(join(COMPONENT, name), 'utf8').replaceAll('/etc/envoy', folder));
  }
  const server = createServer({ tls: { cert, key, clientCa } });
  const { grpc } = await server.listen({ port: 0 });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const { configMapGenerator: [generator] = [] } = readKustomization(COMPONENT);
  const [, settings = ''] = /^transport-socket\.yaml=([^]*)$/.exec(generator?.literals?.[0] ?? '') ?? [];
  const placed = settings.replaceAll('/etc/envoy', folder).replaceAll('server.calls.svc', serverName);
  const envoy = await startProduction({
    certificate: stage.certificate.config,
    servers: [grpc],
    edits: [[UNSET, `${MARK}${placed}${MARK}`]],
  });
  stage.defer(() => envoy.stop());
  return { renew, status: async () => (await requestOnce(envoy.url)).grpcStatus };
}

describe.skipIf(noEnvoy)('mutual TLS between Envoy and a server', () => {
  test('a renewed certificate of Envoy is used without a restart', async () => {
    const { renew, status } = await start(secretOf(foreignClient, cert));
    expect(await status()).toBe(14);
    renew(secretOf(client, cert));
    await vi.waitFor(async () => expect(await status()).toBe(0), { timeout: 120_000, interval: 100 });
  });

  test('renewed authorities of the servers are used without a restart', async () => {
    const { renew, status } = await start(secretOf(client, clientCa));
    expect(await status()).toBe(14);
    renew(secretOf(client, cert));
    await vi.waitFor(async () => expect(await status()).toBe(0), { timeout: 120_000, interval: 100 });
  });

  test('a server whose certificate is for another name gets no call', async () => {
    const { status } = await start(secretOf(client, cert), 'server.calls.svc');
    expect(await status()).toBe(14);
  });
});
