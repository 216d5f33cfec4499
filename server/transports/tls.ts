import { createPrivateKey, X509Certificate } from 'node:crypto';

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
