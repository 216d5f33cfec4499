/**
 * Runs `npm start`: the page (the built playground, or its sources by Vite's development server), the bridge and the server.
 * By hand: no runner of scripts chooses free ports, awaits each process and leaves nothing behind.
 */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { ROOT } from './build.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { startOnFreePorts } from '../../process/ports.mjs';
import { prepare } from '../setup/install.mjs';
import { setGuard, stopAll as stopChildren } from '../../process/processes.mjs';
import { startBackend } from '../../envoy/launcher/backend.mjs';
import { parseStartFlags, readFlags, START_USAGE } from './flags.mjs';
import { startPage } from './page.mjs';
import { followSources, SERVER_TARGETS } from './restart.mjs';
import { onStopRequest, startGuard } from '../../process/shutdown.mjs';

const ADMIN_PORT = 9901;
/** How long calls may continue when the server is stopped; less than the time until it is killed. */
const DRAIN_MS = 3000;
const GRACE_MS = 5000;
/** Ctrl+C reaches this process a moment before or after those that it ends; only a later end is unexpected. */
const UNEXPECTED_MS = 300;

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>} resolved when everything runs; the process stays
 */
export async function main(args) {
  const flags = readFlags('npm start', START_USAGE, () => parseStartFlags(args));
  if (flags === undefined) return;
  const say = flags.json ? console.error : console.log;
  /** @type {(() => Promise<void> | void)[]} functions that stop something, the last called first */
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
      // A start that is stopped halfway fails for that reason alone, which needs no message.
      say: (line) => !stopping && say(line),
      running,
      isStopping: () => stopping,
    });
  } catch (error) {
    // The start failed because it was stopped on purpose.
    if (stopping) return;
    console.error(errorMessage(error));
    await stopAll(running);
    process.exit(1);
  }
}

/** @typedef {import('../../envoy/launcher/backend.mjs').Backend} Backend */

/**
 * @typedef {object} Context
 * @property {import('./flags.mjs').StartFlags} flags
 * @property {import('../../process/progress.mjs').Log} say
 * @property {(() => Promise<void> | void)[]} running
 * @property {() => boolean} isStopping
 */

/** @param {Context} context */
async function startAll({ flags, say, running, isStopping }) {
  const guard = startGuard(join(ROOT, 'process', 'guard.mjs'));
  setGuard(guard);
  running.push(guard.close);
  const found = await prepareAll(flags, say);
  /** @type {{ bridge?: string }} */
  const address = {};
  const edits = flags.dev ? new EventEmitter() : undefined;
  const page = await startOnFreePorts({ page: flags.port }, ({ page: port }) => startPage({ port, edits, address }));
  running.push(page.started.stop);
  reportOtherPorts({ page: flags.port }, page.ports, say);
  const backend = await startCalls({ flags, say, running, isStopping, found, edits, pagePort: page.ports.page });
  address.bridge = backend.url;
  if (!isStopping()) announce(backend, page.ports.page, flags, say);
}

/** @typedef {Context & { found: Awaited<ReturnType<typeof findEnvoy>>, edits: EventEmitter | undefined, pagePort: number }} CallsContext */

/** @param {CallsContext} context */
async function startCalls({ flags, say, running, isStopping, found, edits, pagePort }) {
  const firstPorts = { bridge: flags.bridgePort, server: flags.serverPort, admin: ADMIN_PORT };
  const origins = [`http://localhost:${pagePort}`, `http://127.0.0.1:${pagePort}`];
  const start = (/** @type {typeof firstPorts} */ ports) =>
    startBackend({
      bridge: flags.bridge,
      found,
      server: serverProgram(ports.server, origins),
      ports,
      origins,
      say,
      createLog: (name) => (line) => flags.verbose && say(`[${name}] ${line}`),
    });
  const { started: backend, ports } = await startOnFreePorts(firstPorts, start, new Set([pagePort]));
  const watchOver = (/** @type {{ ended: Promise<string> }} */ { ended }, isExpected = isStopping) =>
    void reportEnd('The Node server', ended, isExpected);
  if (edits === undefined) {
    running.push(backend.server.stop);
    watchOver(backend.server);
  } else {
    const onStart = (/** @type {Backend['server']} */ server, /** @type {() => boolean} */ isExpected) =>
      watchOver(server, () => isStopping() || isExpected());
    running.push(followSources({ backend, program: serverProgram(ports.server, origins), edits, say, onStart }).stop);
  }
  if (backend.envoy !== undefined) {
    running.push(backend.envoy.stop);
    void reportEnd('Envoy', backend.envoy.ended, isStopping);
  }
  const { admin, ...others } = firstPorts;
  reportOtherPorts(backend.envoy === undefined ? others : { ...others, admin }, ports, say);
  return backend;
}

const LISTENERS = /** @type {const} */ ({
  page: 'the page',
  bridge: 'the bridge',
  server: 'the Node server',
  admin: "Envoy's admin interface",
});

/**
 * @param {Partial<Record<keyof typeof LISTENERS, number>>} firstPorts
 * @param {Partial<Record<keyof typeof LISTENERS, number>>} ports
 * @param {import('../../process/progress.mjs').Log} say
 */
function reportOtherPorts(firstPorts, ports, say) {
  for (const name of /** @type {(keyof typeof LISTENERS)[]} */ (Object.keys(firstPorts))) {
    if (firstPorts[name] !== 0 && firstPorts[name] !== ports[name])
      say(`Port ${firstPorts[name]} for ${LISTENERS[name]} is taken; using ${ports[name]}.`);
  }
}

/** @param {number} port @param {readonly string[]} origins */
function serverProgram(port, origins) {
  const flags = { '--host': '127.0.0.1', '--port': port, '--origins': origins.join(','), '--drain-grace-ms': DRAIN_MS };
  return {
    script: join(ROOT, 'server', 'dist', 'main.js'),
    args: Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)]),
    graceMs: GRACE_MS,
  };
}

/** @param {string} name @param {Promise<string>} ended @param {() => boolean} isStopping */
async function reportEnd(name, ended, isStopping) {
  const reason = await ended;
  await delay(UNEXPECTED_MS);
  if (!isStopping()) console.error(`${name} has ended, and calls fail until you start again: ${reason}`);
}

/**
 * Installs packages, builds targets and finds Envoy, in parallel.
 *
 * @param {import('./flags.mjs').StartFlags} flags
 * @param {import('../../process/progress.mjs').Log} say
 */
async function prepareAll(flags, say) {
  const prepared = prepare(flags.dev ? SERVER_TARGETS : [...SERVER_TARGETS, 'playground'], say);
  const found =
    flags.bridge === 'embedded'
      ? { missing: 'not requested' }
      : findEnvoy({ env: process.env, log: say, retry: flags.bridge === 'envoy' });
  const [, envoy] = await Promise.all([prepared, found]);
  return envoy;
}

/**
 * @param {Backend} backend
 * @param {number} pagePort
 * @param {import('./flags.mjs').StartFlags} flags
 * @param {import('../../process/progress.mjs').Log} say
 */
function announce(backend, pagePort, flags, say) {
  const url = `http://127.0.0.1:${pagePort}/`;
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
 * @returns {Promise<number>} the exit code: 0, or 1 when something didn't stop in order
 */
async function stopAll(running) {
  let code = 0;
  // Then children that aren't ready yet, such as an installation; after them the guard has nothing left to do.
  const [closeGuard, ...others] = running;
  for (const stop of [...others.toReversed(), stopChildren, closeGuard]) {
    try {
      await stop?.();
    } catch (error) {
      console.error(`While stopping: ${errorMessage(error)}`);
      code = 1;
    }
  }
  return code;
}
