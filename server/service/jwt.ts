import { createHash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { CallError } from './call.js';
import {
  checkKeySet,
  createRemoteKeys,
  defaultFreshMs,
  type JwtTimes,
  KeysUnavailable,
  type KeySet,
  parseKeysUrl,
} from './jwt-keys.js';
import { checkSettings, JWT } from './settings.js';

/** JSON Web Tokens (RFC 7519) that calls may have as bearer tokens. */
export interface JwtOptions {
  /** The only `iss` that is accepted. */
  readonly issuer: string;
  /** The `aud` that names this server; with several, one of them suffices. */
  readonly audience: string | readonly string[];
  /** The issuer's public keys (RFC 7517, section 5): their URL, which is fetched at the first JWT, or the key set itself. */
  readonly jwks: string | URL | KeySet;
  /** The claim that names the caller; `sub` by default. */
  readonly callerClaim?: string;
  /** By how much the clocks of issuer and server may differ, in seconds, 0 to 600; 5 by default. */
  readonly clockToleranceSeconds?: number;
}

/** Verifies a JWT; rejects with a {@link CallError}: UNAUTHENTICATED, or UNAVAILABLE while the keys can't be had. */
export type Verification = () => Promise<string>;

/** Finds the caller of a bearer token: its name where it was verified before, undefined where it isn't a JWT. */
export type FindJwtCaller = (token: string) => string | Verification | undefined;

// With a public key, algorithms of shared secrets (HS256) would take it as the secret, which everyone knows (RFC 8725, section 2.1).
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** The most characters of a JWT. JWTs of the usual issuers have one or two thousand. */
export const maxJwtLength = 8192;

/** The verified tokens that are remembered; the earliest is forgotten first. */
const maxVerified = 10_000;

/**
 * Makes a function that finds the callers of JWTs. A verified token counts until it expires, at most ten minutes, so that its
 * signature isn't checked at each call, and a withdrawn key still ends soon.
 *
 * @param reportFailure gets the reason whenever the keys can't be fetched
 * @throws {TypeError} for a setting that can't be used
 */
export function createFindJwtCaller(
  options: JwtOptions,
  reportFailure: (reason: string) => void,
  times: JwtTimes = {},
): FindJwtCaller {
  const { freshMs = defaultFreshMs } = times;
  const verify = createVerifier(options, reportFailure, times);
  const verified = new Map<string, { readonly caller: string; readonly endMs: number }>();
  return (token) => {
    if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
    if (token.length > maxJwtLength) {
      return () => Promise.reject(refused(`The JWT has ${token.length} characters; at most ${maxJwtLength} are read.`));
    }
    const key = createHash('sha256').update(token).digest('base64');
    const known = verified.get(key);
    if (known && Date.now() < known.endMs) return known.caller;
    return async () => {
      const { caller, expiryMs } = await verify(token);
      verified.delete(key);
      if (verified.size >= maxVerified) verified.delete(verified.keys().next().value ?? '');
      verified.set(key, { caller, endMs: Math.min(expiryMs, Date.now() + freshMs) });
      return caller;
    };
  };
}

function createVerifier(options: JwtOptions, reportFailure: (reason: string) => void, times: JwtTimes) {
  const { issuer, audience, callerClaim = 'sub', clockToleranceSeconds = 5, jwks } = options;
  checkSettings('jwt', options, JWT);
  const loadKeys = prepareKeys(jwks, reportFailure, times);
  return async (token: string): Promise<{ caller: string; expiryMs: number }> => {
    try {
      // Imported at the first JWT: most servers never need it.
      const { jwtVerify } = await import('jose');
      const { payload } = await jwtVerify(token, await loadKeys(), {
        algorithms,
        issuer,
        audience: [audience].flat(),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', callerClaim],
      });
      const expiryMs = ((payload.exp ?? 0) + clockToleranceSeconds) * 1000;
      return { caller: readCaller(payload, callerClaim), expiryMs };
    } catch (error) {
      throw explain(error);
    }
  };
}

/** Checks the source of keys at once, and makes them at the first use. */
function prepareKeys(
  jwks: JwtOptions['jwks'],
  reportFailure: (reason: string) => void,
  times: JwtTimes,
): () => Promise<JWTVerifyGetKey> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  if (typeof jwks === 'string' || jwks instanceof URL) {
    const url = parseKeysUrl(jwks);
    return () => (keys ??= createRemoteKeys(url, reportFailure, times));
  }
  checkKeySet(jwks);
  const createLocalKeys = async (): Promise<JWTVerifyGetKey> => {
    const { createLocalJWKSet } = await import('jose');
    return createLocalJWKSet({ keys: [...jwks.keys] });
  };
  return () => (keys ??= createLocalKeys());
}

/** A caller's name is logged, and a word of the file of permissions. */
function readCaller(payload: JWTPayload, claim: string): string {
  const caller = payload[claim];
  if (typeof caller === 'string' && /^[!-~]{1,128}$/.test(caller)) return caller;
  throw refused(
    `The claim ${JSON.stringify(claim)} of the JWT must name the caller by 1 to 128 printable ASCII characters without whitespace.`,
  );
}

const refused = (details: string): CallError => new CallError(status.UNAUTHENTICATED, details);

/** By the codes of jose. None repeats a part of the token. */
const explanations: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The JWT has expired; get a new one.',
  ERR_JOSE_ALG_NOT_ALLOWED: `The algorithm (alg) of the JWT is not accepted; use one of ${algorithms.join(', ')}.`,
  ERR_JWKS_NO_MATCHING_KEY: 'The issuer has no key for the kid and alg of the JWT; get a new one.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'Several keys of the issuer fit the JWT; it must name its own by kid.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the JWT is wrong.',
  ERR_JOSE_NOT_SUPPORTED: 'The JWT uses an extension or algorithm that is not supported.',
  ERR_JWS_INVALID: 'The JWT is malformed.',
  ERR_JWT_INVALID: 'The JWT is malformed.',
};

const claimExplanations: Readonly<Record<string, string>> = {
  iss: 'The JWT is of another issuer (iss).',
  aud: 'The JWT is for another audience (aud).',
  nbf: 'The JWT is not valid yet (nbf).',
};

/** Explains a failure to the caller; an error of another kind is a bug, and returned as it is. */
function explain(error: unknown): unknown {
  if (error instanceof KeysUnavailable) {
    return new CallError(status.UNAVAILABLE, "The issuer's keys can't be fetched now; try again later.");
  }
  const { code = '', claim = '', reason = '' } = error as { code?: string; claim?: string; reason?: string };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    if (reason === 'missing') return refused(`The JWT lacks the claim "${claim}".`);
    const explanation = reason === 'check_failed' ? claimExplanations[claim] : undefined;
    return refused(explanation ?? `The claim "${claim}" of the JWT is malformed.`);
  }
  const explanation = explanations[code];
  return explanation === undefined ? error : refused(explanation);
}
