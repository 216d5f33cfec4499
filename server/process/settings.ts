import { readFileSync, watchFile } from 'node:fs';
import { createFindCaller, checkTls, parseTokens, type TlsOptions, type Tokens } from '../service/credentials.js';
import { parseOrigins } from '../transports/cors.js';
import { errorMessage } from '../../envoy/launcher/process/error-message.mjs';
import type { RenewalLogLine } from '../observability/log.js';
import type { CallServer, Renewal } from '../server.js';
import { type CommandLine, UsageError, withFlag } from './command-line.js';

/**
 * Reads the settings that files may hold.
 *
 * @throws {UsageError}
 */
export function readSettings({ origins, originsFile, tls, tokenFile }: CommandLine) {
  const token = readToken(tokenFile, process.env['CALL_SERVER_TOKEN']);
  return {
    origins: originsFile === undefined ? origins : readOrigins(originsFile),
    ...(token !== undefined && { token }),
    ...(tls && { tls: readTls(tls) }),
  };
}

/** Reads the tokens. None is an error, as a server that is meant to ask for a token must not serve without one. */
function readToken(file: string | undefined, environment: string | undefined): Tokens | undefined {
  if (file !== undefined && environment !== undefined) {
    throw new UsageError('The token is set twice, by --token-file and CALL_SERVER_TOKEN; omit one of them.');
  }
  if (file === undefined) {
    if (environment !== undefined) withFlag('CALL_SERVER_TOKEN', () => createFindCaller(environment));
    return environment;
  }
  const text = readFlagFile('--token-file', file).toString();
  return withFlag(`--token-file ${file}`, () => {
    const tokens = parseTokens(text);
    createFindCaller(tokens);
    return tokens;
  });
}

function readTls({ cert, key, clientCa }: NonNullable<CommandLine['tls']>): TlsOptions {
  const tls = {
    cert: readFlagFile('--tls-cert', cert),
    key: readFlagFile('--tls-key', key),
    ...(clientCa !== undefined && { clientCa: readFlagFile('--tls-client-ca', clientCa) }),
  };
  withFlag('--tls-cert, --tls-key, --tls-client-ca', () => checkTls(tls));
  return tls;
}

/** Reads origins, one in a line; empty lines and comments after `#` are left out. */
export function readOrigins(file: string): readonly string[] {
  const lines = readFlagFile('--origins-file', file).toString().split(/\r?\n/);
  const origins = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  withFlag(`--origins-file ${file}`, () => parseOrigins(origins));
  return origins;
}

function readFlagFile(flag: string, path: string): Buffer {
  return withFlag(flag, () => readFileSync(path));
}

/** How often the times of the files are compared, in ms. */
const watchMs = 1000;

/**
 * Renews the settings of a server whenever a file of them changes. Times are compared, because Kubernetes replaces the folder of mounted
 * files by another one, which events of the folder miss.
 */
export function renewOnChange(
  server: Pick<CallServer, 'renew'>,
  commandLine: CommandLine,
  log: (line: RenewalLogLine) => void,
): void {
  const { originsFile, tls, tokenFile } = commandLine;
  const watch = (file: string | undefined, read: () => Renewal): void => {
    if (file === undefined) return;
    watchFile(file, { interval: watchMs, persistent: false }, () => {
      const time = new Date().toISOString();
      try {
        server.renew(read());
        log({ event: 'renewed', time, file });
      } catch (error) {
        log({ event: 'renewal-failed', time, file, reason: errorMessage(error) });
      }
    });
  };
  watch(tokenFile, () => ({ token: readToken(tokenFile, undefined) ?? '' }));
  watch(originsFile, () => ({ origins: readOrigins(originsFile ?? '') }));
  for (const file of [tls?.cert, tls?.key, tls?.clientCa]) watch(file, () => (tls ? { tls: readTls(tls) } : {}));
}
