import { createSecureContext } from 'node:tls';

/** TLS, or with `clientCa` mutual TLS. All are PEM. */
export interface TlsOptions {
  /** The server's certificate, followed by the intermediate ones. */
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  /** The authorities that sign clients' certificates. With it, a client without such a certificate can't connect. */
  readonly clientCa?: string | Buffer;
}

/**
 * Checks that certificates and key can be read and belong together.
 *
 * @throws {TypeError}
 */
export function checkTls({ cert, key, clientCa }: TlsOptions): void {
  attempt("cert and key can't be used", 'a PEM certificate and its PEM private key', () =>
    createSecureContext({ cert, key }),
  );
  if (clientCa === undefined) return;
  // OpenSSL takes a text without any certificate for none.
  if (!/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/.test(String(clientCa))) {
    throw new TypeError('The TLS setting clientCa holds no certificate; give PEM certificates of authorities.');
  }
  attempt("clientCa can't be used", 'PEM certificates of authorities', () => createSecureContext({ ca: clientCa }));
}

function attempt(what: string, right: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The TLS settings ${what}: ${reason}. Give ${right}.`, { cause: error });
  }
}
