/**
 * The command line of `npm test`.
 */
import { parseArgs } from 'node:util';

/**
 * Which of the steps to run.
 *
 * @param {readonly string[]} args without Node and the script
 * @param {readonly string[]} names of all steps
 * @returns {{ steps: string[], full: boolean, seed: number | undefined, help: boolean }}
 * @throws {TypeError} for anything it doesn't know, saying what there is
 */
export function parseFlags(args, names) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      skip: { type: 'string', multiple: true },
      full: { type: 'boolean', default: false },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const only = list('--only', values.only, names);
  const skip = list('--skip', values.skip, names);
  const steps = names.filter((name) => (only.length === 0 || only.includes(name)) && !skip.includes(name));
  if (steps.length === 0) throw new TypeError('--only and --skip together leave no step to run.');
  return { steps, full: values.full, seed: parseSeed(values.seed), help: values.help };
}

/** @param {string | undefined} seed */
function parseSeed(seed) {
  if (seed === undefined) return undefined;
  if (/^-?\d{1,10}$/.test(seed) && Number(seed) === (Number(seed) | 0)) return Number(seed);
  throw new TypeError(`--seed must be a whole number from -2147483648 to 2147483647, not "${seed}".`);
}

/**
 * @param {string} flag
 * @param {readonly string[]} [values]
 * @param {readonly string[]} [names]
 */
function list(flag, values = [], names = []) {
  const wanted = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return wanted;
  throw new TypeError(`${flag} names a step "${unknown}", which there isn't; there are ${names.join(', ')}.`);
}
