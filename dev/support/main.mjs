/**
 * `npm run support`: writes the results of the last `npm run test:full` into docs/guides/support.md. With `--check` it writes nothing,
 * and ends with 1 when the guide differs from them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { compareTables, writeTables } from './guide.mjs';
import { readSupport } from './tables.mjs';

const GUIDE = join(ROOT, 'docs', 'guides', 'support.md');

/** @param {readonly string[]} args */
function main(args) {
  const unknown = args.find((arg) => arg !== '--check');
  if (unknown !== undefined) {
    console.error(`support: unknown argument ${unknown}; there is only --check.`);
    process.exitCode = 2;
    return;
  }
  const guide = readFileSync(GUIDE, 'utf8');
  if (args.length === 0) {
    writeFileSync(GUIDE, writeTables(guide, readSupport));
    return;
  }
  const differences = compareTables(guide, readSupport);
  for (const sentence of differences) console.error(sentence);
  if (differences.length === 0) return;
  console.error(
    'Look at each; where the new result is right, run `npm run support` and `npm run format`, and commit the guide.',
  );
  process.exitCode = 1;
}

main(process.argv.slice(2));
