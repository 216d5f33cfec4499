/**
 * The server and the bridge that browsers reach it by: Envoy, or the gateway in the Node process.
 */
import { startEnvoy } from './launch.mjs';
import { errorMessage } from './process/error-message.mjs';
import { takenPorts } from './process/ports.mjs';
import { startServer } from './server.mjs';

/**
 * @typedef {object} Backend
 * @property {'envoy' | 'embedded'} kind
 * @property {string} url where browsers reach the bridge
 * @property {import('./server.mjs').RunningServer} server
 * @property {import('./launch.mjs').RunningEnvoy | undefined} envoy
 */

/**
 * @typedef {object} BackendOptions
 * @property {'envoy' | 'embedded' | undefined} bridge `undefined`: Envoy if it can be had
 * @property {{ path: string } | { missing: string }} found what `findEnvoy` gave
 * @property {import('./server.mjs').ServerProgram} server
 * @property {string} [host] the address that Envoy listens on; 127.0.0.1 when left out
 * @property {{ bridge: number, admin: number }} ports
 * @property {readonly string[]} origins
 * @property {number} [concurrency] how many threads Envoy has, and connections to the server
 * @property {import('./process/progress.mjs').Log} say for people
 * @property {(name: string) => import('./process/progress.mjs').Log} logOf takes what a process logs
 */

/**
 * Starts the server, and Envoy in front of it where there is one.
 *
 * @param {BackendOptions} options
 * @returns {Promise<Backend>}
 * @throws {Error} when the server can't be started, or when Envoy was asked for and can't be
 */
export async function startBackend(options) {
  const { bridge, found, say } = options;
  if (bridge === 'embedded') return startEmbedded(options);
  let reason = 'missing' in found ? found.missing : '';
  if ('path' in found) {
    const server = await startServer({ ...options.server, log: options.logOf('server') });
    try {
      const envoy = await startEnvoy({
        path: found.path,
        address: options.host,
        port: options.ports.bridge,
        adminPort: options.ports.admin,
        concurrency: options.concurrency,
        servers: [reachable(server.grpc)],
        origins: options.origins,
        log: options.logOf('Envoy'),
      });
      return { kind: 'envoy', url: envoy.url, server, envoy };
    } catch (error) {
      await server.stop();
      // The gateway could not listen there either.
      if ((await takenPorts([options.ports.bridge, options.ports.admin], error)).length > 0) throw error;
      reason = `${found.path}: ${errorMessage(error)}`;
    }
  }
  if (bridge === 'envoy') throw new Error(`Envoy was asked for, but there is none to use: ${reason}; ${HOW}`);
  say(`No Envoy (${reason}), so the gateway in the Node process answers gRPC-Web in its place; ${HOW}`);
  return startEmbedded(options);
}

const HOW =
  'to use Envoy, put it on PATH or its path into ENDPOINTJS_ENVOY (https://www.envoyproxy.io/docs/envoy/latest/start/install); ENDPOINTJS_NO_ENVOY=1 never looks for it.';

/**
 * @param {BackendOptions} options
 * @returns {Promise<Backend>}
 */
async function startEmbedded(options) {
  const args = [...options.server.args, '--gateway-port', String(options.ports.bridge)];
  const server = await startServer({ ...options.server, args, log: options.logOf('server') });
  if (server.gateway === undefined) {
    await server.stop();
    throw new Error("The Node server didn't say where its gateway listens.");
  }
  return { kind: 'embedded', url: server.gateway.replace(/\/$/, ''), server, envoy: undefined };
}

/**
 * Where a server is reached from this machine: one that listens on all addresses, by loopback.
 *
 * @param {string} address `host:port`
 */
function reachable(address) {
  return address.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');
}
