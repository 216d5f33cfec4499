import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cert, clientCa, key } from './certificate.js';
import { mountFolder } from './mounted-folder.mjs';
import { followEvents, replaceFile, type ServerProcesses } from './processes.js';
import { formatKeys, type Signer } from './signers.js';

const certificates = { 'tls.crt': cert, 'tls.key': key, 'ca.crt': clientCa };
type Certificates = typeof certificates;

/**
 * Starts the command by mutual TLS, with every file that it reads again: the caller `shop` has the token `first` and JWTs of the signer,
 * and may use `echo`.
 */
export async function startRenewableServer({ start, resolvePath }: ServerProcesses, signer: Signer) {
  const folder = mkdtempSync(resolvePath('settings-'));
  const texts = {
    tokens: 'shop first\n',
    origins: 'https://first.test\n',
    keys: formatKeys(signer),
    permissions: 'shop echo\n',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const replaceCertificates = mountFolder(join(folder, 'tls'), certificates);
  const flags = {
    '--port': '0', '--gateway-port': '0',
    '--token-file': join(folder, 'tokens'), '--origins-file': join(folder, 'origins'), '--allow-file': join(folder, 'permissions'),
    '--jwt-issuer': 'https://issuer.test', '--jwt-audience': 'calls', '--jwt-jwks': join(folder, 'keys'),
    '--tls-cert': join(folder, 'tls', 'tls.crt'), '--tls-key': join(folder, 'tls', 'tls.key'), '--tls-client-ca': join(folder, 'tls', 'ca.crt'),
  }; // prettier-ignore
  const child = start(Object.entries(flags).flat());
  const readEvent = followEvents(child);
  const listening = await readEvent();
  const expectRenewed = async (...files: string[]): Promise<void> => {
    const events = [];
    while (events.length < files.length) events.push(await readEvent());
    expect(events.map(({ event, file }) => `${String(event)} ${String(file)}`).toSorted()).toEqual(
      files.map((file) => `renewed ${file}`).toSorted(),
    );
  };
  return {
    grpc: String(listening['grpc']),
    gateway: String(listening['gateway']),
    /** Replaces a file; resolves once the log says that the server has read it. */
    async replace(name: keyof typeof texts, text: string) {
      replaceFile(join(folder, name), text);
      await expectRenewed(join(folder, name));
    },
    async replaceCertificates(next: Partial<Certificates>) {
      replaceCertificates({ ...certificates, ...next });
      await expectRenewed(...Object.keys(certificates).map((name) => join(folder, 'tls', name)));
    },
  };
}

export type RenewableServer = Awaited<ReturnType<typeof startRenewableServer>>;
