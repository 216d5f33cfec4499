import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatKeys, makeSigner, sign } from './signers.js';

/** An issuer of JWTs that responds to a request for its keys when the test says so: until then, a call with its token is in progress. */
export interface HeldIssuer {
  /** Flags and environment of a server that accepts its tokens. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly metadata: { readonly authorization: string };
  /** Resolves once the server has asked for the keys. */
  readonly asked: Promise<void>;
  /** Responds with the keys. */
  release(): void;
  close(): void;
}

/** @param path of a module for the server's process, to be written */
export async function startHeldIssuer(path: string): Promise<HeldIssuer> {
  const signer = await makeSigner('key');
  const server = createServer();
  const waiting: ServerResponse[] = [];
  let report = (): void => undefined;
  const asked = new Promise<void>((resolve) => (report = resolve));
  server.on('request', (_, response) => {
    waiting.push(response);
    report();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  // Without the timeout of the fetch: the test holds the response for as long as it takes.
  await writeFile(
    path,
    'const { fetch } = globalThis; globalThis.fetch = (url, { signal, ...init }) => fetch(url, init);',
  );
  return {
    flags: ['--jwt-issuer', 'https://issuer.test', '--jwt-audience', 'calls', '--jwt-jwks', url],
    env: { NODE_OPTIONS: `--import=${path}` },
    metadata: { authorization: `Bearer ${await sign(signer)}` },
    asked,
    release() {
      for (const response of waiting.splice(0)) response.end(formatKeys(signer));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
