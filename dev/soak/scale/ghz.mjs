/** Load by ghz, where it is installed: `go install github.com/bojand/ghz/cmd/ghz@latest`, or its path in ENDPOINTJS_GHZ. */
import { run } from '../../../process/processes.mjs';

const GHZ = process.env['ENDPOINTJS_GHZ'] ?? 'ghz';
const DATA = JSON.stringify({ code: 'echo', str1: 'call {{.RequestNumber}}', str2: 'x', int_value: 1 });

export const hasGhz = async () => (await run(GHZ, ['--version'])).failure === undefined;

/**
 * @param {string} address `host:port`, whose server describes itself by reflection
 * @param {{ calls: number, concurrency: number, connections: number }} options
 * @returns {Promise<{ rate: number, clientMs: undefined }>} its processor time isn't known, as it ends with the run
 * @throws {Error} when a call failed
 */
export async function runGhz(address, { calls, concurrency, connections }) {
  const flags = { '--call': 'api.ApiService.CallApi', '-d': DATA, '-n': calls, '-c': concurrency };
  const others = { '--connections': connections, '-O': 'json' };
  const args = Object.entries({ ...flags, ...others }).flatMap(([name, value]) => [name, String(value)]);
  const { stdout, failure } = await run(GHZ, ['--insecure', ...args, address]);
  if (failure !== undefined) throw new Error(`ghz failed: ${failure}`);
  /** @type {{ rps: number, statusCodeDistribution: Record<string, number> }} */
  const { rps, statusCodeDistribution } = JSON.parse(stdout);
  if (statusCodeDistribution['OK'] === calls) return { rate: rps, clientMs: undefined };
  throw new Error(`ghz: not each of ${calls} calls ended with OK, but ${JSON.stringify(statusCodeDistribution)}.`);
}
