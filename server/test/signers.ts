import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { KeySet } from '../service/jwt-keys.js';

// Issuers of JSON Web Tokens.

/** A key of an issuer. */
export interface Signer {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: Parameters<SignJWT['sign']>[0];
  /** The public key. */
  readonly jwk: KeySet['keys'][number];
}

export async function makeSigner(kid: string, alg = 'ES256'): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const jwk = { ...(await exportJWK(publicKey)), kty: alg === 'ES256' ? 'EC' : 'RSA', kid, alg };
  return { kid, alg, privateKey, jwk };
}

/** The text of a key set. */
export const formatKeys = (...signers: Signer[]): string => JSON.stringify({ keys: signers.map(({ jwk }) => jwk) });

/** The time in seconds, as tokens have it. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** The claims of a valid token of the caller `shop`, or others. */
export const claims = (others: Record<string, unknown> = {}): JWTPayload => ({
  iss: 'https://issuer.test', aud: 'calls', sub: 'shop', exp: now() + 600, ...others,
}); // prettier-ignore

export const sign = ({ kid, alg, privateKey }: Signer, payload = claims(), header: Record<string, unknown> = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
