import { describe, expect, test } from 'vitest';
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { STEPS, walkSteps } from './first-release.mjs';

/** @typedef {import('./first-release.mjs').Context} Context */

const NOT_FOUND = { error: { code: 'E404' } };
const NAMES = ['endpoint.js', 'endpoint.js-client', 'endpoint.js-server'];
/** @param {unknown} value @returns {Record<string, unknown>} the same answer of npm for each package */
const ofAll = (value, suffix = '') => Object.fromEntries(NAMES.map((name) => [`view ${name}${suffix}`, value]));

/** What the world answers before the release, when everything is prepared. */
const PREPARED = {
  version: '0.1.0',
  isWritten: false,
  problems: /** @type {string[]} */ ([]),
  git: /** @type {Record<string, string>} */ ({
    'branch --show-current': 'main',
    'status --porcelain': '',
    'rev-parse HEAD': 'abc',
    'ls-remote origin refs/heads/main': 'abc\trefs/heads/main',
    'rev-parse --verify --quiet v0.1.0': '',
  }),
  npm: /** @type {Record<string, unknown>} */ ({
    whoami: 'ada',
    ...ofAll(NOT_FOUND, ' maintainers'),
    ...ofAll(NOT_FOUND, '@0.1.0 version'),
  }),
  addresses: [REPOSITORY, HOMEPAGE],
};

/**
 * Walks in a world that differs from the prepared one.
 *
 * @param {Partial<typeof PREPARED>} changes
 */
async function walk({ git, npm, addresses = PREPARED.addresses, ...changes }) {
  const answers = { git: { ...PREPARED.git, ...git }, npm: { ...PREPARED.npm, ...npm } };
  /** @type {string[]} */
  const lines = [];
  /** @param {Record<string, unknown>} from @param {string[]} args */
  const answer = (from, args) => {
    const question = args.join(' ');
    if (!(question in from)) throw new Error(`"${question}" is a new question.`);
    return from[question];
  };
  const context = {
    ...PREPARED,
    ...changes,
    git: async (/** @type {string[]} */ ...args) => String(answer(answers.git, args)),
    npm: async (/** @type {string[]} */ ...args) => {
      const value = answer(answers.npm, args);
      return value === undefined ? '' : JSON.stringify(value);
    },
    answers: async (/** @type {string} */ address) => addresses.includes(address),
  };
  const isReady = await walkSteps(context, (line) => lines.push(line));
  const states = lines.flatMap((line) => /^(done|open|failed)\b/.exec(line)?.[1] ?? []);
  return { isReady, states, lines };
}

/** @param {string} start of a step's text */
const indexOf = (start) => STEPS.findIndex(({ text }) => text.replaceAll(/[`<>]/g, '').startsWith(start));

test('a prepared release is ready; what it does itself, and what only a person can tell, is open', async () => {
  const { isReady, states, lines } = await walk({});
  expect(isReady).toBe(true);
  expect(states.map((state, index) => `${index + 1} ${state}`)).toEqual(
    ['done', 'open', 'done', 'done', 'done', 'done', 'open', 'open', 'open', 'open', 'open', 'open'].map(
      (state, index) => `${index + 1} ${state}`,
    ),
  );
  expect(lines.at(-1)).toBe('5 done, 7 open, 0 failed');
  expect(lines.filter((line) => line.startsWith(' ')).map((line) => line.trim())).toEqual([
    `${REPOSITORY}/settings`,
    'npm run release -- 0.1.0',
    'npm run test:full',
    "git commit --all --message 'chore: release 0.1.0'",
    "git tag --annotate --message 'endpoint.js 0.1.0' v0.1.0",
    'npm run pack',
    ...NAMES.map((name) => `npm publish ./packages/latest/${name}.tgz --provenance=false`),
    ...NAMES.map(
      (name) => `npm trust github ${name} --repo endpoint-js/endpoint.js --file release.yml --env npm --allow-publish`,
    ),
    'git push --follow-tags',
  ]);
});

/** @type {[fault: string, step: string, changes: Partial<typeof PREPARED>, reason: string][]} */
const FAILURES = [
  ['no repository', 'The repository', { addresses: [HOMEPAGE] }, "doesn't answer; create it, and push main."],
  ['a branch', 'The repository', { git: { 'branch --show-current': 'fix' } }, 'Another branch is checked out.'],
  ['changes', 'The repository', { git: { 'status --porcelain': ' M a' } }, 'Changes are not committed.'],
  ['commits', 'The repository', { git: { 'rev-parse HEAD': 'def' } }, 'main differs from its branch at origin.'],
  ['no remote', 'The repository', { git: { 'ls-remote origin refs/heads/main': '' } }, 'main differs'],
  ['no site', 'The site', { addresses: [REPOSITORY] }, "doesn't answer; run its workflow, docs.yml."],
  ['no login', 'You are logged in', { npm: { whoami: { error: { code: 'ENEEDAUTH' } } } }, 'No one is logged in.'],
  ['an old login', 'You are logged in', { npm: { whoami: { error: { code: 'E401' } } } }, 'npm whoami failed (E401).'],
  ['no npm', 'You are logged in', { npm: { whoami: undefined } }, 'npm whoami failed (no JSON).'],
  ['a taken name', 'The names', { npm: { 'view endpoint.js-client maintainers': ['eve <eve@example.com>'] } }, 'endpoint.js-client belongs to others.'],
  ['no registry', 'The names', { npm: { 'view endpoint.js maintainers': { error: { code: 'ENOTFOUND' } } } }, 'npm view endpoint.js failed (ENOTFOUND).'],
  ['a bad text', 'CHANGELOG.md', { problems: ['A.', 'B.'] }, 'A.'],
]; // prettier-ignore

describe('a release is not ready with', () => {
  test.each(FAILURES)('%s', async (_, step, changes, reason) => {
    const { isReady, states, lines } = await walk(changes);
    expect([isReady, states[indexOf(step)]]).toEqual([false, 'failed']);
    expect(lines.filter((line) => line.startsWith(' ')).join('\n')).toContain(reason);
    expect(lines.at(-1)).toContain(' 1 failed');
  });
});

/** @type {[state: string, step: string, changes: Partial<typeof PREPARED>][]} */
const DONE = [
  ['written', 'Write the version', { isWritten: true, git: { 'status --porcelain': ' M a', 'rev-parse HEAD': 'def' } }],
  ['tagged', 'Commit and tag', { git: { 'rev-parse --verify --quiet v0.1.0': 'abc' } }],
  ['published', 'Publish the packed files', { npm: ofAll('0.1.0', '@0.1.0 version') }],
  ['announced', 'Push the tag', { addresses: [...PREPARED.addresses, `${REPOSITORY}/releases/tag/v0.1.0`] }],
];

describe('a step is done once the release is', () => {
  test.each(DONE)('%s', async (_, step, changes) => {
    const { isReady, states, lines } = await walk(changes);
    expect([isReady, states[indexOf(step)]]).toEqual([true, 'done']);
    expect(lines.at(-1)).toBe('6 done, 6 open, 0 failed');
  });
});

test('one published package is not all', async () => {
  const { states } = await walk({ npm: { 'view endpoint.js@0.1.0 version': '0.1.0' } });
  expect(states[indexOf('Publish')]).toBe('open');
});

test('names of the one who is logged in may be taken', async () => {
  const { isReady } = await walk({ npm: ofAll(['ada <ada@example.com>', 'eve <eve@example.com>'], ' maintainers') });
  expect(isReady).toBe(true);
});

test('a release candidate gets the tag next', async () => {
  const git = { 'rev-parse --verify --quiet v0.1.0-rc.1': '' };
  const { lines } = await walk({ version: '0.1.0-rc.1', git, npm: ofAll(NOT_FOUND, '@0.1.0-rc.1 version') });
  expect(lines.filter((line) => line.includes('npm publish')).every((line) => line.endsWith(' --tag next'))).toBe(true);
});
