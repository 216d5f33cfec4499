/** A renewal replaces all of its settings, or none. */
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type CallServer, type Renewal } from './server.js';
import { type Caller, grpcCaller } from './test/callers.js';
import { cert, client, clientCa, foreignClient, key } from './test/certificate.js';
import { formatKeys, makeSigner, sign, type Signer } from './test/signers.js';
import { unusable } from './test/unusable-certificates.js';

const jwt = { issuer: 'https://issuer.test', audience: 'calls' };
const readKeys = (signer: Signer) => JSON.parse(formatKeys(signer)) as { keys: object[] };

const names = ['token', 'jwt', 'allow', 'tls', 'origins'] as const;
type Name = (typeof names)[number];

/** The settings at first; others that can be used; some that can't. */
let first: Required<Renewal>;
let changed: Required<Renewal>;
const refused: Record<Name, readonly unknown[]> = {
  token: ['', {}, 'a b', { shop: '' }, { shop: 'b', billing: 'b' }, { 'a b': 'c' }, undefined, 5],
  jwt: [
    { ...jwt, jwks: { keys: [] } },
    { ...jwt, jwks: 'ftp://issuer.test/keys' },
    { ...jwt, jwks: 'https://user:secret@issuer.test/keys' },
    { ...jwt, jwks: { keys: 'a' } },
    jwt,
    undefined,
  ],
  allow: [{ shop: ['ecoh'] }, { shop: 'echo' }, {}, undefined],
  tls: [
    ...Object.values(unusable).map((pair) => ({ cert: pair.cert, key: pair.key, clientCa })),
    { cert, key, clientCa: unusable.shortKey.cert },
    { cert, key, clientCa: 'x' },
    { cert, key: client.key, clientCa },
    { cert, key },
    undefined,
  ],
  origins: [['x'], 'https://b.test', [undefined], undefined],
};

let server: CallServer;
let address: { grpc: string; gateway: string };
let caller: Caller;
let credentials: string[];

beforeAll(async () => {
  const [earlier, next] = [await makeSigner('earlier'), await makeSigner('next')];
  first = {
    token: { shop: 'a' },
    jwt: { ...jwt, jwks: readKeys(earlier) as never },
    allow: { '*': ['echo'] },
    tls: { cert, key, clientCa },
    origins: ['https://a.test'],
  };
  changed = {
    token: { shop: 'b' },
    jwt: { ...jwt, jwks: readKeys(next) as never },
    allow: { '*': ['expand'] },
    tls: { ...foreignClient, clientCa },
    origins: ['https://b.test'],
  };
  credentials = ['a', 'b', await sign(earlier), await sign(next)];
  server = createServer(first);
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  address = { grpc, gateway: gateway.replace('https://', '') };
  caller = grpcCaller(grpc, cert, { identity: client });
  // Its connection stays, whatever the certificates of later ones are.
  await caller.call({ code: 'echo' });
});
afterAll(async () => {
  caller.close();
  await server.drain({ graceMs: 0 });
});

async function readSubject(of: string): Promise<string> {
  const [host, port] = of.split(':');
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'], ...client }); // prettier-ignore
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

async function readAllowed(origin: string): Promise<unknown> {
  const headers = { origin, 'access-control-request-method': 'POST' };
  const url = `https://${address.gateway}/api.ApiService/CallApi`;
  const sent = httpsRequest(url, { method: 'OPTIONS', headers, agent: false, rejectUnauthorized: false, ...client });
  const [response] = (await once(sent.end(), 'response')) as [{ headers: Record<string, unknown>; resume(): void }];
  response.resume();
  return response.headers['access-control-allow-origin'];
}

/** What shows each setting. */
async function observe() {
  const call = async (code: string, token: string | undefined): Promise<number> =>
    (await caller.call({ code, str1: '/a' }, { metadata: { authorization: `Bearer ${token}` } })).code;
  return {
    calls: await Promise.all(credentials.flatMap((token) => [call('echo', token), call('expand', token)])),
    subjects: [await readSubject(address.grpc), await readSubject(address.gateway)],
    origins: [await readAllowed('https://a.test'), await readAllowed('https://b.test')],
  };
}

describe('is seen when it is replaced:', () => {
  it.each(names)('%s', async (name) => {
    const before = await observe();
    server.renew({ [name]: changed[name] });
    expect(await observe()).not.toEqual(before);
    server.renew({ [name]: first[name] });
    expect(await observe()).toEqual(before);
  });
});

describe('nothing is replaced beside what can’t be used:', () => {
  it.each(names)('%s', async (name) => {
    const before = await observe();
    const others = names.filter((other) => other !== name);
    const beside = [...others.map((other) => [other]), others, []];
    for (const value of refused[name]) {
      for (const some of beside) {
        const right = Object.fromEntries(some.map((other) => [other, changed[other]]));
        expect(() => server.renew({ [name]: value, ...right })).toThrow(TypeError);
        expect(() => server.renew({ ...right, [name]: value })).toThrow(TypeError);
      }
    }
    expect(await observe()).toEqual(before);
  });
});

it('what no handshake can use is refused before the server listens', () => {
  const idle = createServer(first);
  for (const tls of refused.tls) expect(() => idle.renew({ tls } as Renewal)).toThrow(TypeError);
});
