import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cert, client, clientCa, key } from '../test/certificate.js';
import { usable } from '../test/certificate-kinds.js';
import { clientOfShortKey, unusable } from '../test/unusable-certificates.js';
import { checkTls, createFindCaller, type TlsOptions } from './credentials.js';

describe('the caller', () => {
  const find = createFindCaller({ shop: ['old', 'new'], billing: 'def', '': 'abc.DEF-123_~+/==' });
  it.each([
    [['Bearer old'], 'shop'],
    [['bearer  new '], 'shop'],
    [['Bearer def'], 'billing'],
    [['Bearer abc.DEF-123_~+/=='], ''],
    [['Bearer '], undefined],
    [['Bearer ol'], undefined],
    [['Bearer OLD'], undefined],
    [['Basic old'], undefined],
    [['old'], undefined],
    [[], undefined],
    [['Bearer old', 'Bearer old'], undefined],
  ])('of %j is %j', (authorization, caller) => {
    expect(find(authorization)).toBe(caller);
  });

  it('of a single token has no name', () => {
    expect(createFindCaller('a')(['Bearer a'])).toBe('');
  });

  it.each([
    ['', 'The token is empty; '],
    ['a b', 'The token must be one or more of A-Z a-z 0-9'],
    [{}, 'The token is empty; '],
    [{ shop: [] }, 'The token is empty; '],
    [{ shop: 'a', billing: 'a' }, 'The callers shop and billing have the same token; give each its own.'],
    [{ 'a/b': 'a' }, `A caller's name must be at most 64 of A-Z a-z 0-9 - . _, not "a/b".`],
    [{ ['a'.repeat(65)]: 'a' }, "A caller's name must be"],
  ])('is not found by %j', (tokens, message) => {
    expect(() => createFindCaller(tokens)).toThrow(message);
  });
});

/** Whether Node's own server and client of TLS agree; with a client's certificate where the server asks for one. */
async function canConnect(
  { cert: serverCert, key: serverKey, clientCa: ca }: TlsOptions,
  identity: TlsOptions | undefined,
) {
  const mutual = ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true };
  let server;
  try {
    server = createServer({ cert: serverCert, key: serverKey, ...mutual }, (socket) => socket.end('served'));
  } catch {
    return false;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...identity });
  const isServed = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  socket.destroy();
  server.close();
  return isServed;
}

/** A name, settings, whether they are usable, and the client's certificate. */
type Row = [string, TlsOptions, boolean, TlsOptions?];

describe('a certificate is accepted if a handshake can use it:', () => {
  const right = { cert, key };
  const list = (pairs: Record<string, TlsOptions>, isUsable: boolean): Row[] =>
    Object.entries(pairs).map(([name, tls]) => [name, tls, isUsable]);
  it.each<Row>([
    ...list({ ...usable, right, chain: { cert: cert + clientCa, key } }, true),
    ...list(unusable, false),
    ['a chain with SHA-1', { cert: cert + unusable.sha1.cert, key }, false],
    ['a chain with a short key', { cert: cert + unusable.shortKey.cert, key }, false],
    ['an authority', { ...right, clientCa }, true, client],
    ['a weak authority', { ...right, clientCa: unusable.shortKey.cert }, false, clientOfShortKey],
    ['a weak authority beside another', { ...right, clientCa: unusable.shortKey.cert + clientCa }, true, client],
    ...Object.entries(usable).map(([name, pair]): Row =>
      [`an authority with ${name}`, { ...right, clientCa: pair.cert }, true, pair]), // prettier-ignore
  ])('%s', async (_, tls, isUsable, identity) => {
    expect(await canConnect(tls, identity)).toBe(isUsable);
    if (isUsable) checkTls(tls);
    else expect(() => checkTls(tls)).toThrow(TypeError);
  });
});
