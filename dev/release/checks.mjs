/** What must be true before a release: each check returns its problems, a sentence each. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { PACKAGES } from '../commands/pack.mjs';
import { readSetting } from '../generate/project.mjs';
import { findSection, readUnreleased } from './changelog.mjs';
import { listVersions } from './files.mjs';
import { compareVersions } from './version.mjs';

/**
 * @typedef {object} Release
 * @property {string} root the project's folder
 * @property {string} current the version of the packages
 * @property {string} version the one to release
 */

/** @typedef {(release: Release) => string[] | Promise<string[]>} Check */

export const BRANCH = 'main';

/** @param {string} root @param {readonly string[]} args */
export function git(root, args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** @type {Check} */
export function checkTree({ root }) {
  const changes = git(root, ['status', '--porcelain']);
  return changes === '' ? [] : [`The tree isn't clean; commit or remove these files:\n${changes}`];
}

/** @type {Check} */
export function checkBranch({ root }) {
  const branch = git(root, ['rev-parse', '--abbrev-ref', 'HEAD']);
  return branch === BRANCH ? [] : [`The branch is ${branch}; releases are made on ${BRANCH}.`];
}

/** @type {Check} */
export function checkVersion({ root, current, version }) {
  const others = listVersions(root).filter((each) => each.version !== current);
  const order = compareVersions(version, current);
  return [
    ...(order > 0 ? [] : [`The version ${version} isn't later than ${current}, the packages'.`]),
    ...others.map((each) => `${each.path} states the version ${each.version}, and lib/package.json ${current}.`),
  ];
}

/** @type {Check} */
export function checkChangelog({ root, version }) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const { entries } = readUnreleased(changelog);
  return [
    ...(entries > 0 ? [] : ['CHANGELOG.md has no entry in its section "## Unreleased".']),
    ...(findSection(changelog, version) === undefined ? [] : [`CHANGELOG.md has a section for ${version} already.`]),
  ];
}

/** @type {Check} */
export function checkTag({ root, version }) {
  const tag = `refs/tags/v${version}`;
  const local = git(root, ['tag', '--list', `v${version}`]);
  if (local !== '') return [`The tag v${version} exists.`];
  if (!git(root, ['remote']).split('\n').includes('origin')) return [];
  try {
    return git(root, ['ls-remote', 'origin', tag]) === '' ? [] : [`The tag v${version} exists at origin.`];
  } catch (error) {
    return [`The tags of origin can't be read: ${errorMessage(error)}`];
  }
}

/**
 * npm accepts provenance only from a public package whose `repository` is the one that publishes.
 *
 * @type {Check}
 */
export function checkPublishing({ root }) {
  const { repository } = readSetting(root);
  return PACKAGES.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const { access, provenance } = manifest.publishConfig ?? {};
    const { url, directory } = manifest.repository ?? {};
    const problems = [
      access === 'public' || `publishConfig.access is ${access}; set it to "public".`,
      provenance === true || `publishConfig.provenance is ${provenance}; set it to true.`,
      url === `git+${repository}.git` || `repository.url is ${url}; run npm run generate -- project.`,
      directory === folder || `repository.directory is ${directory}; set it to "${folder}".`,
      manifest.private !== true || 'the package is private; remove "private".',
    ];
    return problems.flatMap((problem) => (problem === true ? [] : [`${folder}/package.json: ${problem}`]));
  });
}

/**
 * Checks that a tag, the packages and the changelog agree: what the workflow does before it publishes.
 *
 * @param {string} root
 * @param {string} tag as in `v1.2.3`
 * @returns {string[]}
 */
export function checkTagged(root, tag) {
  const version = tag.replace(/^v/, '');
  const section = findSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const others = listVersions(root).filter((each) => each.version !== version);
  return [
    ...(tag.startsWith('v') ? [] : [`The tag ${tag} doesn't begin with "v".`]),
    ...new Set(others.map((each) => `${each.path} states the version ${each.version}, and the tag ${version}.`)),
    ...(section === undefined ? [`CHANGELOG.md has no section for ${version}.`] : []),
    ...(section !== undefined && section.date === undefined ? [`CHANGELOG.md has no date for ${version}.`] : []),
  ];
}
