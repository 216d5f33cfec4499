/** docs/guides/envoy.md, JWTs at Envoy: its blocks as edits of envoy.production.yaml, and an issuer for them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cert, key } from '../../server/test/certificate.js';
import type { ProductionOptions } from './production.js';
import { readBlockEdit } from './rate-limit.js';

/** A server of keys, by HTTPS. */
export interface Issuer {
  readonly port: number;
  /** A file of the authority of its certificate. */
  readonly authority: string;
  /** What it answers. */
  keys: string;
  /** Whether it fails instead. */
  down: boolean;
  /** How often it was asked. */
  readonly fetches: number;
  readonly stop: () => void;
}

/** Starts an issuer. */
export async function startIssuer(keys: string): Promise<Issuer> {
  let fetches = 0;
  const server = createServer({ cert, key }, (request, response) => {
    fetches += 1;
    const found = request.url === '/keys';
    response.writeHead(issuer.down ? 503 : found ? 200 : 404).end(found ? issuer.keys : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, cert);
  const issuer: Issuer = {
    port: (server.address() as AddressInfo).port,
    authority,
    keys,
    down: false,
    get fetches() {
      return fetches;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
  return issuer;
}

/** Makes the edits, for an issuer of the tests' tokens. */
export const readJwtEdits = ({ port, authority }: Issuer): NonNullable<ProductionOptions['edits']> => [
  readBlockEdit('jwt', [['issuer: https://issuer.example.com', 'issuer: https://issuer.test']]),
  readBlockEdit('jwt-issuer', [
    ['address: issuer.example.com, port_value: 443', `address: 127.0.0.1, port_value: ${port}`],
    ['sni: issuer.example.com', 'sni: localhost'],
    ['exact: issuer.example.com', 'exact: localhost'],
    ['/etc/ssl/certs/ca-certificates.crt', authority],
  ]),
];
