/**
 * What `npm start` does, in order.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findEnvoy } from '../../../envoy/launcher/find.mjs';
import { ROOT } from '../build.mjs';
import { errorMessage } from '../../../envoy/launcher/process/error-message.mjs';
import { startOnFreePorts } from '../../../envoy/launcher/process/ports.mjs';
import { prepare } from '../../setup/prepare.mjs';
import { setGuard, stopAll as stopChildren } from '../../../envoy/launcher/process/processes.mjs';
import { startBackend } from '../../../envoy/launcher/backend.mjs';
import { parseFlags, USAGE } from './flags.mjs';
import { startPage } from './page.mjs';
import { onStopRequest, startGuard } from '../../../envoy/launcher/process/shutdown.mjs';

const ADMIN_PORT = 9901;
/** How long calls may run on when the server is stopped; less than it takes to be ended by force. */
const DRAIN_MS = 3000;
const GRACE_MS = 5000;
/** Where the page looks for the bridge when nobody tells it. */
const DEFAULT_BRIDGE = 'http://127.0.0.1:8080';
/** Ctrl+C reaches us a moment before or after what it ends; only later is an end a surprise. */
const SURPRISE_MS = 300;

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>} resolved when everything runs; the process goes on
 */
export async function main(args) {
  /** @type {import('./flags.mjs').Flags} */
  let flags;
  try {
    flags = parseFlags(args);
  } catch (error) {
    console.error(`${errorMessage(error)} See npm start -- --help.`);
    process.exitCode = 2;
    return;
  }
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const say = flags.json ? console.error : console.log;
  /** @type {(() => Promise<void> | void)[]} what to stop, the last first */
  const running = [];
  let stopping = false;
  const stop = (/** @type {string} */ reason) => {
    stopping = true;
    say(`\nStopping (${reason}) …`);
    void stopAll(running).then((code) => process.exit(code));
  };
  onStopRequest(stop, { orphaned: true });
  try {
    await startAll({
      flags,
      // What is being started fails because it is stopped: nobody wants to read that.
      say: (line) => !stopping && say(line),
      running,
      isStopping: () => stopping,
    });
  } catch (error) {
    // Whatever was being started has just been stopped under our feet, on purpose.
    if (stopping) return;
    console.error(errorMessage(error));
    await stopAll(running);
    process.exit(1);
  }
}

/**
 * @typedef {object} Context
 * @property {import('./flags.mjs').Flags} flags
 * @property {import('../../../envoy/launcher/process/progress.mjs').Log} say
 * @property {(() => Promise<void> | void)[]} running
 * @property {() => boolean} isStopping
 */

/** @param {Context} context */
async function startAll({ flags, say, running, isStopping }) {
  const guard = startGuard(join(ROOT, 'envoy', 'launcher', 'process', 'guard.mjs'));
  setGuard(guard);
  running.push(guard.close);
  const found = await prepareAll(flags, say);
  const page = await startOnFreePorts({ page: flags.port }, ({ page: port }) => startPage({ port, dev: flags.dev }));
  running.push(page.started.stop);
  sayOtherPorts({ page: flags.port }, page.ports, say);
  const backend = await startCalls({ flags, say, running, isStopping, found, pagePort: page.ports.page });
  if (!isStopping()) announce(backend, page.ports.page, flags, say);
}

/**
 * @param {Context & { found: Awaited<ReturnType<typeof findEnvoy>>, pagePort: number }} context
 */
async function startCalls({ flags, say, running, isStopping, found, pagePort }) {
  const wanted = { bridge: flags.bridgePort, server: flags.serverPort, admin: ADMIN_PORT };
  const origins = [`http://localhost:${pagePort}`, `http://127.0.0.1:${pagePort}`];
  const start = (/** @type {typeof wanted} */ ports) =>
    startBackend({
      bridge: flags.bridge,
      found,
      server: serverProgram(ports.server, origins),
      ports,
      origins,
      say,
      createLog: (name) => (line) => flags.verbose && say(`[${name}] ${line}`),
    });
  const { started: backend, ports } = await startOnFreePorts(wanted, start, new Set([pagePort]));
  for (const [name, part] of /** @type {const} */ ([
    ['The Node server', backend.server],
    ['Envoy', backend.envoy],
  ])) {
    if (part === undefined) continue;
    running.push(part.stop);
    void tellWhenEnded(name, part.ended, isStopping);
  }
  const { admin, ...others } = wanted;
  sayOtherPorts(backend.envoy === undefined ? others : { ...others, admin }, ports, say);
  return backend;
}

const LISTENERS = /** @type {const} */ ({
  page: 'the page',
  bridge: 'the bridge',
  server: 'the Node server',
  admin: "Envoy's admin interface",
});

/**
 * @param {Partial<Record<keyof typeof LISTENERS, number>>} wanted
 * @param {Partial<Record<keyof typeof LISTENERS, number>>} ports
 * @param {import('../../../envoy/launcher/process/progress.mjs').Log} say
 */
function sayOtherPorts(wanted, ports, say) {
  for (const name of /** @type {(keyof typeof LISTENERS)[]} */ (Object.keys(wanted))) {
    if (wanted[name] !== 0 && wanted[name] !== ports[name])
      say(`Port ${wanted[name]} for ${LISTENERS[name]} is taken; using ${ports[name]}.`);
  }
}

/**
 * @param {number} port
 * @param {readonly string[]} origins
 */
function serverProgram(port, origins) {
  const flags = { '--host': '127.0.0.1', '--port': port, '--origins': origins.join(','), '--drain-grace-ms': DRAIN_MS };
  return {
    script: join(ROOT, 'server', 'dist', 'main.js'),
    args: Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)]),
    graceMs: GRACE_MS,
  };
}

/**
 * @param {string} name
 * @param {Promise<string>} ended
 * @param {() => boolean} isStopping
 */
async function tellWhenEnded(name, ended, isStopping) {
  const said = await ended;
  await delay(SURPRISE_MS);
  if (!isStopping()) console.error(`${name} has ended, and calls fail until you start again: ${said}`);
}

/**
 * Installs, builds and finds Envoy; all of it at once where nothing is missing.
 *
 * @param {import('./flags.mjs').Flags} flags
 * @param {import('../../../envoy/launcher/process/progress.mjs').Log} say
 */
async function prepareAll(flags, say) {
  // The server imports the builder by the package's own name, hence from what was built.
  const prepared = prepare(flags.dev ? ['lib', 'server'] : ['lib', 'server', 'playground'], say);
  const found =
    flags.bridge === 'embedded'
      ? { missing: 'not asked for' }
      : findEnvoy({ env: process.env, log: say, retry: flags.bridge === 'envoy' });
  const [, envoy] = await Promise.all([prepared, found]);
  return envoy;
}

/**
 * @param {import('../../../envoy/launcher/backend.mjs').Backend} backend
 * @param {number} pagePort
 * @param {import('./flags.mjs').Flags} flags
 * @param {import('../../../envoy/launcher/process/progress.mjs').Log} say
 */
function announce(backend, pagePort, flags, say) {
  const query = backend.url === DEFAULT_BRIDGE ? '' : `?bridge=${encodeURIComponent(backend.url)}`;
  const url = `http://127.0.0.1:${pagePort}/${query}`;
  if (flags.json) {
    const pids = { server: backend.server.pid, envoy: backend.envoy?.pid ?? null };
    console.log(
      JSON.stringify({ url, bridge: backend.url, bridgeKind: backend.kind, grpc: backend.server.grpc, pids }),
    );
    return;
  }
  const kind = backend.kind === 'envoy' ? 'Envoy' : 'the gateway in the Node process';
  say(`gRPC at ${backend.server.grpc}, gRPC-Web at ${backend.url} by ${kind}. Ctrl+C stops everything.`);
  say(`\nOpen ${url}`);
}

/**
 * @param {(() => Promise<void> | void)[]} running
 * @returns {Promise<number>} the exit code: 0, or 1 when something couldn't be stopped in an orderly way
 */
async function stopAll(running) {
  let code = 0;
  // At the end what was started but hasn't got ready, an installation for one; then the guard has nothing left to do.
  const [closeGuard, ...rest] = running;
  for (const stop of [...rest.toReversed(), stopChildren, closeGuard]) {
    try {
      await stop?.();
    } catch (error) {
      console.error(`While stopping: ${errorMessage(error)}`);
      code = 1;
    }
  }
  return code;
}
