import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { Request } from '../../proto/gen/node/api.js';
import type { Addresses } from './listen.js';
import { createServer } from '../server.js';
import { callApiPath } from '../service/messages.js';
import { cert, client, clientCa, foreignClient, key } from '../test/certificate.js';
import { unusable } from '../test/unusable-certificates.js';
import { frame, grpcCaller, type Identity } from '../test/callers.js';
import { serving } from '../test/serving.js';

const { closing, start } = serving();

const message = new Request({ code: 'echo' }).serialize();

/** The response as text, or a word for the failure. */
async function overGrpc({ grpc }: Pick<Addresses, 'grpc'>, identity: Identity | undefined): Promise<string> {
  const { code, response } = await closing(grpcCaller(grpc, cert, { identity })).call({ code: 'echo' });
  return response?.message ?? String(status[code]);
}

function overGrpcWeb({ gateway }: Addresses, identity: Identity | undefined): Promise<string> {
  const headers = { 'content-type': 'application/grpc-web+proto' };
  return new Promise((resolve) => {
    const options = { method: 'POST', headers, ca: cert, servername: 'localhost', agent: false, ...identity } as const;
    httpsRequest(`${gateway}${callApiPath}`, options, (response) => resolve(text(response)))
      .on('error', () => resolve('UNAVAILABLE'))
      .end(frame(message));
  });
}

describe.each([
  ['gRPC', overGrpc],
  ['gRPC-Web', overGrpcWeb],
])('mutual TLS over %s', (_, call) => {
  it.each([
    ['a certificate of the authority', client, '"code":"echo"'],
    ['none', undefined, 'UNAVAILABLE'],
    ['a self-signed one', foreignClient, 'UNAVAILABLE'],
    ["the server's", { cert, key }, 'UNAVAILABLE'],
  ])('with %s', async (__, identity, response) => {
    expect(await call(await start({ tls: { cert, key, clientCa } }), identity)).toContain(response);
  });

  it('requests no certificate without an authority', async () => {
    const addresses = await start({ tls: { cert, key } });
    expect(await call(addresses, undefined)).toContain('"code":"echo"');
    expect(await call(addresses, foreignClient)).toContain('"code":"echo"');
  });
});

it('serves no plain text', async () => {
  const { gateway, callers } = await start({ tls: { cert, key } });
  await expect(fetch(gateway.replace('https', 'http'))).rejects.toThrow('fetch failed');
  expect(await callers.gRPC.call({ code: 'echo' })).toMatchObject({ code: status.UNAVAILABLE });
});

it.each([
  ['no certificate', { cert: 'x', key }, 'The TLS setting cert holds no certificate; use one or more in PEM.'],
  ['no key', { cert, key: '' }, "tls.key: isn't a private key in PEM."],
  ['the key of another', { cert, key: client.key }, 'The TLS settings cert and key do not match; '],
  ['no authority', { cert, key, clientCa: 'x' }, 'The TLS setting clientCa holds no certificate; '],
  [
    'a broken authority',
    { cert, key, clientCa: clientCa.replace(/MII.{30}/, '') },
    'The TLS setting clientCa holds a broken certificate: ',
  ],
  [
    'a signature with SHA-1',
    unusable.sha1,
    `The TLS setting cert can't be used: OpenSSL reports "ca md too weak"; use certificates that are signed with SHA-256 or stronger, and RSA keys of at`,
  ],
  ['a short key', unusable.shortKey, `The TLS setting cert can't be used: OpenSSL reports "ee key too small"; `],
  [
    'an authority with a short key',
    { cert, key, clientCa: unusable.shortKey.cert },
    "The TLS setting clientCa can't be used: ",
  ],
  [
    'another curve',
    unusable.curve,
    "The TLS setting key is of the kind secp256k1, which clients don't support; use RSA, ECDSA with P-256,",
  ],
  ['DSA', unusable.dsa, 'The TLS setting key is of the kind dsa, which'],
])('rejects %s with a TypeError', (_, tls, message_) => {
  expect(() => createServer({ tls })).toThrow(TypeError);
  expect(() => createServer({ tls })).toThrow(message_);
  expect(() => createServer({ tls })).not.toThrow(/PRIVATE/);
});

it('stops at once after a client of TLS at a plain port', async () => {
  const { server, grpc } = await start();
  expect(await overGrpc({ grpc }, undefined)).toBe('UNAVAILABLE');
  await server.drain({ graceMs: 0 });
});
