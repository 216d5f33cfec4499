/**
 * `npm run soak`: the call service under load and faults, on loopback, in a few minutes. Prints a table and ends with 1 when a bar
 * isn't met. `npm run soak -- restarts sizes` measures these alone; `--short` does less of everything.
 */
import { parseArgs } from 'node:util';
import { prepare } from '../scripts/prepare.mjs';
import { killAll } from '../scripts/processes.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    killAll();
    process.exit(130);
  });
}
await prepare(['lib', 'client', 'server'], console.error);
// Not before: what they import may just have been built.
const { LONG, MEASUREMENTS, SHORT } = await import('./run.mjs');
const unknown = positionals.find((name) => MEASUREMENTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is nothing "${unknown}" to measure; there are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
console.log('| what | bar | measured | ok |\n| --- | --- | --- | --- |');
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const { what, bar, measured, ok } of [await measure(values.short ? SHORT : LONG)].flat()) {
    console.log(`| ${what} | ${bar || '–'} | ${measured} | ${ok ? 'yes' : 'NO'} |`);
    if (!ok) process.exitCode = 1;
  }
}
