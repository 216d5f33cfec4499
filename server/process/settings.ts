import { readFileSync, watchFile } from 'node:fs';
import { createFindCaller, checkTls, type TlsOptions, type Tokens } from '../service/credentials.js';
import type { JwtOptions } from '../service/jwt.js';
import { parseKeySet, parseKeysUrl } from '../service/jwt-keys.js';
import type { Allow } from '../service/permissions.js';
import { parseOrigins } from '../transports/cors.js';
import { errorMessage } from '../../process/error-message.mjs';
import type { RenewalLogLine } from '../observability/log.js';
import type { CallServer, Renewal } from '../server.js';
import { type CommandLine, type JwtFlags, UsageError, withFlag } from './command-line.js';
import { checkVariables } from './variables.js';

/**
 * Reads the settings that files may hold.
 *
 * @throws {UsageError}
 */
export function readSettings({ origins, originsFile, tls, tokenFile, jwt, allowFile }: CommandLine) {
  checkVariables(process.env);
  const token = readToken(tokenFile, process.env['CALL_SERVER_TOKEN']);
  return {
    origins: originsFile === undefined ? origins : readOrigins(originsFile),
    ...(token !== undefined && { token }),
    ...(jwt && { jwt: readJwt(jwt) }),
    ...(allowFile !== undefined && { allow: readAllowFile(allowFile) }),
    ...(tls && { tls: readTls(tls) }),
  };
}

/** Reads the tokens. None is an error, as a server that is meant to ask for a token must not serve without one. */
function readToken(file: string | undefined, environment: string | undefined): Tokens | undefined {
  if (file !== undefined && environment !== undefined) {
    throw new UsageError('The token is set twice, by --token-file and CALL_SERVER_TOKEN; omit one of them.');
  }
  if (file !== undefined) return readTokenFile(file);
  if (environment !== undefined) withFlag('CALL_SERVER_TOKEN', () => createFindCaller(environment));
  return environment;
}

const readTokenFile = (file: string): Tokens =>
  readTextFile('--token-file', file, (text) => {
    const tokens = parseTokens(text);
    createFindCaller(tokens);
    return tokens;
  });

/** Lists the lines of a file with their numbers, without empty ones and comments after `#`. */
function listLines(text: string): { readonly number: number; readonly line: string }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
}

/**
 * Reads a file of tokens: each line is `<token>` or `<caller> <token>`.
 *
 * @throws {TypeError} with the number of a line of another form
 */
export function parseTokens(text: string): Tokens {
  const tokens: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { number, line } of listLines(text)) {
    const words = line.split(/[ \t]+/);
    // Never the line itself: it holds a token.
    if (words.length > 2) throw new TypeError(`Line ${number} must be "<token>" or "<caller> <token>".`);
    const [caller = '', token = ''] = words.length === 2 ? words : ['', ...words];
    // Its token would let in a caller of that name.
    if (/^(?:bearer|basic)$/i.test(caller)) {
      throw new TypeError(`Line ${number} begins with a scheme instead of a caller; omit ${JSON.stringify(caller)}.`);
    }
    (tokens[caller] ??= []).push(token);
  }
  return tokens;
}

const readAllowFile = (file: string): Allow => readTextFile('--allow-file', file, parseAllow);

/**
 * Reads a file of permissions: each line is `<caller> <operation> <operation> …`; several lines of one caller add up.
 *
 * @throws {TypeError} with the number of a line without an operation, and for a file without a line
 */
export function parseAllow(text: string): Allow {
  const allow: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { number, line } of listLines(text)) {
    const [caller = '', ...codes] = line.split(/[ \t]+/);
    if (codes.length === 0) throw new TypeError(`Line ${number} must be "<caller> <operation> <operation> …".`);
    (allow[caller] ??= []).push(...codes);
  }
  // A file that is being written is empty for a moment.
  if (Object.keys(allow).length === 0)
    throw new TypeError('No caller may do anything; write a line for one, or omit the flag.');
  return allow;
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

/** Reads a file of keys; a URL is fetched by the server. */
const readJwt = (jwt: JwtFlags): JwtOptions => ({
  ...jwt,
  jwks: isKeysUrl(jwt)
    ? withFlag('--jwt-jwks', () => parseKeysUrl(jwt.jwks))
    : readTextFile('--jwt-jwks', jwt.jwks, parseKeySet),
});

const isKeysUrl = ({ jwks }: JwtFlags): boolean => /^https?:\/\//i.test(jwks);

/** Reads origins, one in a line. */
export const readOrigins = (file: string): readonly string[] =>
  readTextFile('--origins-file', file, (text) => {
    const lines = listLines(text);
    const list = lines.find(({ line }) => line.includes(','));
    if (list) throw new TypeError(`Line ${list.number} has several origins; write one in each line.`);
    const origins = lines.map(({ line }) => line);
    parseOrigins(origins);
    return origins;
  });

function readTextFile<T>(flag: string, path: string, parse: (text: string) => T): T {
  const text = readFlagFile(flag, path).toString();
  return withFlag(`${flag} ${path}`, () => parse(text));
}

function readFlagFile(flag: string, path: string): Buffer {
  return withFlag(flag, () => readFileSync(path));
}

/** How often the times of the files are compared, in ms. */
const watchMs = 1000;

/**
 * Renews the settings of a server whenever a file of them changes. Times are compared, because Kubernetes replaces the folder of mounted
 * files by another one, which events of the folder miss. A change that can't be used is tried again at every change of another file,
 * which may have been the reason.
 */
export function renewOnChange(
  server: Pick<CallServer, 'renew'>,
  commandLine: CommandLine,
  log: (line: RenewalLogLine) => void,
): void {
  const { originsFile, tls, tokenFile, jwt, allowFile } = commandLine;
  /** The attempts that failed, with their reasons. */
  const failed = new Map<() => void, string>();
  const watch = (file: string | undefined, renew: (file: string) => void): void => {
    if (file === undefined) return;
    const attempt = (): void => {
      const time = new Date().toISOString();
      try {
        renew(file);
        failed.delete(attempt);
        log({ event: 'renewed', time, file });
      } catch (error) {
        const reason = errorMessage(error);
        if (failed.get(attempt) !== reason) log({ event: 'renewal-failed', time, file, reason });
        failed.set(attempt, reason);
      }
    };
    watchFile(file, { interval: watchMs, persistent: false }, () => {
      failed.delete(attempt);
      for (const next of [attempt, ...failed.keys()]) next();
    });
  };
  const readTokens = (): Renewal => (tokenFile === undefined ? {} : { token: readTokenFile(tokenFile) });
  watch(tokenFile, () => server.renew(readTokens()));
  watch(originsFile, (file) => server.renew({ origins: readOrigins(file) }));
  watch(allowFile, (file) => {
    const allow = readAllowFile(file);
    try {
      server.renew({ allow });
    } catch {
      // A new caller may be in both files, whose changes come in any order; without one, the tokens don't matter.
      server.renew({ ...readTokens(), allow });
    }
  });
  if (jwt && !isKeysUrl(jwt)) watch(jwt.jwks, () => server.renew({ jwt: readJwt(jwt) }));
  if (tls) for (const file of [tls.cert, tls.key, tls.clientCa]) watch(file, () => server.renew({ tls: readTls(tls) }));
}
