import { createHash, timingSafeEqual, createPrivateKey, X509Certificate } from 'node:crypto';

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

/** TLS, or with `clientCa` mutual TLS. All are PEM. */
export interface TlsOptions {
  /** The server's certificate, followed by the intermediate ones. */
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  /** The authorities that sign clients' certificates. With it, a client without such a certificate can't connect. */
  readonly clientCa?: string | Buffer;
}

/**
 * Checks that certificates and key are readable and match; OpenSSL silently ignores unreadable ones.
 *
 * @throws {TypeError}
 */
export function checkTls({ cert, key, clientCa }: TlsOptions): void {
  const [serverCertificate] = parseCertificates('cert', cert);
  const privateKey = parse("key isn't a PEM private key", () => createPrivateKey(key));
  if (!serverCertificate?.checkPrivateKey(privateKey)) {
    throw new TypeError('The TLS settings cert and key do not match; use the key of the first certificate.');
  }
  if (clientCa !== undefined) parseCertificates('clientCa', clientCa);
}

function parseCertificates(setting: string, pem: string | Buffer): X509Certificate[] {
  const blocks = String(pem).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!blocks) throw new TypeError(`The TLS setting ${setting} holds no certificate; use one or more in PEM.`);
  return blocks.map((block) => parse(`${setting} holds a broken certificate`, () => new X509Certificate(block)));
}

function parse<T>(problem: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The TLS setting ${problem}: ${reason}.`, { cause: error });
  }
}
