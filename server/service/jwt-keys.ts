import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { isPlainObject } from '../../lib/strict.js';

/** A JSON Web Key Set (RFC 7517, section 5) of public keys. */
export interface KeySet {
  readonly keys: readonly { readonly kty: string; readonly [member: string]: unknown }[];
}

/** Times that tests shorten, in ms. */
export interface JwtTimes {
  /** How long fetched keys and verified tokens count; 600,000 by default. */
  readonly freshMs?: number;
  /** How long an unknown key isn't looked for again after a fetch; 30,000 by default. */
  readonly cooldownMs?: number;
  /** How long no other fetch is tried after a failure; 2000 by default. */
  readonly retryMs?: number;
}

/** {@link JwtTimes.freshMs}, unless a test shortens it. */
export const defaultFreshMs = 600_000;

/** The keys can't be had, which says nothing about a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** The fewest bits of an RSA key (RFC 7518, section 3.3). */
const minRsaBits = 2048;

/**
 * Checks a key set, each of its keys.
 *
 * @throws {TypeError} when it is another value, has no key, or has a key that isn't public, can't be read or is too short
 */
export function checkKeySet(value: unknown): asserts value is KeySet {
  listKeys(value).forEach((key, index) => {
    const problem = findProblem(key);
    if (problem !== undefined) throw new TypeError(`Key ${index} of the key set ${problem}`);
  });
}

/**
 * Reads a key set as a file has it.
 *
 * @throws {TypeError} as {@link checkKeySet} does, and for text that isn't JSON: never with a part of it, since it may be another file
 */
export function parseKeySet(text: string): KeySet {
  const value = parseJson(text);
  checkKeySet(value);
  return value;
}

/**
 * Selects the keys of an issuer that can be used: it may also publish keys for other purposes, or of a kind that is newer than this
 * server, which are to be ignored (RFC 7517, section 5).
 *
 * @throws {TypeError} as {@link checkKeySet} does, when none can be used
 */
function selectKeys(text: string): JSONWebKeySet {
  const value = parseJson(text);
  const keys = listKeys(value).filter((key) => findProblem(key) === undefined);
  if (keys.length === 0) checkKeySet(value);
  return { keys: keys as JSONWebKeySet['keys'] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TypeError('The key set isn\'t valid JSON; use an object {"keys": […]} (RFC 7517, section 5).');
  }
}

function listKeys(value: unknown): readonly unknown[] {
  const keys = isPlainObject(value) && value['keys'];
  if (Array.isArray(keys) && keys.length > 0) return keys as readonly unknown[];
  throw new TypeError('The key set must be a JSON object {"keys": […]} with one key or more (RFC 7517, section 5).');
}

/** Describes why a key can't be used, without its content; undefined: it can. */
function findProblem(value: unknown): string | undefined {
  const key: JsonWebKey = isPlainObject(value) ? value : {};
  if (key.kty !== 'RSA' && key.kty !== 'EC' && key.kty !== 'OKP') {
    return 'must have the kty RSA, EC or OKP; tokens of shared secrets are not accepted.';
  }
  if (key.d !== undefined) return 'is private; use its public members only.';
  const bits = readRsaBits(key);
  if (bits === undefined)
    return `can't be read; use a public key of ${key.kty} in the form of a JWK (RFC 7518, section 6).`;
  if (bits < minRsaBits) return `has ${bits} bits; use an RSA key of at least ${minRsaBits}.`;
  return undefined;
}

/** Reads the bits of an RSA key; Infinity for a key of another kind, undefined where it can't be read. */
function readRsaBits(key: JsonWebKey): number | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails?.modulusLength ?? Infinity;
  } catch {
    return undefined;
  }
}

/**
 * Reads the URL of a key set. No message repeats it: it may hold a secret.
 *
 * @throws {TypeError} when it isn't one by https, or by http of this machine: others on the way could replace the keys; and when it has a
 *   user or a password, which `fetch` refuses with a message that has them
 */
export function parseKeysUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (url && (url.username !== '' || url.password !== '')) {
    throw new TypeError('The URL of the key set must have no user and no password; public keys need none.');
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url;
  throw new TypeError('The URL of the key set must begin with https:, or http: for this machine.');
}

// Key sets have some kilobytes.
const maxKeySetBytes = 1_048_576;

/** While the issuer is down, the keys that it had last count this much longer. */
const staleFactor = 6;

/**
 * Makes a function that finds the key of a token among those at a URL. They are fetched at the first token, when they are older than
 * {@link JwtTimes.freshMs}, and for an unknown key; while that fails, the earlier ones count for an hour.
 */
export async function createRemoteKeys(
  url: URL,
  reportFailure: (reason: string) => void,
  { freshMs = defaultFreshMs, cooldownMs = 30_000, retryMs = 2000 }: JwtTimes,
): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet, createRemoteJWKSet, customFetch } = await import('jose');
  let failedAt = -Infinity;
  let stale: { readonly find: JWTVerifyGetKey; readonly endMs: number } | undefined;
  const fail = (reason: string): never => {
    failedAt = performance.now();
    reportFailure(reason);
    throw new KeysUnavailable(reason);
  };
  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: freshMs,
    cooldownDuration: cooldownMs,
    [customFetch]: async (href: string, init: RequestInit) => {
      // An issuer in trouble isn't asked at each call, and callers don't wait for it each time.
      if (performance.now() - failedAt < retryMs) throw new KeysUnavailable('The last fetch has just failed.');
      try {
        const keys = await fetchKeys(href, init);
        stale = {
          find: createLocalJWKSet(keys),
          endMs: performance.now() + freshMs * staleFactor,
        };
        return Response.json(keys);
      } catch (error) {
        return fail(describeFailure(error));
      }
    },
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (!(error instanceof KeysUnavailable) || !stale || performance.now() > stale.endMs) throw error;
      try {
        return await stale.find(header, token);
      } catch {
        // The issuer may have the key by now: nothing is known about the token.
        throw error;
      }
    }
  };
}

async function fetchKeys(url: string, init: RequestInit): Promise<JSONWebKeySet> {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxKeySetBytes) throw new TypeError(`The key set has more than ${maxKeySetBytes} bytes.`);
    chunks.push(chunk);
  }
  if (response.status !== 200) throw new TypeError(`The response is HTTP ${response.status}, not 200.`);
  return selectKeys(Buffer.concat(chunks).toString());
}

/** Names the cause, which fetch hides. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
