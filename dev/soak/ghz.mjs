/** Calls by gRPC, made by ghz. */
import { fileURLToPath } from 'node:url';
import { run, start } from '../../process/processes.mjs';
import { text } from 'node:stream/consumers';
import { buildGoProgram } from '../setup/go.mjs';

const GHZ = { module: 'github.com/bojand/ghz', version: 'v0.121.0', main: '/cmd/ghz' };
const MESSAGES = fileURLToPath(new URL('../../proto/gen/api.binpb', import.meta.url));
const FLAGS = ['--protoset', MESSAGES, '--call', 'api.ApiService.CallApi', '-O', 'json', '--count-errors'];
/** The errors of calls that ghz itself breaks off at its end. */
const BROKEN_OFF = /use of closed network connection|context canceled/;

/**
 * @typedef {object} Report
 * @property {number} count
 * @property {number} rps calls a second
 * @property {Record<string, number | undefined>} statusCodeDistribution
 * @property {Record<string, number>} [errorDistribution]
 * @property {{ latency: number, error: string }[]} details `latency` in ns
 */

export const getGhz = () => buildGoProgram('ghz', GHZ);

/** @param {object} data of the call; ghz replaces `{{.RequestNumber}}` @param {readonly string[]} args */
const listArguments = (data, args) => [...FLAGS, '-d', JSON.stringify(data), ...args];

/**
 * Makes a number of calls.
 *
 * @param {string} ghz
 * @param {object} data
 * @param {readonly string[]} args
 * @param {number} calls
 * @returns {Promise<Report>}
 * @throws {Error} when a call failed
 */
export async function makeCalls(ghz, data, args, calls) {
  const { stdout, failure } = await run(ghz, listArguments(data, ['-n', String(calls), ...args]));
  if (failure !== undefined) throw new Error(`ghz ${failure}: ${stdout}`);
  /** @type {Report} */
  const report = JSON.parse(stdout);
  const { statusCodeDistribution: ends } = report;
  if (ends['OK'] !== calls) throw new Error(`ghz: of ${calls} calls ended ${JSON.stringify(ends)}.`);
  return report;
}

/**
 * Makes calls until it is ended.
 *
 * @param {string} ghz
 * @param {object} data
 * @param {readonly string[]} args
 * @param {{ slowMs?: number }} [options] calls that take longer count as slow
 * @returns {{ end: () => Promise<import('./load.mjs').Result>, stop: () => void }} `end` lets it begin no more calls
 */
export function startCalls(ghz, data, args, { slowMs = Infinity } = {}) {
  const child = start(ghz, listArguments(data, ['-n', '10000000', ...args]), {});
  child.stderr.pipe(process.stderr);
  const output = text(child.stdout);
  return {
    stop: () => void child.kill('SIGKILL'),
    end: async () => {
      child.kill('SIGINT');
      /** @type {Report} */
      const { details } = JSON.parse(await output);
      const calls = details.filter(({ error }) => !BROKEN_OFF.test(error));
      /** @type {Record<string, number>} */
      const errors = {};
      for (const { error } of calls) if (error !== '') errors[error] = (errors[error] ?? 0) + 1;
      const failed = calls.filter(({ error }) => error !== '').length;
      const times = calls.map(({ latency }) => latency / 1e6);
      const slow = times.filter((ms) => ms > slowMs).length;
      const longest = times.reduce((most, ms) => Math.max(most, ms), 0);
      return { answered: calls.length - failed, wrong: 0, failed, lost: 0, slow, errors, longest };
    },
  };
}
