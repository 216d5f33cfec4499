/**
 * `npm run soak`: measures the call service under load and faults, on loopback, in a few minutes; a step of `npm run test:full`.
 * Prints a line for each figure, and ends with 1 when one misses its bar; a figure without a bar is only shown.
 * `npm run soak -- memory faults` measures these alone; `--short` makes fewer calls. The environment variable ENDPOINTJS_FIGURES
 * names a file that gets the figures as JSON.
 */
import { parseArgs } from 'node:util';
import { prepare } from '../setup/install.mjs';
import { endOnRequest } from '../../process/shutdown.mjs';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';

/** The profile of a few minutes. */
const LONG = {
  throughput: { rounds: 3, turns: 24, calls: 1000 },
  growth: { warmUp: 40_000, calls: 160_000, connections: 5000 },
  faultSeconds: 20,
};

/** The profile of `--short`. */
const SHORT = {
  throughput: { rounds: 1, turns: 2, calls: 1000 },
  growth: { warmUp: 20_000, calls: 40_000, connections: 1000 },
  faultSeconds: 3,
};

/** @typedef {typeof LONG} Profile */
/** @typedef {import('../commands/test/figures.mjs').Figure} Figure */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
endOnRequest();
await prepare(['lib', 'client', 'server'], console.error);
// Imported only now: they import files that were just built.
const { throughput } = await import('./throughput.mjs');
const { memory } = await import('./memory.mjs');
const { faults } = await import('./faults/faults.mjs');

/**
 * In this order.
 *
 * @type {Readonly<Record<string, (profile: Profile) => Promise<Figure | Figure[]>>>}
 */
const MEASUREMENTS = { throughput, memory, faults };
const unknown = positionals.find((name) => MEASUREMENTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; use ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
/** @type {Figure[]} */
const figures = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const figure of [await measure(values.short ? SHORT : LONG)].flat()) {
    figures.push(figure);
    console.log(formatFigure(figure));
  }
}
writeFigures(figures);
