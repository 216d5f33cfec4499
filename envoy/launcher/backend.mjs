/**
 * Starts the server together with the bridge through which browsers reach it: Envoy, or the gateway in the Node process.
 */
import { resolveWildcard, startEnvoy } from './envoy.mjs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../process/error-message.mjs';
import { takenPorts } from '../../process/ports.mjs';
import { followOutput, start, stop } from '../../process/processes.mjs';

/**
 * How Node runs the server, as its image does too. Young objects have 16 MiB from the start: V8 gives them 1 MiB, collects often, and
 * moves what calls in progress need to the old ones, which takes an eighth of a call. Old ones have 128 MiB: below a limit of the heap, V8
 * begins with few, and collects them as well until it knows better, which takes a fifth. V8 also makes objects among the old
 * ones at once where those made at the same place lived long, and a start keeps all of its objects: in one process of six this affects
 * calls, whose other objects then aren't collected while they are young, a tenth of a call. NODE_OPTIONS can't have these flags.
 */
export const NODE_FLAGS = [
  '--min-semi-space-size=16',
  '--initial-old-space-size=128',
  '--no-allocation-site-pretenuring',
];

/**
 * @typedef {object} Backend
 * @property {'envoy' | 'embedded'} kind
 * @property {string} url the bridge's address for browsers
 * @property {RunningServer} server
 * @property {() => Promise<RunningServer>} startServer starts the server again, by the same flags, once it has ended
 * @property {import('./envoy.mjs').RunningEnvoy | undefined} envoy
 */

/**
 * @typedef {object} BackendOptions
 * @property {'envoy' | 'embedded' | undefined} bridge `undefined`: Envoy if there is one
 * @property {{ path: string } | { missing: string }} found the result of `findEnvoy`
 * @property {ServerProgram} server
 * @property {string} [host] the address that Envoy listens on; by default 127.0.0.1
 * @property {{ bridge: number, admin: number }} ports
 * @property {readonly string[]} origins
 * @property {import('../../process/progress.mjs').Log} say receives messages for people
 * @property {(name: string) => import('../../process/progress.mjs').Log} createLog creates the log of a process
 */

/**
 * Starts the server, and Envoy in front of it if there is one.
 *
 * @param {BackendOptions} options
 * @returns {Promise<Backend>}
 * @throws {Error} if the server can't be started, or Envoy was requested and can't be
 */
export async function startBackend(options) {
  const { bridge, found, say } = options;
  if (bridge === 'embedded') return startEmbedded(options);
  let reason = 'missing' in found ? found.missing : '';
  if ('path' in found) {
    const startAgain = () => startServer({ ...options.server, log: options.createLog('server') });
    const server = await startAgain();
    try {
      const envoy = await startEnvoy({
        path: found.path,
        address: options.host,
        port: options.ports.bridge,
        adminPort: options.ports.admin,
        servers: [resolveWildcard(server.grpc)],
        origins: options.origins,
        log: options.createLog('Envoy'),
      });
      return { kind: 'envoy', url: envoy.url, server, startServer: startAgain, envoy };
    } catch (error) {
      await server.stop();
      // The gateway could not listen on a taken port either.
      if ((await takenPorts([options.ports.bridge, options.ports.admin], error)).length > 0) throw error;
      reason = `${found.path}: ${errorMessage(error)}`;
    }
  }
  if (bridge === 'envoy') throw new Error(`Envoy was requested, but none can be used (${reason}); ${HOW}`);
  say(`No Envoy (${reason}), so the gateway in the Node process serves gRPC-Web; ${HOW}`);
  return startEmbedded(options);
}

const HOW =
  'to use Envoy, put it on PATH or set ENDPOINTJS_ENVOY to its path (https://www.envoyproxy.io/docs/envoy/latest/start/install); with ENDPOINTJS_NO_ENVOY=1 no Envoy is looked for.';

/**
 * @param {BackendOptions} options
 * @returns {Promise<Backend>}
 */
async function startEmbedded(options) {
  const args = [...options.server.args, '--gateway-port', String(options.ports.bridge)];
  const startAgain = () => startServer({ ...options.server, args, log: options.createLog('server') });
  const server = await startAgain();
  if (server.gateway === undefined) {
    await server.stop();
    throw new Error("The Node server didn't report the address of its gateway.");
  }
  const url = server.gateway.replace(/\/$/, '');
  return { kind: 'embedded', url, server, startServer: startAgain, envoy: undefined };
}

const READY_MS = 60_000;
const KEPT_LINES = 20;

/**
 * @typedef {object} RunningServer
 * @property {string} grpc the gRPC address, `host:port`
 * @property {string | undefined} gateway the URL where the embedded gateway serves gRPC-Web
 * @property {string | undefined} metrics the URL of the metrics for Prometheus
 * @property {string | undefined} health the URL of the health probe
 * @property {number} pid
 * @property {Promise<string>} ended resolves with its last output once it has ended
 * @property {() => Promise<void>} stop lets it finish its calls, then ends it
 */

/** @typedef {{ grpc: string, gateway?: string, metrics?: string, health?: string }} Listening the addresses in its event `listening` */

/**
 * @typedef {object} ServerProgram
 * @property {string} script the built server
 * @property {readonly string[]} args its flags
 * @property {number} graceMs the time from the request to stop until it is ended by force
 */

/**
 * Starts the server and waits until it listens.
 *
 * @param {ServerProgram & { log: import('../../process/progress.mjs').Log }} options `log` receives each line of its output
 * @returns {Promise<RunningServer>}
 * @throws {Error} with its output, if it ends or doesn't listen in time
 */
async function startServer({ script, args, graceMs, log }) {
  const child = start(process.execPath, [...NODE_FLAGS, script, ...args]);
  /** @type {(event: Listening) => void} */
  let report = () => {};
  /** @type {Promise<Listening>} */
  const listening = new Promise((resolve) => (report = resolve));
  const onLine = (/** @type {string} */ line) => {
    log(line);
    const event = parseListening(line);
    if (event !== undefined) report(event);
  };
  const output = followOutput(child, { keep: KEPT_LINES, onLine });
  const ended = output.ended.then((how) => [how, ...output.lines].join('\n  '));
  const failed = Promise.race([
    // Its own words say what is wrong.
    ended.then((how) => (output.lines.length > 0 ? output.lines.join('\n') : `The Node server ${how}.`)),
    delay(READY_MS, `The Node server didn't listen after ${READY_MS / 1000} s.`, { ref: false }),
  ]).then((problem) => {
    throw new Error(problem);
  });
  try {
    const { grpc, gateway, metrics, health } = await Promise.race([listening, failed]);
    return { grpc, gateway, metrics, health, pid: child.pid ?? 0, ended, stop: () => stop(child, graceMs) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/**
 * @param {string} line
 * @returns {Listening | undefined}
 */
function parseListening(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const event = JSON.parse(line);
    return event.event === 'listening' ? event : undefined;
  } catch {
    // Not a line of the server's log; it is shown if the server fails.
    return undefined;
  }
}
