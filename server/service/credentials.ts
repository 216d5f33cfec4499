import { createHash, timingSafeEqual, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Verification } from './jwt.js';
import { checkSettings, TLS } from './settings.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The token of all callers, or those of callers by their names: several for one while its token is replaced. */
export type Tokens = string | Readonly<Record<string, string | readonly string[]>>;

/**
 * Finds the caller of a call by its `authorization` metadata; undefined: none that may call. A caller without a name is empty. A token's
 * caller is found at once, since a promise takes a good part of a call's time; a new JWT takes a {@link Verification}.
 */
export type FindCaller = (authorization: readonly string[]) => string | Verification | undefined;

/** Reads the token of `Bearer <token>` (RFC 6750, section 2.1); undefined without one, or with several. */
export function readBearer(authorization: readonly string[]): string | undefined {
  const [value] = authorization;
  if (authorization.length !== 1 || value === undefined) return undefined;
  return /^bearer +(\S+) *$/i.exec(value)?.[1];
}

/** The spellings of a token's `authorization` that are remembered: `Bearer` has any case, and more than one space may follow it. */
const maxSpellings = 4;

/**
 * Makes a function that finds a caller by `Bearer <token>` (RFC 6750, section 2.1) in constant time: it compares digests, and always
 * with all, so its duration shows neither a token's content nor its length, nor whose it is.
 *
 * Values that were right are remembered, and need no digest. This shows nothing to a stranger: the memory holds no other values, and a
 * lookup ends at a guess's hash, whose seed is random in each process, so its duration doesn't depend on how much of the guess is right.
 *
 * @throws {TypeError} when there is no token, two callers have the same one, or one isn't a b64token of RFC 6750: no caller could send it
 */
export function createFindCaller(tokens: Tokens): (authorization: readonly string[]) => string | undefined {
  const named = typeof tokens === 'string' ? [['', tokens] as const] : Object.entries(tokens);
  const known = named.flatMap(([caller, its]) =>
    [its].flat().map((token) => ({ caller, expected: readToken(token), spellings: 0 })),
  );
  if (known.length === 0) throw new TypeError(noToken);
  const owners = new Map<string, string>();
  for (const { caller, expected } of known) {
    checkCaller(caller);
    const text = expected.toString('hex');
    const owner = owners.get(text) ?? caller;
    if (owner !== caller)
      throw new TypeError(`The callers ${owner} and ${caller} have the same token; give each its own.`);
    owners.set(text, caller);
  }
  const verified = new Map<string, string>();
  return (authorization) => {
    const [value = ''] = authorization;
    const remembered = authorization.length === 1 ? verified.get(value) : undefined;
    if (remembered !== undefined) return remembered;
    const sent = readBearer(authorization);
    if (sent === undefined) return undefined;
    const sentDigest = digest(sent);
    let found: (typeof known)[number] | undefined;
    for (const one of known) if (timingSafeEqual(sentDigest, one.expected)) found = one;
    if (found && (found.spellings += 1) <= maxSpellings) verified.set(value, found.caller);
    return found?.caller;
  };
}

/** Names the caller for whom a resource is held, by its credentials, else by the address of its connection. */
export type NameHolder = (authorization: readonly string[], address: string | undefined) => string;

/** A caller without a valid token, or whose JWT isn't verified yet, is known by its address only; no name has a space. */
export const createNameHolder =
  (findCaller: FindCaller | undefined): NameHolder =>
  (authorization, address) => {
    const found = findCaller?.(authorization);
    return (typeof found === 'string' && found) || `from ${address}`;
  };

/** Lists the callers that have tokens; one without a name is empty. */
export const listCallers = (tokens: Tokens = {}): string[] => (typeof tokens === 'string' ? [''] : Object.keys(tokens));

const noToken = 'The token is empty; set one, or omit the setting to serve without a token.';

function readToken(token: string): Buffer {
  if (token === '') throw new TypeError(noToken);
  if (!/^[\w.~+/-]+=*$/.test(token)) {
    throw new TypeError('The token must be one or more of A-Z a-z 0-9 - . _ ~ + / with = only at its end (RFC 6750).');
  }
  return digest(token);
}

function checkCaller(caller: string): void {
  if (/^[\w.-]{0,64}$/.test(caller)) return;
  throw new TypeError(`A caller's name must be at most 64 of A-Z a-z 0-9 - . _, not ${JSON.stringify(caller)}.`);
}

/** TLS, or with `clientCa` mutual TLS. All are PEM. */
export interface TlsOptions {
  /** The server's certificate, followed by the intermediate ones. */
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  /** The authorities that sign clients' certificates. With it, a client without such a certificate can't connect. */
  readonly clientCa?: string | Buffer;
}

/**
 * Checks that a server can use certificates and key, by making its context: OpenSSL silently ignores unreadable ones, and gRPC's server
 * would start without the unusable ones, and end every connection.
 *
 * @throws {TypeError}
 */
export function checkTls(tls: TlsOptions): void {
  checkSettings('tls', tls, TLS);
  const { cert, key, clientCa } = tls;
  const [serverCertificate] = parseCertificates('cert', cert);
  const privateKey = parse("key isn't a PEM private key", () => createPrivateKey(key));
  if (!serverCertificate?.checkPrivateKey(privateKey)) {
    throw new TypeError('The TLS settings cert and key do not match; use the key of the first certificate.');
  }
  checkKeyType(privateKey);
  checkContext('cert', { cert });
  checkContext('key', { cert, key });
  if (clientCa !== undefined) checkClientCa(parseCertificates('clientCa', clientCa), { cert, key, ca: clientCa });
}

/** Rejects keys that OpenSSL accepts, and for which no signature is common to clients and servers. */
function checkKeyType({ asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve } = {} }: KeyObject): void {
  const name = namedCurve ?? type ?? '';
  if (/^(?:rsa|rsa-pss|ed25519|ed448|prime256v1|secp384r1|secp521r1)$/.test(name)) return;
  throw new TypeError(
    `The TLS setting key is of the kind ${name}, which clients don't support; use RSA, ECDSA with P-256, P-384 or P-521, or Ed25519.`,
  );
}

/** OpenSSL accepts every authority, and then refuses the clients of a weak one, as it refuses a weak certificate of a server. */
function checkClientCa(authorities: readonly X509Certificate[], options: SecureContextOptions): void {
  checkContext('clientCa', options);
  const problems = authorities.map((authority) => {
    try {
      checkContext('clientCa', { cert: authority.toString() });
      return undefined;
    } catch (error) {
      return error;
    }
  });
  if (!problems.includes(undefined)) throw problems[0];
}

function checkContext(setting: keyof TlsOptions, options: SecureContextOptions): void {
  parse(
    `${setting} can't be used`,
    () => createSecureContext(options),
    '; use certificates that are signed with SHA-256 or stronger, and RSA keys of at least 2048 bits or keys of P-256',
  );
}

function parseCertificates(setting: string, pem: string | Buffer): X509Certificate[] {
  const blocks = String(pem).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!blocks) throw new TypeError(`The TLS setting ${setting} holds no certificate; use one or more in PEM.`);
  return blocks.map((block) => parse(`${setting} holds a broken certificate`, () => new X509Certificate(block)));
}

function parse<T>(problem: string, read: () => T, fix = ''): T {
  try {
    return read();
  } catch (error) {
    throw new TypeError(`The TLS setting ${problem}: ${readReason(error)}${fix}.`, { cause: error });
  }
}

/** OpenSSL's errors have a reason, without numbers. */
function readReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'reason' in error ? `OpenSSL reports "${String(error.reason)}"` : error.message;
}
