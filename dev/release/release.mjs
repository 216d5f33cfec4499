/** The release itself: all checks, then, unless it is a dry run, the version, the changelog's section, a commit and a tag. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIntegrity } from './cdn.mjs';
import { closeUnreleased, readUnreleased } from './changelog.mjs';
import { checkBranch, checkChangelog, checkPublishing, checkTag, checkTree, checkVersion, git } from './checks.mjs';
import { writeVersion } from './files.mjs';
import { nextVersion, parseVersion, suggestBump } from './version.mjs';

/** @typedef {import('./checks.mjs').Check} Check */

/** @typedef {{ name: string, check: Check, skippable?: boolean }} Step */

/** Checks that take seconds, and need no build. @type {readonly Step[]} */
export const QUICK = [
  { name: 'clean tree', check: checkTree },
  { name: 'branch', check: checkBranch },
  { name: 'version', check: checkVersion },
  { name: 'changelog', check: checkChangelog },
  { name: 'tag', check: checkTag },
  { name: 'publishing', check: checkPublishing },
];

/**
 * Finds the version to release.
 *
 * @param {string} root
 * @param {string | undefined} argument `patch`, `minor`, `major` or a version; without one the changelog decides
 * @returns {import('./checks.mjs').Release & { reason: string }}
 * @throws {TypeError} for another argument
 */
export function planRelease(root, argument) {
  const current = JSON.parse(readFileSync(join(root, 'lib', 'package.json'), 'utf8')).version;
  if (argument === 'patch' || argument === 'minor' || argument === 'major')
    return { root, current, version: nextVersion(current, argument), reason: argument };
  if (argument !== undefined) {
    if (!/^\d/.test(argument))
      throw new TypeError(`version: "${argument}" is unknown; use patch, minor, major or a version such as 1.2.3.`);
    parseVersion(argument);
    return { root, current, version: argument, reason: 'as stated' };
  }
  const { headings } = readUnreleased(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const bump = suggestBump(current, headings);
  const version = nextVersion(current, bump);
  return { root, current, version, reason: `${bump}, by the changelog's ${headings.join(', ') || 'missing entries'}` };
}

/**
 * Runs checks in their order.
 *
 * @param {import('./checks.mjs').Release} release
 * @param {readonly Step[]} steps
 * @param {object} options
 * @param {boolean} options.dryRun goes on after a failed check, so that one run shows all problems
 * @param {readonly string[]} options.skip names of steps
 * @param {(line: string) => void} options.log
 * @returns {Promise<number>} how many failed
 */
export async function runChecks(release, steps, { dryRun, skip, log }) {
  let failed = 0;
  for (const { name, check } of steps) {
    if (skip.includes(name)) {
      log(`  skipped  ${name}`);
      continue;
    }
    const problems = await check(release);
    log(`  ${problems.length === 0 ? 'passed ' : 'FAILED '}  ${name}`);
    for (const problem of problems) log(problem.replaceAll(/^/gm, '             '));
    if (problems.length === 0) continue;
    failed++;
    if (!dryRun) return failed;
  }
  return failed;
}

/**
 * Writes the release: files, commit, tag.
 *
 * @param {import('./checks.mjs').Release} release
 * @param {Date} now
 * @param {() => Promise<string>} buildScriptTag builds the file for script tags, which contains the version; gets its integrity
 */
export async function writeRelease({ root, version }, now, buildScriptTag) {
  const path = join(root, 'CHANGELOG.md');
  const date = now.toISOString().slice(0, 10);
  writeFileSync(path, closeUnreleased(readFileSync(path, 'utf8'), version, date));
  const versioned = writeVersion(root, version);
  const files = ['CHANGELOG.md', ...versioned, ...writeIntegrity(root, await buildScriptTag())];
  git(root, ['add', '--', ...files]);
  git(root, ['commit', '--quiet', '--message', `chore: release ${version}`]);
  git(root, ['tag', '--annotate', '--message', `endpoint.js ${version}`, `v${version}`]);
}
