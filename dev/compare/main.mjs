/**
 * The cases of cases.json, the sizes and the times of the libraries: `npm run compare` (after `npm run build`). It writes results.json and
 * the tables of the documents.
 *
 *     npm run compare -- ky             prints what ky builds for the cases in which it isn't right, and writes nothing
 *     npm run compare -- --keep-times   measures no times
 *     npm run compare -- --check        compares verdicts, versions and sizes with results.json, and writes nothing
 *
 * Times aren't compared: they depend on the machine, and `npm run bench` guards ours.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { installFullPackages } from '../full/packages.mjs';
import { ruleAll } from './behaviour.mjs';
import { load, nameOf } from './library.mjs';
import { LIBRARIES } from './libraries/index.mjs';
import { writePages } from './pages.mjs';
import { countByGroup, listExceptions, readResults, writeResults } from './results.mjs';
import { measureSize, readVersion } from './sizes.mjs';
import { compareTimes } from './times.mjs';

/** @typedef {import('./results.mjs').Results} Results */

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, 'keep-times': { type: 'boolean' } },
  allowPositionals: true,
});
const log = console.error;

await installFullPackages(log);
const [name] = positionals;
if (name === undefined) await compare();
else await print(name);

async function compare() {
  const adapters = new Map();
  const rulings = new Map();
  /** @type {Results['libraries']} */
  const libraries = [];
  for (const library of LIBRARIES) {
    log(`${nameOf(library)} …`);
    const adapter = await load(library);
    const ruled = await ruleAll(adapter);
    adapters.set(nameOf(library), adapter);
    rulings.set(nameOf(library), ruled);
    const bytes = await measureSize(library);
    libraries.push({
      name: nameOf(library),
      version: readVersion(library),
      size: bytes === undefined ? '' : `${(bytes / 1000).toFixed(1)} kB`,
      groups: countByGroup(ruled),
    });
  }
  const measured = { libraries, exceptions: listExceptions(rulings) };
  if (values.check) {
    check(measured);
    return;
  }
  const times = values['keep-times'] ? readResults().times : await compareTimes(adapters, log);
  writeResults({ ...measured, times });
  writePages({ ...measured, times });
  log('Run `npm run format`, and look at what has changed.');
}

/** @param {Omit<Results, 'times'>} measured */
function check(measured) {
  const recorded = readResults();
  const differences = [
    ...measured.libraries
      .filter((library, index) => !isDeepStrictEqual(library, recorded.libraries[index]))
      .map((library) => `${JSON.stringify(library)}\n  isn't what results.json has.`),
    ...(isDeepStrictEqual(measured.exceptions, recorded.exceptions) ? [] : ['The exceptions are others.']),
  ];
  for (const sentence of differences) console.error(sentence);
  if (differences.length === 0) return;
  console.error('Look at each; where the new result is right, run `npm run compare` and `npm run format`, and commit.');
  process.exitCode = 1;
}

/** @param {string} requested the name of a library */
async function print(requested) {
  const library = LIBRARIES.find((candidate) => nameOf(candidate) === requested);
  if (library === undefined) throw new Error(`"${requested}": use one of ${LIBRARIES.map(nameOf).join(', ')}.`);
  for (const [id, { verdict, built }] of await ruleAll(await load(library)))
    if (verdict !== 'right' && verdict !== 'none') console.log(`${verdict.padEnd(7)} ${id}: ${built}`);
}
