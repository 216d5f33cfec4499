/**
 * `npm run soak`: measures the call service under load and faults, on loopback, in a few minutes; a step of `npm run test:full`.
 * Prints a line for each figure, and ends with 1 when one misses its bar; a figure without a bar is only shown.
 * `npm run soak -- restarts sizes` measures these alone; `--short` makes fewer calls. `--scale` measures the model of capacity alone;
 * with `--write` also into dev/soak/scale/capacity.json and docs/guides/capacity.md. The environment variable ENDPOINTJS_FIGURES
 * names a file that gets the figures as JSON.
 */
import { parseArgs } from 'node:util';
import { prepare } from '../setup/install.mjs';
import { endOnRequest } from '../../process/shutdown.mjs';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';

/** The profile of a few minutes. */
const LONG = {
  calls: 200_000,
  retriedCalls: 200_000,
  kills: 5,
  drainCalls: 60_000,
  idle: 1000,
  slow: 100,
  calmCalls: 2000,
  atGateway: true,
  malformedRequests: 10_000,
  grpcProcesses: 6,
  grpcRounds: 10,
  grpcCalls: 1000,
  webRounds: 7,
  webCalls: 300,
  faultSeconds: 20,
  scale: {
    rates: { rounds: 7, calls: 20_000 },
    held: { few: 1000, many: 10_000 },
  },
  growth: { warmUp: 100_000, calls: 1_000_000, connections: 10_000 },
};

/** The profile of `--short`. */
const SHORT = {
  calls: 3000,
  retriedCalls: 800,
  kills: 1,
  drainCalls: 3000,
  idle: 300,
  slow: 30,
  calmCalls: 400,
  // Its limits take half a minute to apply.
  atGateway: false,
  malformedRequests: 200,
  grpcProcesses: 2,
  grpcRounds: 4,
  grpcCalls: 500,
  webRounds: 1,
  webCalls: 100,
  faultSeconds: 3,
  scale: {
    rates: { rounds: 3, calls: 2000 },
    held: { few: 100, many: 1000 },
  },
  growth: { warmUp: 20_000, calls: 40_000, connections: 1000 },
};

/** @typedef {typeof LONG} Profile */
/** @typedef {import('../commands/test/figures.mjs').Figure} Figure */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, scale: { type: 'boolean' }, write: { type: 'boolean' } },
});
endOnRequest();
await prepare(['lib', 'client', 'server'], console.error);
// Imported only now: they import files that were just built.
const { throughput } = await import('./throughput.mjs');
const { drain, restarts } = await import('./restarts.mjs');
const { connections } = await import('./connections.mjs');
const { malformedRows } = await import('./malformed.mjs');
const { sizes } = await import('./sizes.mjs');
const { faults } = await import('./faults/table.mjs');
const { memory } = await import('./memory.mjs');
const { scale } = await import('./scale/measure.mjs');

/**
 * In this order.
 *
 * @type {Readonly<Record<string, (profile: Profile) => Promise<Figure | Figure[]>>>}
 */
const MEASUREMENTS = { throughput, restarts, drain, connections, malformed: malformedRows, sizes, faults, memory };
const unknown = positionals.find((name) => MEASUREMENTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; use ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
const profile = values.short ? SHORT : LONG;
const chosen = positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS);
const measure = values.scale
  ? [() => scale(profile, { write: values.write ?? false })]
  : Object.entries(MEASUREMENTS).flatMap(([name, each]) => (chosen.includes(name) ? [() => each(profile)] : []));
/** @type {Figure[]} */
const figures = [];
for (const each of measure) {
  for (const figure of [await each()].flat()) {
    figures.push(figure);
    console.log(formatFigure(figure));
  }
}
writeFigures(figures);
