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
 * Checks that certificates and key can be read and belong together; without it, OpenSSL takes what it can't read for nothing.
 *
 * @throws {TypeError}
 */
export function checkTls({ cert, key, clientCa }: TlsOptions): void {
  const [own] = certificates('cert', cert);
  const privateKey = read('key is no PEM private key', () => createPrivateKey(key));
  if (!own?.checkPrivateKey(privateKey)) {
    throw new TypeError('The TLS settings cert and key do not belong together; give the key of the first certificate.');
  }
  if (clientCa !== undefined) certificates('clientCa', clientCa);
}

function certificates(setting: string, pem: string | Buffer): X509Certificate[] {
  const blocks = String(pem).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!blocks) throw new TypeError(`The TLS setting ${setting} holds no certificate; give one or more in PEM.`);
  return blocks.map((block) => read(`${setting} holds a broken certificate`, () => new X509Certificate(block)));
}

function read<T>(problem: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The TLS setting ${problem}: ${reason}.`, { cause: error });
  }
}
