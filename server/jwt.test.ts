/** JSON Web Tokens as bearer tokens: hostile ones, keys that rotate, and an issuer that is down; over both transports. */
import { createHmac, createPublicKey, generateKeyPairSync, type webcrypto } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer, type JwtOptions, type OperationContext, type ServerOptions } from './index.js';
import { createFindJwtCaller } from './service/jwt.js';
import type { JwtTimes } from './service/jwt-keys.js';
import { type Caller, frame, post, readResult } from './test/callers.js';
import { serving } from './test/serving.js';
import { claims, makeSigner, now, sign, type Signer } from './test/signers.js';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An RSA key of 1024 bits. */
const weakKey = {
  ...generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }),
  kty: 'RSA',
};

let first: Signer;
let second: Signer;
let rsa: Signer;
beforeAll(async () => {
  [first, second, rsa] = await Promise.all([makeSigner('first'), makeSigner('second'), makeSigner('rsa', 'RS256')]);
});

const { defer, start } = serving();

/** Moves the time of day, but no timer. */
function moveClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  defer(() => vi.useRealTimers());
}

const withKeys = (...signers: Signer[]): JwtOptions => ({
  issuer: 'https://issuer.test',
  audience: 'calls',
  jwks: { keys: signers.map(({ jwk }) => jwk) },
});

async function started(options: ServerOptions) {
  const who = { description: '', arguments: {}, handler: (_: unknown, { caller }: OperationContext) => String(caller) };
  const { callers, ...server } = await start({ operations: { who }, ...options });
  return { ...server, callers: Object.values(callers) };
}

const ask = async (caller: Caller | undefined, token: string) => {
  const result = await caller?.call({ code: 'who' }, { metadata: { authorization: `Bearer ${token}` } });
  return { code: result?.code, said: result?.response?.message ?? result?.details };
};

describe('a JWT', () => {
  it('names the caller, beside tokens, over both transports', async () => {
    const { callers, lines } = await started({ token: { billing: 'secret' }, jwt: withKeys(first, rsa) });
    for (const caller of callers) {
      for (const token of [await sign(first), await sign(rsa)]) {
        // Twice: the second time it is known.
        expect(await ask(caller, token)).toEqual({ code: 0, said: 'shop' });
        expect(await ask(caller, token)).toEqual({ code: 0, said: 'shop' });
      }
      expect(await ask(caller, 'secret')).toEqual({ code: 0, said: 'billing' });
      expect((await ask(caller, 'other')).code).toBe(16);
    }
    expect(new Set(lines.map((line) => ('caller' in line ? line.caller : undefined)))).toEqual(
      new Set(['shop', 'billing', undefined]),
    );
  });

  it('names the caller by another claim', async () => {
    const { callers } = await started({
      jwt: { ...withKeys(first), callerClaim: 'client_id', audience: ['x', 'calls'] },
    });
    expect(await ask(callers[0], await sign(first, claims({ client_id: 'app|1' })))).toEqual({
      code: 0,
      said: 'app|1',
    });
    expect(await ask(callers[0], await sign(first))).toEqual({
      code: 16,
      said: 'The JWT lacks the claim "client_id".',
    });
  });

  const hmac = (header: object, secret: string): string => {
    const text = `${encode(header)}.${encode(claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const pem = (): string => createPublicKey({ key: { ...rsa.jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(); // prettier-ignore
  const hostile: readonly (readonly [name: string, make: () => Promise<string> | string, said: string | RegExp])[] = [
    ['without a signature', () => `${encode({ alg: 'none' })}.${encode(claims())}.`, /^The algorithm \(alg\) of the JWT is not/],
    ['of none, in capitals', () => `${encode({ alg: 'NONE' })}.${encode(claims())}.AA`, /^The algorithm/],
    ['with the public key as the secret', () => hmac({ alg: 'HS256', kid: 'rsa' }, pem()), /^The algorithm/],
    ['with the JWK as the secret', () => hmac({ alg: 'HS256', kid: 'rsa' }, JSON.stringify(rsa.jwk)), /^The algorithm/],
    ['of another key’s algorithm', () => sign(first, claims(), { kid: 'rsa' }), /^The issuer has no key/],
    ['of a stranger’s key', () => sign(second, claims(), { kid: 'first' }), 'The signature of the JWT is wrong.'],
    ['with its own key in the header', () => sign(second, claims(), { jwk: second.jwk, kid: 'first' }), 'The signature of the JWT is wrong.'],
    ['of an unknown key', () => sign(second), /^The issuer has no key for the kid and alg/],
    ['changed', async () => (await sign(first)).replace(/\.[^.]+\./, `.${encode(claims({ sub: 'billing' }))}.`), 'The signature of the JWT is wrong.'],
    ['expired', () => sign(first, claims({ exp: now() - 10 })), 'The JWT has expired; get a new one.'],
    ['without an end', () => sign(first, claims({ exp: undefined })), 'The JWT lacks the claim "exp".'],
    ['with an end that is text', () => sign(first, claims({ exp: '9999999999' })), 'The claim "exp" of the JWT is malformed.'],
    ['not valid yet', () => sign(first, claims({ nbf: now() + 60 })), 'The JWT is not valid yet (nbf).'],
    ['for another audience', () => sign(first, claims({ aud: ['x', 'callsx'] })), 'The JWT is for another audience (aud).'],
    ['without an audience', () => sign(first, claims({ aud: undefined })), 'The JWT lacks the claim "aud".'],
    ['of another issuer', () => sign(first, claims({ iss: 'https://issuer.test/' })), 'The JWT is of another issuer (iss).'],
    ['without a caller', () => sign(first, claims({ sub: undefined })), 'The JWT lacks the claim "sub".'],
    ['whose caller has whitespace', () => sign(first, claims({ sub: 'a b' })), /^The claim "sub" of the JWT must name the caller/],
    ['whose caller is a number', () => sign(first, claims({ sub: 1 })), /must name the caller/],
    ['with a critical extension', () => sign(first, claims(), { crit: ['x'], x: 1 }).catch(() => signCritical(first)), /extension or algorithm that is not supported|malformed/],
    ['that is huge', () => sign(first, claims({ more: 'x'.repeat(8000) })), /^The JWT has \d+ characters; at most 8192 are read\.$/],
    ['that isn’t JSON', () => `${Buffer.from('x').toString('base64url')}.AA.AA`, 'The JWT is malformed.'],
    ['of three words', () => 'a.b.c', 'The JWT is malformed.'],
    ['of five parts (encrypted)', () => 'a.b.c.d.e', /^The call needs the metadata/],
  ]; // prettier-ignore
  it.each(hostile)('%s is refused', async (_, make, said) => {
    const { callers } = await started({ jwt: withKeys(first, rsa) });
    const token = await make();
    for (const caller of callers) {
      const response = await ask(caller, token);
      expect(response).toEqual({ code: 16, said: typeof said === 'string' ? said : expect.stringMatching(said) });
    }
  });

  /** A token with `crit`, which jose signs only for extensions that it knows. */
  async function signCritical(signer: Signer): Promise<string> {
    const header = encode({ alg: signer.alg, kid: signer.kid, crit: ['x'], x: 1 });
    const text = `${header}.${encode(claims())}`;
    const key = signer.privateKey as webcrypto.CryptoKey;
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString('base64url')}`;
  }

  it('without a kid suffices where one key fits', async () => {
    const { callers } = await started({ jwt: withKeys(first, rsa) });
    expect(await ask(callers[0], await sign(first, claims(), { kid: undefined }))).toEqual({ code: 0, said: 'shop' });
    const both = await started({ jwt: withKeys(first, second) });
    expect(await ask(both.callers[0], await sign(first, claims(), { kid: undefined }))).toEqual({
      code: 16,
      said: 'Several keys of the issuer fit the JWT; it must name its own by kid.',
    });
  });

  it('is refused beside a second authorization header', async () => {
    const { gateway } = await started({ jwt: withKeys(first) });
    const token = await sign(first);
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const bytes = frame(new Uint8Array([10, 3, 119, 104, 111]));
    const send = async () =>
      (await readResult(await post(gateway, bytes, { headers: Object.fromEntries(headers) }))).code;
    expect(await send()).toBe(0);
    headers.append('authorization', `Bearer ${token}`);
    expect(await send()).toBe(16);
  });

  it('ends when it expires, though it was known', async () => {
    const { callers } = await started({ jwt: withKeys(first) });
    const token = await sign(first);
    expect((await ask(callers[0], token)).code).toBe(0);
    moveClock(600_000);
    expect((await ask(callers[0], token)).code).toBe(0);
    moveClock(6000);
    expect(await ask(callers[0], token)).toEqual({ code: 16, said: 'The JWT has expired; get a new one.' });
  });

  it('of replaced keys is refused, and one of the new keys accepted', async () => {
    const { server, callers } = await started({ jwt: withKeys(first) });
    const [before, after] = [await sign(first), await sign(second)];
    expect([(await ask(callers[0], before)).code, (await ask(callers[0], after)).code]).toEqual([0, 16]);
    server.renew({ jwt: withKeys(second) });
    expect([(await ask(callers[0], before)).code, (await ask(callers[0], after)).code]).toEqual([16, 0]);
  });
});

describe('keys at a URL', () => {
  type Respond = (response: ServerResponse) => unknown;
  const respondWith =
    (...signers: Signer[]): Respond =>
    (response) =>
      response.end(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) }));

  async function startIssuer(respond: Respond) {
    const issuer = { respond, fetches: 0, url: '' };
    const server = createHttpServer((_, response) => {
      issuer.fetches += 1;
      issuer.respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    defer(() => {
      server.closeAllConnections();
      server.close();
    });
    issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    return issuer;
  }

  /** Finds a caller as the server does. */
  function finder(url: string, times: JwtTimes = {}) {
    const failures: string[] = [];
    const find = createFindJwtCaller({ ...withKeys(), jwks: url }, (reason) => failures.push(reason), times);
    const read = async (token: string): Promise<unknown> => {
      const found = find(token);
      if (typeof found !== 'function') return found;
      return found().catch((error: { code?: number }) => error.code ?? error);
    };
    return { read, failures, find };
  }

  it('are fetched once for many calls', async () => {
    const issuer = await startIssuer(respondWith(first));
    const { callers } = await started({ jwt: { ...withKeys(), jwks: issuer.url } });
    const token = await sign(first);
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(callers[index % 2], token)));
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([0]));
    expect(issuer.fetches).toBe(1);
  });

  it('are fetched again for an unknown key, but not at each', async () => {
    const issuer = await startIssuer(respondWith(first));
    const { read } = finder(issuer.url, { cooldownMs: 0 });
    expect(await read(await sign(first))).toBe('shop');
    issuer.respond = respondWith(first, second);
    expect(await read(await sign(second))).toBe('shop');
    expect(issuer.fetches).toBe(2);
    const calm = finder(issuer.url);
    expect(await calm.read(await sign(first))).toBe('shop');
    for (let call = 0; call < 5; call += 1)
      expect(await calm.read(await sign(second, claims(), { kid: 'x' }))).toBe(16);
    expect(issuer.fetches).toBe(3);
  });

  it('that can’t be used are ignored beside others', async () => {
    const others = [{ kty: 'oct', k: 'AA' }, { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' }, weakKey, null];
    const issuer = await startIssuer((response) => response.end(JSON.stringify({ keys: [...others, first.jwk] })));
    const { read, failures } = finder(issuer.url);
    expect([await read(await sign(first)), failures]).toEqual(['shop', []]);
  });

  const outages: readonly (readonly [name: string, respond: Respond, reason: RegExp])[] = [
    ['a failure', (response) => response.writeHead(500).end(), /^The response is HTTP 500, not 200\.$/],
    ['a redirection', (response) => response.writeHead(302, { location: '/' }).end(), /HTTP 302/],
    ['text that isn’t JSON', (response) => response.end('<html>'), /JSON/],
    ['no keys', (response) => response.end('{"keys":[]}'), /one key or more/],
    ['a shared secret', (response) => response.end('{"keys":[{"kty":"oct","k":"AA"}]}'), /must have the kty RSA, EC or OKP/],
    ['a key that is too short', (response) => response.end(JSON.stringify({ keys: [weakKey] })), /^Key 0 of the key set has 1024 bits/],
    ['too much', (response) => response.end(' '.repeat(1_048_577)), /more than 1048576 bytes/],
    ['a reset', (response) => response.destroy(), /fetch failed: /],
  ]; // prettier-ignore
  it.each(outages)('are unavailable where the issuer responds with %s', async (_, respond, reason) => {
    const issuer = await startIssuer(respond);
    const { callers, lines } = await started({ jwt: { ...withKeys(), jwks: issuer.url } });
    const token = await sign(first);
    for (const caller of callers) {
      expect(await ask(caller, token)).toEqual({
        code: 14,
        said: "The issuer's keys can't be fetched now; try again later.",
      });
    }
    // The second call asked no one.
    const failures = lines.filter(({ event }) => event === 'keys-failed');
    expect(failures).toEqual([
      { event: 'keys-failed', time: expect.any(String), reason: expect.stringMatching(reason) },
    ]);
  });

  it('are used again after an outage, and the earlier ones during it', async () => {
    const issuer = await startIssuer(respondWith(first));
    const { read, failures } = finder(issuer.url, { cooldownMs: 0, retryMs: 0 });
    expect(await read(await sign(first))).toBe('shop');
    issuer.respond = (response) => response.writeHead(503).end();
    // The keys are old now, and so is what is remembered of tokens.
    moveClock(600_001);
    expect(await read(await sign(first))).toBe('shop');
    // An unknown key may be a new one of the issuer.
    expect(await read(await sign(second))).toBe(14);
    expect(failures).toEqual(Array(2).fill('The response is HTTP 503, not 200.'));
    issuer.respond = respondWith(second);
    expect([await read(await sign(second)), await read(await sign(first, claims({ sub: 'other' })))]).toEqual([
      'shop',
      16,
    ]);
  });

  it('end an hour after the last fetch', async () => {
    const issuer = await startIssuer(respondWith(first));
    // Of no duration.
    const { read } = finder(issuer.url, { freshMs: 0, cooldownMs: 0, retryMs: 0 });
    expect(await read(await sign(first))).toBe('shop');
    issuer.respond = (response) => response.writeHead(503).end();
    expect(await read(await sign(first))).toBe(14);
  });

  it('may take longer than a call waits', async () => {
    const waiting: ServerResponse[] = [];
    const issuer = await startIssuer((response) => waiting.push(response));
    const { callers } = await started({ jwt: { ...withKeys(), jwks: issuer.url } });
    const metadata = { authorization: `Bearer ${await sign(first)}` };
    for (const caller of callers) {
      expect((await caller.call({ code: 'who' }, { metadata, timeoutMs: 200 })).code).toBe(4);
    }
    // All calls wait for one fetch; those that ended don't run.
    expect(issuer.fetches).toBe(1);
    issuer.respond = respondWith(first);
    for (const response of waiting) respondWith(first)(response);
    expect((await callers[0]?.call({ code: 'who' }, { metadata }))?.code).toBe(0);
  });
});

describe('the setting jwt', () => {
  const good = (): JwtOptions => withKeys(first);
  const wrong: readonly (readonly [change: Partial<Record<keyof JwtOptions, unknown>>, message: string])[] = [
    [{ issuer: '' }, 'jwt.issuer: isn\'t the value of the claim "iss".'],
    [{ audience: [] }, 'jwt.audience: isn\'t the value of the claim "aud", or a list of values.'],
    [{ audience: '' }, "jwt.audience: isn't"],
    [{ callerClaim: '' }, "jwt.callerClaim: isn't the name of a claim, such as sub."],
    [{ clockToleranceSeconds: -1 }, "jwt.clockToleranceSeconds: isn't a number from 0 to 600."],
    [{ jwks: 'http://issuer.test/keys' }, 'The URL of the key set must begin with https:'],
    [{ jwks: 'keys' }, 'The URL of the key set must begin with https:'],
    [
      { jwks: 'https://user:secret@issuer.test/keys' },
      'The URL of the key set must have no user and no password; public keys need none.',
    ],
    [{ jwks: { keys: [] } }, 'The key set must be a JSON object'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'AA' }] } }, 'Key 0 of the key set must have the kty RSA, EC or OKP'],
    [{ jwks: { keys: [{ kty: 'EC', d: 'AA' }] } }, 'Key 0 of the key set is private'],
    [
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] } },
      "Key 0 of the key set can't be read; use a public key of EC in the form of a JWK",
    ],
    [{ jwks: { keys: [{ kty: 'RSA', n: 'AQAB' }] } }, "Key 0 of the key set can't be read;"],
    [{ jwks: { keys: [weakKey] } }, 'Key 0 of the key set has 1024 bits; use an RSA key of at least 2048.'],
  ];
  it.each(wrong)('%j is refused', (change, message) => {
    const jwt = { ...good(), ...change } as JwtOptions;
    expect(() => createServer({ jwt })).toThrow(message);
  });
});
