/**
 * The command line of `npm start`.
 */
import { parseArgs } from 'node:util';
import { errorMessage } from '../../../envoy/launcher/process/error-message.mjs';

/** What `--help` prints. */
export const USAGE = `Usage: npm start -- [options]

Installs and builds whatever is missing, then starts the Node server, a bridge for browsers (Envoy, or a gateway in the
Node process) and the page. The last line is the address to open; Ctrl+C stops everything.

  --bridge envoy|embedded  the bridge; without it, Envoy if one can be found or downloaded
  --port <n>               the first port to try for the page (5173); 0 for any free port
  --bridge-port <n>        … for the bridge (8080)
  --server-port <n>        … for the Node server (50051)
  --dev                    serve the page from its sources, updated as you edit
  --verbose                show the logs of the server and of Envoy
  --json                   print one line of JSON when everything is ready, the rest to standard error
  --help                   this text

Environment: ENDPOINTJS_ENVOY (path of Envoy), ENDPOINTJS_NO_ENVOY=1 (never use it), ENDPOINTJS_CACHE (folder for a
downloaded Envoy). A download that failed is tried again after six hours, or with --bridge envoy.`;

/**
 * @typedef {object} Flags
 * @property {'envoy' | 'embedded' | undefined} bridge `undefined`: Envoy if one can be found or downloaded
 * @property {number} port
 * @property {number} bridgePort
 * @property {number} serverPort
 * @property {boolean} dev
 * @property {boolean} verbose
 * @property {boolean} json
 * @property {boolean} help
 */

/**
 * @param {readonly string[]} args without Node and the script
 * @returns {Flags}
 * @throws {TypeError} for an unknown flag or a wrong value, with the right ones
 */
export function parseFlags(args) {
  const values = parse(args);
  return {
    bridge: parseBridge(values.bridge),
    port: parsePort('--port', values.port, 5173),
    bridgePort: parsePort('--bridge-port', values['bridge-port'], 8080),
    serverPort: parsePort('--server-port', values['server-port'], 50_051),
    dev: values.dev ?? false,
    verbose: values.verbose ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        bridge: { type: 'string' },
        port: { type: 'string' },
        'bridge-port': { type: 'string' },
        'server-port': { type: 'string' },
        dev: { type: 'boolean' },
        verbose: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    // Node's first sentence has the reason; the others are about positional arguments, which don't exist here.
    const [sentence] = errorMessage(error).split(/\. (?=To specify)/);
    throw new TypeError(sentence?.replace(/\.?$/, '.'), { cause: error });
  }
}

/** @param {string | undefined} bridge */
function parseBridge(bridge) {
  if (bridge === undefined || bridge === 'envoy' || bridge === 'embedded') return bridge;
  throw new TypeError(`--bridge must be envoy or embedded, not "${bridge}".`);
}

/**
 * @param {string} flag
 * @param {string | undefined} value
 * @param {number} fallback
 */
function parsePort(flag, value, fallback) {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (/^\d+$/.test(value) && port < 65_536) return port;
  throw new TypeError(`${flag} must be an integer from 0 to 65535, not "${value}"; use port 0 for any free port.`);
}
