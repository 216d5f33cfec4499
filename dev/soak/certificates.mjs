/** Self-signed certificates for `localhost` and 127.0.0.1, for measurements and tests only: they protect nothing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountFolder } from '../../server/test/mounted-folder.mjs';

/** @typedef {{ cert: string, key: string }} Pair in PEM */

/** Valid for a hundred years. @type {Pair} */
export const VALID = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUeHDTXC8u3BCGsmKwWGq/fIP71B8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODIxMzMxOFoYDzIxMjYxMTA0
MjEzMzE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASZpQfu16pDcCbOqDNUkrT8VWK5dzwbjL5gBUP/butyS7a5N9jVtzmT
Ap+z+54Cq6/NAKmhpQ3fr1HA0n3ji2NPo28wbTAdBgNVHQ4EFgQUsvYeYLp4bhpw
zLp8a6AUPhLyod8wHwYDVR0jBBgwFoAUsvYeYLp4bhpwzLp8a6AUPhLyod8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgcjhvAg81fl/YXe8y/ZsMdIQ0TKwxRr5BKgCUIH/84agCIQCU
HyA0VOlqRb2ERlECqW704sRuB87bGFLF59rhXf1woA==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgf/BaeWf58cIf0xn2
Bcl87X+HrqBHay80V5wg8v6Du1ahRANCAASZpQfu16pDcCbOqDNUkrT8VWK5dzwb
jL5gBUP/butyS7a5N9jVtzmTAp+z+54Cq6/NAKmhpQ3fr1HA0n3ji2NP
-----END PRIVATE KEY-----
`,
};

/** Of the first day of 2026. @type {Pair} */
export const EXPIRED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBOzCB46ADAgECAgkBuTlL37h0cJswCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJ
bG9jYWxob3N0MB4XDTI2MDEwMTAwMDAwMFoXDTI2MDEwMjAwMDAwMFowFDESMBAG
A1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWtoNmzIx
c9qkFs4++c+8RZqMgQSHgalcRkyb4Ts4X3b5dmUOiCjmDV4VfJKicBCZfCuM7fhk
daGhAds8WfAKD6MeMBwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoGCCqG
SM49BAMCA0cAMEQCID+mNrJ+DgAuW7IxPhcQuLAvAKZR+lvaMPeE91jLdLNBAiAH
OAZ5Y7SsY5o8HySxNm/jFoR57k1/jR1z08DH+CRp+w==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1+YmUVElOjoyTOjY
ztfuMNwf4sg995EYgIrJv5/CnOWhRANCAARa2g2bMjFz2qQWzj75z7xFmoyBBIeB
qVxGTJvhOzhfdvl2ZQ6IKOYNXhV8kqJwEJl8K4zt+GR1oaEB2zxZ8AoP
-----END PRIVATE KEY-----
`,
};

/** Writes the valid certificate in the layout of a mounted secret, with the file that names it for Envoy (envoy/certificate.yaml). */
export function mountCertificate() {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const mounted = join(root, 'tls');
  const toFiles = (/** @type {Pair} */ { cert, key }) => ({ 'tls.crt': cert, 'tls.key': key });
  const replace = mountFolder(mounted, toFiles(VALID));
  const config = join(root, 'certificate.yaml');
  const template = readFileSync(new URL('../../envoy/certificate.yaml', import.meta.url), 'utf8');
  writeFileSync(config, template.replaceAll('/etc/envoy/tls', mounted));
  const authorities = join(root, 'authorities.pem');
  writeFileSync(authorities, VALID.cert);
  return {
    /** The file for Envoy. */
    config,
    /** The file for clients, which trust these certificates. */
    authorities,
    /** Replaces the certificate in one step. */
    renew: (/** @type {Pair} */ next) => replace(toFiles(next)),
    remove: () => rmSync(root, { recursive: true }),
  };
}
