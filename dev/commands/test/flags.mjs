/**
 * The command line of `npm test`.
 */
import { parseArgs } from 'node:util';
import { errorMessage } from '../../../envoy/launcher/process/error-message.mjs';

/**
 * @typedef {object} Flags
 * @property {string[]} steps the names of the steps to run
 * @property {string[]} paths the tests to run, in steps that accept paths; all when empty
 * @property {boolean} full
 * @property {number | undefined} seed for the property tests
 * @property {boolean} help
 */

/**
 * @param {readonly string[]} args without Node and the script
 * @param {readonly Pick<import('./steps.mjs').Step, 'name' | 'full' | 'paths'>[]} all every step
 * @returns {Flags}
 * @throws {TypeError} for an unknown flag, step or path, with the known ones
 */
export function parseFlags(args, all) {
  const { values, positionals } = parse(args);
  const { full, help } = values;
  const names = all.filter((step) => full || !step.full).map(({ name }) => name);
  const only = list('--only', values.only, names, all);
  const skip = list('--skip', values.skip, names, all);
  const steps = names.filter((name) => (only.length === 0 || only.includes(name)) && !skip.includes(name));
  if (steps.length === 0) throw new TypeError('--only and --skip leave no step to run.');
  const chosen = all.filter(({ name }) => steps.includes(name));
  if (positionals.length > 0 && !chosen.every(({ paths }) => paths))
    throw new TypeError(
      `"${positionals[0]}" chooses among the tests of a step; name the step, as in --only unit ${positionals[0]}.`,
    );
  return { steps, paths: positionals, full, seed: parseSeed(values.seed), help };
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true },
        skip: { type: 'string', multiple: true },
        full: { type: 'boolean', default: false },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const [sentence] = errorMessage(error).split(/\. (?=To specify)/);
    throw new TypeError(sentence?.replace(/\.?$/, '.'), { cause: error });
  }
}

/**
 * @param {string} flag
 * @param {readonly string[]} values
 * @param {readonly string[]} names of the steps of this run
 * @param {readonly Pick<import('./steps.mjs').Step, 'name'>[]} all
 */
function list(flag, values = [], names, all) {
  const requested = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = requested.find((name) => !names.includes(name));
  if (unknown === undefined) return requested;
  throw new TypeError(
    all.some(({ name }) => name === unknown)
      ? `${flag} names the step "${unknown}", which exists in npm run test:full only.`
      : `${flag} names a step "${unknown}", which doesn't exist; use ${names.join(', ')}.`,
  );
}

/** @param {string | undefined} seed */
function parseSeed(seed) {
  if (seed === undefined) return undefined;
  if (/^\d+$/.test(seed) && Number(seed) < 2 ** 31) return Number(seed);
  throw new TypeError(`--seed must be an integer from 0 to ${2 ** 31 - 1}, not "${seed}".`);
}
