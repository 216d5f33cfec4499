/**
 * The steps of the very first release, which `npm run release` walks through and CONTRIBUTING.md lists. It differs from later ones: npm lets
 * a workflow publish only packages that exist.
 */
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { PACKAGES, readManifest } from './pack.mjs';

/** The packages, in the order of their dependencies. */
const NAMES = PACKAGES.map((folder) => readManifest(folder).name);

/**
 * @typedef {object} Context
 * @property {string} version
 * @property {boolean} isWritten whether CHANGELOG.md has the section of the version
 * @property {readonly string[]} problems of the texts, a sentence each
 * @property {(...args: string[]) => Promise<string>} git what it prints, without whitespace around it; nothing if it fails
 * @property {(...args: string[]) => Promise<string>} npm what it prints with `--json`
 * @property {(address: string) => Promise<boolean>} answers whether a GET of the address succeeds
 */

/** @typedef {'done' | 'open' | { failed: string }} Result `failed`: why the release can't go on */

/**
 * @typedef {object} Step
 * @property {string} text
 * @property {(context: Context) => Promise<Result>} [check] without it, only a person can tell
 * @property {(version: string) => readonly string[]} [commands] what makes it done
 */

/** @param {Context} context @param {readonly string[]} args @returns {Promise<{ value?: unknown, code?: string }>} npm's result or error */
async function askNpm({ npm }, ...args) {
  const text = await npm(...args);
  try {
    const value = JSON.parse(text);
    return value?.error === undefined ? { value } : { code: String(value.error.code) };
  } catch {
    return { code: 'no JSON' };
  }
}

/** @param {Context} context @returns {Promise<Result>} */
async function checkRepository({ answers, git, isWritten }) {
  if (!(await answers(REPOSITORY))) return { failed: `${REPOSITORY} doesn't answer; create it, and push main.` };
  if ((await git('branch', '--show-current')) !== 'main') return { failed: 'Another branch is checked out.' };
  // Its own changes come next.
  if (isWritten) return 'done';
  if ((await git('status', '--porcelain')) !== '') return { failed: 'Changes are not committed.' };
  const isPushed =
    (await git('rev-parse', 'HEAD')) === (await git('ls-remote', 'origin', 'refs/heads/main')).split('\t')[0];
  return isPushed ? 'done' : { failed: 'main differs from its branch at origin.' };
}

/** @param {Context} context @returns {Promise<Result>} */
async function checkLogin(context) {
  const { code } = await askNpm(context, 'whoami');
  if (code === undefined) return 'done';
  return { failed: code === 'ENEEDAUTH' ? 'No one is logged in.' : `npm whoami failed (${code}).` };
}

/** @param {Context} context @returns {Promise<Result>} */
async function checkNames(context) {
  const { value: user } = await askNpm(context, 'whoami');
  for (const name of NAMES) {
    const { value: maintainers, code } = await askNpm(context, 'view', name, 'maintainers');
    if (code === 'E404') continue;
    if (code !== undefined) return { failed: `npm view ${name} failed (${code}).` };
    if (![maintainers].flat().some((maintainer) => String(maintainer).split(' ')[0] === user))
      return { failed: `${name} belongs to others.` };
  }
  return 'done';
}

/** @param {Context} context @returns {Promise<Result>} */
async function checkPublished(context) {
  const versions = [];
  for (const name of NAMES) versions.push(await askNpm(context, 'view', `${name}@${context.version}`, 'version'));
  return versions.every(({ value }) => value === context.version) ? 'done' : 'open';
}

/** @param {boolean} isDone @returns {Result} */
const doneIf = (isDone) => (isDone ? 'done' : 'open');

/** @type {readonly Step[]} */
export const STEPS = [
  {
    text: `The repository is public at <${REPOSITORY}>; \`main\` is checked out, without changes, and pushed.`,
    check: checkRepository,
  },
  {
    text: 'GitHub has Pages from GitHub Actions, private vulnerability reporting, discussions with the category Q&A, and the environment `npm` for tags `v*`, with a required reviewer.',
    commands: () => [`${REPOSITORY}/settings`],
  },
  {
    text: `The site answers at <${HOMEPAGE}>.`,
    check: async ({ answers }) =>
      (await answers(HOMEPAGE)) ? 'done' : { failed: `${HOMEPAGE} doesn't answer; run its workflow, docs.yml.` },
  },
  {
    text: 'You are logged in to npm, with two-factor authentication.',
    check: checkLogin,
    commands: () => ['npm login'],
  },
  { text: 'The names of the three packages are free at npm, or yours.', check: checkNames },
  {
    text: 'CHANGELOG.md and the status of the pages are right.',
    check: async ({ problems }) => (problems.length === 0 ? 'done' : { failed: problems.join('\n') }),
  },
  {
    text: 'Write the version, and remove this list and the status of the pages.',
    check: async ({ isWritten }) => doneIf(isWritten),
    commands: (version) => [`npm run release -- ${version}`],
  },
  { text: 'All tests pass.', commands: () => ['npm run test:full'] },
  {
    text: 'Commit and tag it, but do not push the tag yet.',
    check: async ({ git, version }) => doneIf((await git('rev-parse', '--verify', '--quiet', `v${version}`)) !== ''),
    commands: (version) => [
      `git commit --all --message 'chore: release ${version}'`,
      `git tag --annotate --message 'endpoint.js ${version}' v${version}`,
    ],
  },
  {
    text: 'Publish the packed files by hand. This version has no provenance.',
    check: checkPublished,
    commands: (version) => [
      'npm run pack',
      ...NAMES.map(
        // Without the dot, npm takes it for a repository on GitHub.
        (name) =>
          `npm publish ./packages/latest/${name}.tgz --provenance=false${version.includes('-') ? ' --tag next' : ''}`,
      ),
    ],
  },
  {
    text: 'Now that the packages exist, let npm trust the workflow (npm 11.15 or newer).',
    commands: () =>
      NAMES.map(
        (name) =>
          `npm trust github ${name} --repo ${REPOSITORY.replace('https://github.com/', '')} --file release.yml --env npm --allow-publish`,
      ),
  },
  {
    text: 'Push the tag. The workflow finds the packages at npm and only makes the release on GitHub; later versions get their provenance there.',
    check: async ({ answers, version }) => doneIf(await answers(`${REPOSITORY}/releases/tag/v${version}`)),
    commands: () => ['git push --follow-tags'],
  },
];

/**
 * Checks each step, and prints its state with what remains to do.
 *
 * @param {Context} context
 * @param {(line: string) => void} log
 * @param {readonly Step[]} [steps]
 * @returns {Promise<boolean>} whether no check failed
 */
export async function walkSteps(context, log, steps = STEPS) {
  const counts = { done: 0, open: 0, failed: 0 };
  for (const { text, check, commands } of steps) {
    const result = check === undefined ? 'open' : await check(context);
    const state = typeof result === 'string' ? result : 'failed';
    counts[state]++;
    log(`${state.padEnd(8)}${text.replaceAll(/[`<>]/g, '')}`);
    if (typeof result === 'object') for (const line of result.failed.split('\n')) log(`          ${line}`);
    if (state !== 'done') for (const command of commands?.(context.version) ?? []) log(`          ${command}`);
  }
  log(`${counts.done} done, ${counts.open} open, ${counts.failed} failed`);
  return counts.failed === 0;
}
