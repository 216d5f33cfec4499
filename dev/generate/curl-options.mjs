/**
 * Writes the table of curl's options for the playground, for `npm run generate -- curl`: the options in the help of this machine's curl,
 * and those that its help lacks.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';

const FILE = join(ROOT, 'playground/src/features/request-builder/paste/commands/curl/options.json');

/** Options of curl 8.22 that the help of 7.88 lacks, by `docs/cmdline-opts/` and the aliases in `src/tool_getparam.c`. */
const NEWER_WITH_VALUE =
  'ech haproxy-clientip httpsig-algo httpsig-headers httpsig-key httpsig-keyid ip-tos ipfs-gateway keepalive-cnt knownhosts krb4 ' +
  'parallel-max-host sigalgs ssl-sessions trace-config upload-flags variable vlan-priority';
const NEWER =
  'ca-native dump-ca-embed eprt epsv follow ftp-ssl ftp-ssl-reqd mptcp out-null proxy-ca-native proxy-http2 proxy-http3 show-headers ' +
  'skip-existing tls-earlydata trace-ids';
/** Options without a value that have no form with `no-` (`ARG_NONE` in `src/tool_getparam.c`). */
const WITHOUT_NO =
  'anyauth dump-ca-embed ftp-pasv http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ipv4 ipv6 next proxy-tlsv1 sslv2 sslv3 ' +
  'tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3';

/**
 * @typedef {object} CurlOption
 * @property {string} name the long name, without the `no-` that help shows for what is on by default
 * @property {string} letter empty if it has none
 * @property {boolean} value whether it has a value
 */

/**
 * Reads the output of `curl --help all`.
 *
 * @param {string} help
 * @returns {CurlOption[]}
 */
export function readHelp(help) {
  return [...help.matchAll(/^ *(?:-(\S), )?--(?:no-)?([a-z\d.-]+)( [<[]\S)?/gm)].map(
    ([, letter = '', name = '', value]) => ({ name, letter, value: value !== undefined }),
  );
}

/** @returns {Promise<CurlOption[]>} the options of this machine's curl */
export async function listOptions() {
  const { failure, output } = await run('curl', ['--help', 'all']);
  if (failure !== undefined) throw new Error(`curl --help all: ${failure}`);
  return readHelp(output);
}

/** Writes the names as few long texts: one for each kind. */
export async function writeCurlOptions() {
  const options = await listOptions();
  const names = (/** @type {boolean} */ value, /** @type {string} */ newer) =>
    [...new Set([...options.filter((option) => option.value === value).map(({ name }) => name), ...newer.split(' ')])]
      .sort()
      .join(' ');
  const letters = options.filter(({ letter }) => letter !== '').map(({ letter, name }) => `${letter}${name}`);
  const table = {
    withValue: names(true, NEWER_WITH_VALUE),
    withoutValue: names(false, NEWER),
    withoutNo: WITHOUT_NO,
    letters: letters.sort().join(' '),
  };
  writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
}
