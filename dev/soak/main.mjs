/**
 * `npm run soak`: measures the call service under load and faults, on loopback, in a few minutes; a step of `npm run test:full`.
 * Prints a line for each figure, and ends with 1 when one misses its bar; a figure without a bar is only shown.
 * `npm run soak -- restarts sizes` measures these alone; `--short` makes fewer calls. The environment variable
 * ENDPOINTJS_FIGURES names a file that gets the figures as JSON.
 */
import { parseArgs } from 'node:util';
import { prepare } from '../setup/prepare.mjs';
import { killAll } from '../../envoy/launcher/process/processes.mjs';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    killAll();
    process.exit(130);
  });
}
await prepare(['lib', 'client', 'server'], console.error);
// Imported only now: they import files that were just built.
const { LONG, MEASUREMENTS, SHORT } = await import('./run.mjs');
const unknown = positionals.find((name) => MEASUREMENTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}"; use ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
/** @type {import('../commands/test/figures.mjs').Figure[]} */
const figures = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const figure of [await measure(values.short ? SHORT : LONG)].flat()) {
    figures.push(figure);
    console.log(formatFigure(figure));
  }
}
writeFigures(figures);
