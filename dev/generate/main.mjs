/**
 * `npm run generate`: writes the generated files that are committed. With `--check` it writes nothing, and ends with 1 when one of them
 * differs from a fresh run.
 */
import { checkCode, writeCode } from '../../proto/generate.mjs';
import { checkDerived, writeDerived } from '../../deploy/kubernetes/derive.mjs';
import { installFullPackages } from '../full/packages.mjs';
import { checkExplanations, writeExplanations } from './explanations.mjs';
import { checkCatalogue, writeCatalogue } from './github-catalogue.mjs';

/** @param {readonly string[]} args */
async function main(args) {
  const unknown = args.find((arg) => arg !== '--check');
  if (unknown !== undefined) {
    console.error(`generate: unknown argument ${unknown}; there is only --check.`);
    process.exitCode = 2;
    return;
  }
  await installFullPackages(console.error);
  if (args.length === 0) {
    await writeCode();
    await writeCatalogue();
    await writeExplanations();
    writeDerived();
    return;
  }
  const differences = [
    ...(await checkCode()),
    ...(await checkCatalogue()),
    ...(await checkExplanations()),
    ...checkDerived(),
  ];
  for (const sentence of differences) console.error(sentence);
  if (differences.length === 0) return;
  console.error('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}

await main(process.argv.slice(2));
