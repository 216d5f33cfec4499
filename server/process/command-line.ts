import { parseArgs, type ParseArgsConfig } from 'node:util';
import { defaultMaxCalls, defaultMaxMessageBytes } from '../service/limits.js';
import { BOUNDS, DRAIN, findIdleHost, JWT, LISTEN, nonEmpty, type TLS } from '../service/settings.js';
import { parseOrigins } from '../transports/cors.js';
import { assertKeys, assertSettings, type FailSetting, type Rule, type Rules } from '../../lib/strict.js';
import type { DrainOptions, ServerOptions } from '../server.js';
import type { ListenOptions } from '../transports/listen.js';
import { errorMessage } from '../../process/error-message.mjs';

/** A command line, read. */
export interface CommandLine {
  readonly listen: ListenOptions & Required<Pick<ListenOptions, 'host' | 'port'>>;
  readonly bounds: Pick<ServerOptions, keyof typeof BOUNDS>;
  readonly origins: readonly string[];
  /** A file that holds them instead. */
  readonly originsFile: string | undefined;
  /** A file that holds tokens; undefined: the environment may hold one. */
  readonly tokenFile: string | undefined;
  /** undefined: no JWT is accepted. */
  readonly jwt: JwtFlags | undefined;
  /** A file of the operations that callers may use; undefined: all for everyone. */
  readonly allowFile: string | undefined;
  /** PEM files; undefined: no TLS. */
  readonly tls: { readonly cert: string; readonly key: string; readonly clientCa: string | undefined } | undefined;
  /** The base URL of a collector of traces; undefined: the environment may name one. */
  readonly otlpEndpoint: string | undefined;
  /** undefined: the environment may hold one. */
  readonly traceRatio: number | undefined;
  readonly drain: Required<DrainOptions>;
  /** Whether to check the flags and their files only. */
  readonly check: boolean;
}

/** The flags of JWTs. */
export interface JwtFlags {
  readonly issuer: string;
  readonly audience: string;
  /** The URL of the issuer's keys, or a file of them. */
  readonly jwks: string;
  readonly callerClaim: string;
}

/** A command line that can't be understood; the message names the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

// The addresses at which Vite serves pages under development.
const developmentOrigins = 'http://localhost:5173,http://127.0.0.1:5173';

/** The help of the flags that a launcher of this server passes on. */
export const flagsHelp = `  --host <address>            where to listen (127.0.0.1)
  --port <port>               gRPC port, 0 for any free port (50051)
  --origins <list>            origins whose pages may call by gRPC-Web, separated by commas
                              (${developmentOrigins});
                              null stands for file:// pages and sandboxed frames
  --origins-file <file>       instead: a file with an origin in each line
  --max-message-bytes <n>     most bytes of a message (${defaultMaxMessageBytes})
  --max-calls <n>             most calls in progress (${defaultMaxCalls})
  --max-wait-ms <n>           refuse calls that have waited longer for the serving thread, or for a tenth of this where the
                              overload lasts (absent: never)
  --max-connection-age-ms <n> close a gRPC connection after about this time, once its calls have ended, so that clients that
                              come without a proxy spread over new servers (absent: never)
  --token-file <file>         calls need "authorization: Bearer <token>" with a token of the file, whose lines are "<token>"
                              or "<caller> <token>" (absent: the one token in CALL_SERVER_TOKEN, if any)
  --jwt-issuer <iss>          calls may have a JWT of this issuer as their bearer token instead; with --jwt-audience, --jwt-jwks
  --jwt-audience <aud>        the audience that a JWT must have
  --jwt-jwks <url or file>    the issuer's public keys (a JSON Web Key Set), by https, or by http from this machine
  --jwt-caller-claim <claim>  the claim that names the caller (sub)
  --allow-file <file>         callers may use only the operations of the file, whose lines are "<caller> <operation> <operation> …";
                              * stands for every caller, or every operation (absent: all for everyone)
  --tls-cert <file>           PEM certificate chain: both ports speak TLS only
  --tls-key <file>            its PEM private key
  --tls-client-ca <file>      PEM authorities of clients: mutual TLS
  --metrics-port <port>       GET /metrics for Prometheus, 0 for any free port (absent: none)
  --metrics-host <address>    where to listen for it (127.0.0.1)
  --health-port <port>        GET /healthz and /livez for probes, in plain HTTP also with TLS, 0 for any free port
                              (absent: none)
  --health-host <address>     where to listen for it (127.0.0.1)
  --otlp-endpoint <url>       send traces of calls there by OTLP over HTTP, such as to http://127.0.0.1:4318 (absent: to
                              OTEL_EXPORTER_OTLP_ENDPOINT, if set)
  --trace-ratio <n>           trace this share of the calls whose callers haven't decided, from 0 to 1 (absent: as
                              OTEL_TRACES_SAMPLER says, else all)
  --drain-delay-ms <n>        on SIGTERM, SIGINT and SIGHUP: report NOT_SERVING this long before refusing calls (0)
  --drain-grace-ms <n>        then let calls run on for at most this long (10000)
  --check                     check the flags and their files, and end with 0 if they can be used
`;

/** The help below the flags. */
export const filesHelp = `
The files of tokens, keys, permissions, certificates and origins are read again when they change; if they can't be used, the log
says so and the earlier ones stay.
`;

/** Writes the help. @param program the command that started it */
export const formatUsage = (program: string): string => `Usage: ${program} [flags]

  --gateway-port <port>       gRPC-Web port of the embedded gateway, 0 for any free port (absent: no gateway), for
                              development and for machines without Envoy; in production, put Envoy in front
${flagsHelp}  --help                      print this text
${filesHelp}`;

const withValue = { type: 'string' } as const;
const loopback = '127.0.0.1';

/** The flags of {@link flagsHelp}, for parseArgs. */
export const flags = {
  host: { type: 'string', default: loopback },
  port: { type: 'string', default: '50051' },
  origins: withValue,
  'origins-file': withValue,
  'max-message-bytes': withValue,
  'max-calls': withValue,
  'max-wait-ms': withValue,
  'max-connection-age-ms': withValue,
  'token-file': withValue,
  'jwt-issuer': withValue,
  'jwt-audience': withValue,
  'jwt-jwks': withValue,
  'jwt-caller-claim': withValue,
  'allow-file': withValue,
  'tls-cert': withValue,
  'tls-key': withValue,
  'tls-client-ca': withValue,
  'metrics-port': withValue,
  'metrics-host': withValue,
  'health-port': withValue,
  'health-host': withValue,
  'otlp-endpoint': withValue,
  'trace-ratio': withValue,
  'drain-delay-ms': { type: 'string', default: '0' },
  'drain-grace-ms': { type: 'string', default: '10000' },
} as const;

const serverFlags = {
  ...flags,
  'gateway-port': withValue,
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the arguments after the script's name; 'help' when they ask for it.
 *
 * @throws {UsageError}
 */
export function parseCommandLine(args: readonly string[]): CommandLine | 'help' {
  const values = parseFlags(args, serverFlags);
  if (values.help) return 'help';
  const commandLine: CommandLine = {
    listen: readListenFlags(values),
    bounds: readByRules<CommandLine['bounds']>(BOUNDS, values),
    origins: readOriginList(values.origins, values['origins-file']),
    ...readByRules<Pick<CommandLine, keyof typeof FILES>>(FILES, values),
    jwt: readJwtFlags(values),
    tls: readTlsFiles(values),
    otlpEndpoint:
      values['otlp-endpoint'] === undefined ? undefined : parseBaseUrl('--otlp-endpoint', values['otlp-endpoint']),
    traceRatio: values['trace-ratio'] === undefined ? undefined : parseRatio('--trace-ratio', values['trace-ratio']),
    drain: readByRules<CommandLine['drain']>(DRAIN, values, 'drain-'),
    check: values.check,
  };
  checkPorts(listPorts(commandLine.listen));
  return commandLine;
}

const file = nonEmpty('the path of a file');
const FILES = { originsFile: file, tokenFile: file, allowFile: file };

function readListenFlags(values: Readonly<Record<string, unknown>>): CommandLine['listen'] {
  const listen = readByRules<CommandLine['listen']>(LISTEN, values);
  const idle = findIdleHost(listen);
  if (idle) throw new UsageError(`--${idle}-host has no effect without --${idle}-port; set both.`);
  return listen;
}

/** A port that a flag sets, with its host. */
export type FlagPort = readonly [flag: string, host: string, port: number | undefined];

/** Lists the ports of a command line. */
export function listPorts(listen: CommandLine['listen']): readonly FlagPort[] {
  const { host, port, gatewayPort, metricsHost = loopback, metricsPort, healthHost = loopback, healthPort } = listen;
  return [
    ['--port', host, port],
    ['--gateway-port', host, gatewayPort],
    ['--metrics-port', metricsHost, metricsPort],
    ['--health-port', healthHost, healthPort],
  ];
}

/**
 * Checks that no two ports are the same; 0 is any free port.
 *
 * @throws {UsageError}
 */
export function checkPorts(ports: readonly FlagPort[]): void {
  for (const [index, [flag, host, port]] of ports.entries()) {
    const same = ports.slice(0, index).find(([, otherHost, other]) => other === port && overlap(host, otherHost));
    if (!same || !port) continue;
    throw new UsageError(`${same[0]} and ${flag} are both ${port}; choose another port for one of them.`);
  }
}

const all = new Set(['0.0.0.0', '::']);

const overlap = (host: string, other: string): boolean => host === other || all.has(host) || all.has(other);

/**
 * Reads flags by their options for parseArgs.
 *
 * @throws {UsageError}
 */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  const names = new Set<string>();
  try {
    const config = { args: [...args], options, strict: true, allowPositionals: false, tokens: true } as const;
    const { values, tokens } = parseArgs(config);
    for (const token of tokens) {
      if (token.kind !== 'option') continue;
      // An image sets addresses, which its container may replace.
      if (names.has(token.name) && !/(?:^|-)(?:host|port)$/.test(token.name))
        throw new UsageError(`--${token.name} is set twice; omit one of them.`);
      names.add(token.name);
    }
    return values;
  } catch (error) {
    // The message names the wrong argument.
    const message = errorMessage(error);
    const flag = /^Unknown option '--([^']+)'/.exec(message)?.[1];
    if (flag !== undefined) assertKeys('', { [flag]: '' }, Object.keys(options), failFlag);
    const valueless = /^Option '.*(--[a-z-]+).*argument (?:missing|is ambiguous)/.exec(message)?.[1];
    if (valueless !== undefined) {
      const at = args.indexOf(valueless);
      // A negative number is no flag: the setting's rule says what would be right.
      if (/^-\d/.test(args[at + 1] ?? ''))
        return parseFlags(args.toSpliced(at, 2, `${valueless}=${args[at + 1]}`), options);
      throw new UsageError(`${valueless} needs a value; write ${valueless}=<value>.`, { cause: error });
    }
    throw new UsageError(message, { cause: error });
  }
}

const TLS_FILES = { cert: file, key: file, clientCa: file } satisfies Rules<keyof typeof TLS>;

function readTlsFiles(values: Readonly<Record<string, unknown>>): CommandLine['tls'] {
  const { cert, key, clientCa } = readByRules<Partial<NonNullable<CommandLine['tls']>>>(TLS_FILES, values, 'tls-');
  if (cert !== undefined && key !== undefined) return { cert, key, clientCa };
  if (cert === undefined && key === undefined && clientCa === undefined) return undefined;
  throw new UsageError('TLS needs both --tls-cert and --tls-key; add --tls-client-ca for mutual TLS.');
}

function readJwtFlags(values: Readonly<Record<string, unknown>>): JwtFlags | undefined {
  const flagged = readByRules<Partial<JwtFlags>>(JWT, values, 'jwt-');
  const { issuer, audience, jwks, callerClaim = 'sub' } = flagged;
  if (issuer !== undefined && audience !== undefined && jwks !== undefined) {
    return { issuer, audience, jwks, callerClaim };
  }
  if (Object.values(flagged).every((value) => value === undefined)) return undefined;
  throw new UsageError('JWTs need all of --jwt-issuer, --jwt-audience and --jwt-jwks.');
}

/** Throws the error of a flag: `.port` is `--port`. */
const failFlag: FailSetting = (_, name, problem) => {
  throw new UsageError(`--${name.replace('.', '')} ${problem}.`);
};

/**
 * Reads settings from flags by their rules: `maxCalls` is `--max-calls`.
 *
 * @throws {UsageError}
 */
export function readByRules<Settings extends object>(
  rules: Rules<keyof Settings & string>,
  values: Readonly<Record<string, unknown>>,
  prefix = '',
): Settings {
  const toFlag = (name: string): string => prefix + name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const entries = Object.entries<Rule | undefined>(rules).map(([name, rule]) => {
    const text = values[toFlag(name)];
    const isNumber = rule?.includes(text) === false && /^\d{1,10}$/.test(String(text));
    return [name, isNumber ? Number(text) : text];
  });
  const settings: unknown = Object.fromEntries(entries);
  assertSettings('', settings, rules, (code, name, problem) => failFlag(code, toFlag(name), problem));
  return settings as Settings;
}

/**
 * Reads the URL of a collector.
 *
 * @throws {UsageError}
 */
export function parseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && [url.search, url.hash, url.username, url.password].every((part) => part === '');
  if (isPlain && /^https?:$/.test(url.protocol)) return text;
  throw new UsageError(`${name} must be a URL such as http://127.0.0.1:4318, without a query or credentials.`);
}

/**
 * Reads the URL of a collector without the path of traces.
 *
 * @throws {UsageError}
 */
export function parseBaseUrl(name: string, text: string): string {
  if (!/\/v1\/traces\/?$/.test(parseUrl(name, text))) return text;
  throw new UsageError(`${name} must be a URL without /v1/traces, which is appended to it.`);
}

/**
 * Reads a share.
 *
 * @throws {UsageError}
 */
export function parseRatio(name: string, text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`${name} must be a number from 0 to 1, such as 0.01, not ${JSON.stringify(text)}.`);
}

function readOriginList(flag: string | undefined, path: string | undefined): readonly string[] {
  if (flag !== undefined && path !== undefined) {
    throw new UsageError('The origins are set twice, by --origins and --origins-file; omit one of them.');
  }
  const list = flag ?? developmentOrigins;
  const origins = list === '' ? [] : list.split(',').map((origin) => origin.trim());
  withFlag('--origins', () => parseOrigins(origins));
  return origins;
}

/** Runs `use`, with its errors as those of a flag. */
export function withFlag<T>(flag: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new UsageError(`${flag}: ${errorMessage(error)}`, { cause: error });
  }
}
