/**
 * The command lines of `npm start` and `npm test`.
 * `parseArgs` reads them; by hand are their bounds and messages.
 */
import { parseArgs } from 'node:util';
import { errorMessage } from '../../process/error-message.mjs';

/** The output of `npm start -- --help`. */
export const START_USAGE = `Usage: npm start -- [options]

Installs and builds whatever is missing, then starts the Node server, a bridge for browsers (Envoy, or a gateway in the
Node process) and the page. The last line is the address to open; Ctrl+C stops everything.

  --bridge envoy|embedded  the bridge; without it, Envoy if one can be found or downloaded
  --port <n>               the first port to try for the page (5173); 0 for any free port
  --bridge-port <n>        … for the bridge (8080)
  --server-port <n>        … for the Node server (50051)
  --dev                    serve the page from its sources, updated as you edit; an edit of the server restarts it
  --verbose                show the logs of the server and of Envoy
  --json                   print one line of JSON when everything is ready, the rest to standard error
  --help                   this text

Environment: ENDPOINTJS_ENVOY (path of Envoy), ENDPOINTJS_NO_ENVOY=1 (never use it), ENDPOINTJS_CACHE (folder for a
downloaded Envoy). A download that failed is tried again after six hours, or with --bridge envoy.`;

/** @typedef {ReturnType<typeof parseStartFlags>} StartFlags */

/**
 * @param {readonly string[]} args without Node and the script
 * @throws {TypeError} for an unknown flag or a wrong value, with the right ones
 */
export function parseStartFlags(args) {
  const { values } = parse({
    args: [...args],
    options: {
      bridge: { type: 'string' },
      port: { type: 'string' },
      'bridge-port': { type: 'string' },
      'server-port': { type: 'string' },
      dev: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { bridge, port, 'bridge-port': bridgePort, 'server-port': serverPort, ...switches } = values;
  return {
    ...switches,
    bridge: parseBridge(bridge),
    port: parsePort('--port', port, 5173),
    bridgePort: parsePort('--bridge-port', bridgePort, 8080),
    serverPort: parsePort('--server-port', serverPort, 50_051),
  };
}

/**
 * @param {string | undefined} bridge
 * @returns {'envoy' | 'embedded' | undefined} `undefined`: Envoy if one can be found or downloaded
 */
function parseBridge(bridge) {
  if (bridge === undefined || bridge === 'envoy' || bridge === 'embedded') return bridge;
  throw new TypeError(`--bridge must be envoy or embedded, not "${bridge}".`);
}

/** @param {string} flag @param {string | undefined} value @param {number} fallback */
function parsePort(flag, value, fallback) {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (/^\d+$/.test(value) && port < 65_536) return port;
  throw new TypeError(`${flag} must be an integer from 0 to 65535, not "${value}"; use port 0 for any free port.`);
}

/** @typedef {ReturnType<typeof parseTestFlags>} TestFlags */

/**
 * @param {readonly string[]} args without Node and the script
 * @param {readonly Pick<import('./test/steps.mjs').Step, 'name' | 'full' | 'paths'>[]} all every step
 * @returns `steps`: the names of the steps to run; `paths`: the tests to run, all when empty; `seed`: that of the property tests
 * @throws {TypeError} for an unknown flag, step or path, with the known ones
 */
export function parseTestFlags(args, all) {
  const { values, positionals } = parse({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      full: { type: 'boolean', default: false },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { full, help } = values;
  const names = all.filter((step) => full || !step.full).map(({ name }) => name);
  const only = parseSteps(values.only, names, all);
  const steps = names.filter((name) => only.length === 0 || only.includes(name));
  const chosen = all.filter(({ name }) => steps.includes(name));
  if (positionals.length > 0 && !chosen.every(({ paths }) => paths))
    throw new TypeError(
      `"${positionals[0]}" chooses among the tests of a step; name the step, as in --only unit ${positionals[0]}.`,
    );
  return { steps, paths: positionals, full, seed: parseSeed(values.seed), help };
}

/**
 * @param {readonly string[]} values of --only
 * @param {readonly string[]} names of the steps of this run
 * @param {readonly Pick<import('./test/steps.mjs').Step, 'name'>[]} all
 */
function parseSteps(values = [], names, all) {
  const requested = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = requested.find((name) => !names.includes(name));
  if (unknown === undefined) return requested;
  throw new TypeError(
    all.some(({ name }) => name === unknown)
      ? `--only names the step "${unknown}", which exists in npm run test:full only.`
      : `--only names a step "${unknown}", which doesn't exist; use ${names.join(', ')}.`,
  );
}

/** @param {string | undefined} seed */
function parseSeed(seed) {
  if (seed === undefined) return undefined;
  if (/^\d+$/.test(seed) && Number(seed) < 2 ** 31) return Number(seed);
  throw new TypeError(`--seed must be an integer from 0 to ${2 ** 31 - 1}, not "${seed}".`);
}

/**
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {Config} config
 * @throws {TypeError} for an unknown flag or a missing value
 */
function parse(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's first sentence has the reason; the others explain positional arguments that start with a dash.
    const [sentence] = errorMessage(error).split(/\. (?=To specify)/);
    throw new TypeError(sentence?.replace(/\.?$/, '.'), { cause: error });
  }
}

/**
 * Reads the flags of a command; prints its usage, or the mistake, where there is nothing to run.
 *
 * @template {{ help: boolean }} Flags
 * @param {string} command as in `npm start`
 * @param {string} usage
 * @param {() => Flags} parseFlags
 * @returns {Flags | undefined}
 */
export function readFlags(command, usage, parseFlags) {
  try {
    const flags = parseFlags();
    if (!flags.help) return flags;
    console.log(usage);
  } catch (error) {
    console.error(`${errorMessage(error)} See ${command} -- --help.`);
    process.exitCode = 2;
  }
  return undefined;
}
