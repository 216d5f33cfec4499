/**
 * `npm run generate [-- <name> …]`: writes the generated files that are committed, or those of these generators. With `--check` it
 * writes nothing, and ends with 1 when one of them differs from a fresh run.
 */
import { checkCode, writeCode } from './proto.mjs';
import { ROOT } from '../commands/build.mjs';
import { installFullPackages } from '../full/packages.mjs';
import { writeCurlOptions } from './curl-options.mjs';
import { checkDigest, writeDigest } from './digest.mjs';
import { checkExplanations, writeExplanations } from './explanations.mjs';
import { checkCatalogue, writeCatalogue } from './github-catalogue.mjs';
import { writePicture } from './picture.mjs';
import { checkReadme, writeReadme } from './readme.mjs';
import { checkStatus, writeStatus } from './status.mjs';

/**
 * @typedef {object} Generator
 * @property {() => unknown} write
 * @property {() => string[] | Promise<string[]>} check one sentence for each file that differs
 * @property {boolean} [full] needs the packages of `dev/full/`; `npm test` finds an edit by hand only if `FILES` in digest.mjs has the file
 * @property {boolean} [named] runs only by its name: its result depends on the machine
 */

/** @type {Readonly<Record<string, Generator>>} */
const GENERATORS = {
  code: { write: writeCode, check: checkCode, full: true },
  catalogue: { write: writeCatalogue, check: checkCatalogue, full: true },
  // After those that write what it is about.
  digest: { write: writeDigest, check: checkDigest },
  explanations: { write: writeExplanations, check: checkExplanations },
  readme: { write: writeReadme, check: checkReadme },
  // After the page that `readme` writes.
  status: { write: () => writeStatus(ROOT), check: () => checkStatus(ROOT) },
  // Another curl has other options; a test compares them with the table.
  curl: { write: writeCurlOptions, check: () => [], named: true },
  // Pictures of two machines differ by their fonts.
  picture: { write: writePicture, check: () => [], named: true },
};

/** @param {readonly string[]} args */
async function main(args) {
  const names = args.filter((arg) => arg !== '--check');
  const unknown = names.find((name) => !Object.hasOwn(GENERATORS, name));
  if (unknown !== undefined) {
    console.error(`generate: unknown argument ${unknown}; use --check, ${Object.keys(GENERATORS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const chosen = Object.entries(GENERATORS).filter(([name, { named = false }]) =>
    names.length === 0 ? !named : names.includes(name),
  );
  const generators = chosen.map(([, generator]) => generator);
  if (generators.some(({ full }) => full)) await installFullPackages(console.error);
  /** @type {string[]} */
  const differences = [];
  for (const { write, check } of generators) {
    if (args.includes('--check')) differences.push(...(await check()));
    else await write();
  }
  for (const sentence of differences) console.error(sentence);
  if (differences.length === 0) return;
  console.error('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}

await main(process.argv.slice(2));
