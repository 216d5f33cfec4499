/**
 * Self-signed certificates for `localhost` with any validity. No package of this repository makes certificates, and `openssl` makes
 * none that have expired; the form is RFC 5280's (DER).
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountFolder } from '../../server/test/mounted-folder.mjs';

const [INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 0x30, 0x31];
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex');
/** Context-specific tags: a name of DNS, an address. */
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87];
const HOUR = 3_600_000;

/** @typedef {{ cert: string, key: string }} Pair in PEM */

/** @param {number} tag @param {readonly (Uint8Array | string)[]} contents */
function encode(tag, ...contents) {
  const bytes = Buffer.concat(contents.map((content) => Buffer.from(content)));
  const size = bytes.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

/** YYMMDDHHMMSSZ. @param {number} time */
const utcTime = (time) => encode(UTC_TIME, `${new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)}Z`);

/**
 * Makes a certificate that is its own authority.
 *
 * @param {{ from?: number, until?: number }} [validity] in ms since 1970; by default an hour before and after now
 * @returns {Pair}
 */
export function createCertificate({ from = Date.now() - HOUR, until = Date.now() + HOUR } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encode(SEQUENCE, encode(OID, ECDSA_WITH_SHA256));
  const name = encode(SEQUENCE, encode(SET, encode(SEQUENCE, encode(OID, COMMON_NAME), encode(UTF8, 'localhost'))));
  const names = encode(SEQUENCE, encode(DNS_NAME, 'localhost'), encode(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const extension = encode(SEQUENCE, encode(OID, SUBJECT_ALT_NAME), encode(OCTET_STRING, names));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const content = encode(
    SEQUENCE,
    // Version 3, which has extensions.
    encode(0xa0, encode(INTEGER, Buffer.from([2]))),
    encode(INTEGER, serial),
    algorithm,
    name,
    encode(SEQUENCE, utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, encode(SEQUENCE, extension)),
  );
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const lines =
    encode(SEQUENCE, content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/**
 * Writes a certificate in the layout of a mounted secret, with the file that names it for Envoy (envoy/certificate.yaml).
 *
 * @param {Pair} first
 */
export function mountCertificate(first) {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const mounted = join(root, 'tls');
  const toFiles = (/** @type {Pair} */ { cert, key }) => ({ 'tls.crt': cert, 'tls.key': key });
  const replace = mountFolder(mounted, toFiles(first));
  const config = join(root, 'certificate.yaml');
  const template = readFileSync(new URL('../../envoy/certificate.yaml', import.meta.url), 'utf8');
  writeFileSync(config, template.replaceAll('/etc/envoy/tls', mounted));
  const authorities = join(root, 'authorities.pem');
  writeFileSync(authorities, first.cert);
  return {
    /** The file for Envoy. */
    config,
    /** The file for clients, which trust these certificates. */
    authorities,
    /** The same in PEM. */
    authority: first.cert,
    first,
    /** Replaces the certificate in one step. */
    renew: (/** @type {Pair} */ next) => replace(toFiles(next)),
    remove: () => rmSync(root, { recursive: true }),
  };
}
