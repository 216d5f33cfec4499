/** `npm run release`: checks everything that a release needs, then writes version, changelog, commit and tag. Publishes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../../process/error-message.mjs';
import { ROOT } from '../commands/build.mjs';
import { compareIntegrity } from './cdn.mjs';
import { findSection } from './changelog.mjs';
import { checkTagged } from './checks.mjs';
import { buildEverything, buildScriptTag, checkConsumers, checkPacked, RELEASE, runTests } from './packed.mjs';
import { planRelease, QUICK, runChecks, writeRelease } from './release.mjs';
import { writeSboms } from './sbom.mjs';

const USAGE = `Usage: npm run release -- [patch|minor|major|<version>] [options]

Checks the tree, the version, the changelog, the tag, the build, the tests, the packed files, their installation, the settings for
publishing, and licences; then writes the version, the changelog's section, a commit and a tag. The workflow publishes from the tag.
Without a version, the headings of the changelog decide.

  --dry-run                writes nothing that git tracks: shows all problems, and what it would do
  --skip <check>[,<check>] in a dry run only: tests, consumers
  --pack                   only builds and packs what a tag publishes, with bills of materials, into .cache/release
  --verify-tag <tag>       only checks that tag, packages, changelog and the integrity in script tags agree
  --notes <tag>            only prints the changelog's section
  --help                   this text
`;

/** @type {readonly import('./release.mjs').Step[]} */
const SLOW = [
  { name: 'build', check: buildEverything },
  { name: 'packed files', check: checkPacked },
  { name: 'bills of materials', check: writeSboms },
  { name: 'tests', check: runTests, skippable: true },
  { name: 'consumers', check: checkConsumers, skippable: true },
];

/** @param {readonly string[]} args @throws {TypeError} for wrong ones */
function readArguments(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      skip: { type: 'string', default: '' },
      pack: { type: 'boolean', default: false },
      'verify-tag': { type: 'string' },
      notes: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const skip = values.skip.split(',').filter((name) => name !== '');
  const skippable = SLOW.filter((step) => step.skippable).map(({ name }) => name);
  const unknown = skip.find((name) => !skippable.includes(name));
  if (unknown !== undefined) throw new TypeError(`--skip: "${unknown}" can't be skipped; use ${skippable.join(', ')}.`);
  if (skip.length > 0 && !values['dry-run']) throw new TypeError('--skip: is for a dry run; add --dry-run.');
  if (positionals.length > 1) throw new TypeError(`version: "${positionals[1]}" is a second one; pass one.`);
  return { ...values, skip, version: positionals[0] };
}

/**
 * Reads the command line; prints a mistake in it.
 *
 * @template T
 * @param {() => T} read
 * @returns {T | undefined}
 */
function orUsage(read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${errorMessage(error)} See npm run release -- --help.`);
    process.exitCode = 2;
    return undefined;
  }
}

/** @param {readonly string[]} args */
async function main(args) {
  const values = orUsage(() => readArguments(args));
  if (values === undefined) return undefined;
  const { 'dry-run': dryRun, 'verify-tag': tag, pack, notes, skip, version, help } = values;
  if (help) return console.log(USAGE);
  if (tag !== undefined) {
    const problems = checkTagged(ROOT, tag);
    return report(problems.length > 0 ? problems : compareIntegrity(ROOT, await buildScriptTag()));
  }
  if (pack) return report([...(await checkPacked()), ...(await writeSboms())]);
  if (notes !== undefined) return printNotes(notes);
  const release = orUsage(() => planRelease(ROOT, version));
  if (release === undefined) return undefined;
  console.log(`${release.current} → ${release.version} (${release.reason})${dryRun ? ', dry run' : ''}\n`);
  const failed = await runChecks(release, [...QUICK, ...SLOW], { dryRun, skip, log: console.log });
  if (failed > 0) {
    console.error(`\n${failed} of the checks failed; nothing was released.`);
    process.exitCode = 1;
    return undefined;
  }
  if (!dryRun) await writeRelease(release, new Date(), buildScriptTag);
  const verb = dryRun ? 'Would write' : 'Wrote';
  console.log(
    `\n${verb} ${release.version} into the packages, the examples, the lock file, the texts that quote it, and CHANGELOG.md.`,
  );
  console.log(`${verb} the commit "chore: release ${release.version}" and the tag v${release.version}.`);
  console.log(`Tarballs and bills of materials: ${RELEASE}`);
  if (!dryRun) console.log('Next: git push --follow-tags; the workflow publishes from the tag.');
  return undefined;
}

/** @param {readonly string[]} problems */
function report(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

/** @param {string} tag */
function printNotes(tag) {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const section = findSection(changelog, tag.replace(/^v/, ''));
  if (section !== undefined) return console.log(section.text);
  return report([`CHANGELOG.md has no section for ${tag}.`]);
}

await main(process.argv.slice(2));
