import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Makes a check of `authorization` metadata against `Bearer <token>` (RFC 6750, section 2.1) in constant time: it compares
 * digests, so its duration shows neither the token's content nor its length.
 *
 * @throws {TypeError} when the token isn't a b64token of RFC 6750: no caller could send it
 */
export function createBearerCheck(token: string): (authorization: readonly string[]) => boolean {
  if (token === '') throw new TypeError('The token is empty; set one, or omit the setting to serve without a token.');
  if (!/^[\w.~+/-]+=*$/.test(token)) {
    throw new TypeError('The token must be one or more of A-Z a-z 0-9 - . _ ~ + / with = only at its end (RFC 6750).');
  }
  const expected = digest(token);
  return (authorization) => {
    const [value] = authorization;
    if (authorization.length !== 1 || value === undefined) return false;
    const sent = /^bearer +(\S+) *$/i.exec(value)?.[1];
    return sent !== undefined && timingSafeEqual(digest(sent), expected);
  };
}
