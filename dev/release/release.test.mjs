/** A release of a small repository: what stops it, what a dry run leaves, what it writes. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { computeIntegrity, ROOT, SCRIPT_TAG } from '../commands/build.mjs';
import { PACKAGES } from '../commands/pack.mjs';
import { compareIntegrity, listCdnTags } from './cdn.mjs';
import { findSection } from './changelog.mjs';
import { checkTagged, git } from './checks.mjs';
import { listVersions } from './files.mjs';
import { planRelease, QUICK, runChecks, writeRelease } from './release.mjs';

const REPOSITORY = 'git+https://host.example/owner/name.git';
let template = '';
let root = '';

/** @param {string} path @param {unknown} content */
function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
}

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @param {string} folder @param {object} [more] */
const manifest = (folder, more = {}) => ({
  name: `endpoint.js-${folder}`,
  version: '0.1.0',
  repository: { type: 'git', url: REPOSITORY, directory: folder },
  publishConfig: { access: 'public', provenance: true },
  ...more,
});
const dependencies = { 'endpoint.js': '0.1.0', other: '0.1.0' };
const server = manifest('server', { dependencies });

/** @param {string} attributes */
const cdnTag = (attributes) =>
  `<script src="https://unpkg.com/endpoint.js@0.1.0/dist/endpoint.min.js"${attributes}></script>\n`;

beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  root = template;
  const addresses = { repository: { type: 'git', url: REPOSITORY }, homepage: 'https://site.example/' };
  write('package.json', { name: 'repository', version: '0.1.0', ...addresses });
  write('lib/package.json', manifest('lib'));
  write('client/package.json', manifest('client'));
  write('server/package.json', server);
  const locked = {
    lib: { version: '0.1.0' },
    client: { version: '0.1.0' },
    server: { version: '0.1.0', dependencies },
  };
  write('package-lock.json', {
    version: '0.1.0',
    packages: { '': { version: '0.1.0' }, ...locked, 'node_modules/other': { version: '0.1.0' } },
  });
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n### Changed\n\n- It. See endpoint.js@0.1.0.\n\n## 0.1.0\n\n- First.\n',
  );
  write('guide.md', 'user-agent: acme-endpoint.js/0.1.0, endpoint.js@0.1.0/x, image: calls:0.1.0, other 0.1.0\n');
  write('examples/page/package.json', { private: true, dependencies: { 'endpoint.js': '0.1.0' } });
  write('examples/page/README.md', cdnTag(' integrity="sha384-old" crossorigin="anonymous"'));
  write('README.md', cdnTag(''));
  git(root, ['init', '--quiet', '--initial-branch', 'main']);
  git(root, ['config', 'user.name', 'A. Tester']);
  git(root, ['config', 'user.email', 'tester@mail.example']);
  git(root, ['config', 'commit.gpgsign', 'false']);
  git(root, ['config', 'tag.gpgsign', 'false']);
  commit();
});
afterAll(() => rmSync(template, { recursive: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  cpSync(template, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function commit() {
  git(root, ['add', '--all']);
  git(root, ['commit', '--quiet', '--allow-empty', '--message', 'a commit']);
}

/** @param {string} [version] @param {boolean} [dryRun] */
async function check(version, dryRun = true) {
  /** @type {string[]} */
  const lines = [];
  const failed = await runChecks(planRelease(root, version), QUICK, {
    dryRun,
    skip: [],
    log: (line) => lines.push(line),
  });
  return { failed, lines: lines.map((line) => line.trim()) };
}

describe('a version is planned', () => {
  test.each([
    [undefined, '0.2.0', "minor, by the changelog's Changed"],
    ['patch', '0.1.1', 'patch'],
    ['1.0.0', '1.0.0', 'as stated'],
  ])('%s: %s', (argument, version, reason) => {
    expect(planRelease(root, argument)).toStrictEqual({ root, current: '0.1.0', version, reason });
  });

  test.each([
    ['next', 'version: "next" is unknown; use patch, minor, major or a version such as 1.2.3.'],
    ['1.2', 'version: "1.2" isn\'t a version; use one such as 1.2.3 or 1.2.3-rc.1.'],
  ])('%s is refused', (argument, message) => {
    expect(() => planRelease(root, argument)).toThrow(message);
  });
});

test('all checks pass where everything is ready, and change nothing', async () => {
  const head = git(root, ['rev-parse', 'HEAD']);
  expect(await check()).toEqual({
    failed: 0,
    lines: QUICK.map(({ name }) => expect.stringMatching(`^passed +${name}$`)),
  });
  expect([git(root, ['status', '--porcelain']), git(root, ['tag']), git(root, ['rev-parse', 'HEAD'])]).toEqual([
    '',
    '',
    head,
  ]);
});

describe('a release is stopped by', () => {
  /** @type {readonly [title: string, spoil: () => void, version: string | undefined, problem: string][]} */
  const cases = [
    ['a file that isn\'t committed', () => write('new.txt', 'x'), undefined, "The tree isn't clean; commit or remove these files:\n"],
    ['another branch', () => git(root, ['checkout', '--quiet', '-b', 'topic']), undefined, 'The branch is topic; releases are made on main.'],
    ['an earlier version', () => undefined, '0.0.9', "The version 0.0.9 isn't later than 0.1.0, the packages'."],
    ['a preview of the version', () => undefined, '0.1.0-rc.1', "The version 0.1.0-rc.1 isn't later than 0.1.0, the packages'."],
    ['packages out of step', () => write('client/package.json', manifest('client', { version: '0.0.1' })), undefined, 'client/package.json states the version 0.0.1, and lib/package.json 0.1.0.'],
    ['an old text', () => write('guide.md', 'endpoint.js@0.0.1'), undefined, 'guide.md states the version 0.0.1, and lib/package.json 0.1.0.'],
    ['an old example', () => write('examples/page/package.json', { dependencies: { 'endpoint.js': '0.0.1' } }), undefined, 'examples/page/package.json states the version 0.0.1, and lib/package.json 0.1.0.'],
    ['an old dependency', () => write('server/package.json', { ...server, dependencies: { 'endpoint.js': '0.0.1' } }), undefined, 'server/package.json states the version 0.0.1, and'],
    ['a changelog without entries', () => write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n'), undefined, 'CHANGELOG.md has no entry in its section "## Unreleased".'],
    ['a version of the changelog', () => write('CHANGELOG.md', '## Unreleased\n\n- A\n\n## 0.3.0 - 2026-01-01\n'), '0.3.0', 'CHANGELOG.md has a section for 0.3.0 already.'],
    ['a tag', () => git(root, ['tag', 'v0.2.0']), undefined, 'The tag v0.2.0 exists.'],
    ['a package without provenance', () => write('lib/package.json', manifest('lib', { publishConfig: { access: 'public' } })), undefined, 'lib/package.json: publishConfig.provenance is undefined; set it to true.'],
    ['a private package', () => write('lib/package.json', manifest('lib', { private: true })), undefined, 'lib/package.json: the package is private; remove "private".'],
    ['another repository', () => write('lib/package.json', manifest('lib', { repository: { url: 'x' } })), undefined, 'lib/package.json: repository.url is x; run npm run generate -- project.'],
  ]; // prettier-ignore

  test.each(cases)('%s', async (title, spoil, version, problem) => {
    spoil();
    if (!title.includes("isn't committed")) commit();
    const { failed, lines } = await check(version);
    expect(failed).toBe(1);
    expect(lines.join('\n')).toContain(problem.trim());
    // Not a dry run: it ends there.
    expect((await check(version, false)).lines.at(-1)).toBe(lines.findLast((line) => !line.startsWith('passed')));
  });

  test('a tag at origin, or an origin that does not answer', async () => {
    const origin = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    git(origin, ['init', '--quiet', '--bare']);
    git(root, ['remote', 'add', 'origin', origin]);
    git(root, ['tag', 'v0.2.0']);
    git(root, ['push', '--quiet', 'origin', 'v0.2.0']);
    git(root, ['tag', '--delete', 'v0.2.0']);
    expect((await check()).lines).toContain('The tag v0.2.0 exists at origin.');
    expect((await check('patch')).failed).toBe(0);
    rmSync(origin, { recursive: true });
    expect((await check('patch')).lines.join('\n')).toContain("The tags of origin can't be read: ");
  });
});

test('a release writes version, changelog, commit and tag', async () => {
  /** @type {string[]} */
  const built = [];
  await writeRelease(planRelease(root, undefined), new Date('2026-02-01T23:00:00Z'), async () => {
    built.push(JSON.parse(read('lib/package.json')).version);
    return 'sha384-new';
  });
  expect(built).toEqual(['0.2.0']);
  expect(git(root, ['status', '--porcelain'])).toBe('');
  expect(git(root, ['log', '-1', '--format=%s'])).toBe('chore: release 0.2.0');
  expect(git(root, ['cat-file', '-t', 'v0.2.0'])).toBe('tag');
  expect(git(root, ['rev-parse', 'v0.2.0^{commit}'])).toBe(git(root, ['rev-parse', 'HEAD']));
  expect(new Set(listVersions(root).map(({ version }) => version))).toEqual(new Set(['0.2.0']));
  expect(read('guide.md')).toBe(
    'user-agent: acme-endpoint.js/0.2.0, endpoint.js@0.2.0/x, image: calls:0.2.0, other 0.1.0\n',
  );
  expect(JSON.parse(read('server/package.json')).dependencies).toEqual({ 'endpoint.js': '0.2.0', other: '0.1.0' });
  expect(JSON.parse(read('package-lock.json')).packages['node_modules/other']).toEqual({ version: '0.1.0' });
  expect(findSection(read('CHANGELOG.md'), '0.2.0')).toEqual({
    title: '0.2.0',
    date: '2026-02-01',
    text: '### Changed\n\n- It. See endpoint.js@0.1.0.',
  });
  expect(JSON.parse(read('examples/page/package.json'))).toEqual({
    private: true,
    dependencies: { 'endpoint.js': '0.2.0' },
  });
  const tag = (/** @type {string} */ path) => ({ path, version: '0.2.0', integrity: 'sha384-new' });
  expect(listCdnTags(root)).toEqual(['README.md', 'examples/page/README.md'].map(tag));
  expect(checkTagged(root, 'v0.2.0')).toStrictEqual([]);
  expect(compareIntegrity(root, 'sha384-new')).toStrictEqual([]);
  expect(compareIntegrity(root, 'sha384-other')).toContain(
    'README.md states the integrity sha384-new, and the built file has sha384-other.',
  );
});

test.each([
  ['v0.1.0', ['CHANGELOG.md has no date for 0.1.0.']],
  ['0.1.0', ['The tag 0.1.0 doesn\'t begin with "v".', 'CHANGELOG.md has no date for 0.1.0.']],
])('the tag %s: %j', (tag, problems) => {
  expect(checkTagged(root, tag)).toStrictEqual(problems);
});

test('a tag of another version than the packages is found', () => {
  const problems = checkTagged(root, 'v0.2.0');
  expect(problems).toContain('lib/package.json states the version 0.1.0, and the tag 0.2.0.');
  expect(new Set(problems).size).toBe(problems.length);
  expect(problems.at(-1)).toBe('CHANGELOG.md has no section for 0.2.0.');
});

test.each([
  [
    ['next'],
    2,
    'version: "next" is unknown; use patch, minor, major or a version such as 1.2.3. See npm run release -- --help.',
  ],
  [['1.0.0', '2.0.0'], 2, 'version: "2.0.0" is a second one; pass one.'],
  [['--skip', 'tests'], 2, '--skip: is for a dry run; add --dry-run.'],
  [['--dry-run', '--skip', 'build'], 2, '--skip: "build" can\'t be skipped; use tests, consumers.'],
  [['--verify-tag', 'v9.9.9'], 1, 'CHANGELOG.md has no section for 9.9.9.'],
  [['--notes', 'v9.9.9'], 1, 'CHANGELOG.md has no section for v9.9.9.'],
  [['--notes', 'v0.1.0'], 0, '- The builder: `endpoint`,'],
])('the command line %j ends with %i', async (args, code, text) => {
  const result = await run(process.execPath, [join(ROOT, 'dev', 'release', 'main.mjs'), ...args]);
  expect(result).toMatchObject({ code, output: expect.stringContaining(text) });
});

test('every file of this repository states one version', () => {
  const versions = listVersions(ROOT);
  const [first] = versions;
  expect(versions.filter(({ version }) => version !== first?.version)).toEqual([]);
  expect(new Set(versions.map(({ path }) => path)).size).toBeGreaterThan(PACKAGES.length + 5);
});

test('every script tag for a CDN names the packages’ version, and all have one integrity: none before the first release', () => {
  const tags = listCdnTags(ROOT);
  const version = JSON.parse(readFileSync(join(ROOT, 'lib', 'package.json'), 'utf8')).version;
  expect(tags.map(({ path }) => path).sort()).toEqual(['README.md', 'examples/plain-page/README.md', 'lib/README.md']);
  expect(tags.filter((tag) => tag.version !== version)).toEqual([]);
  const integrities = new Set(tags.map(({ integrity }) => integrity));
  expect(integrities.size).toBe(1);
  const [integrity] = integrities;
  if (integrity !== undefined) expect(integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
  // Between releases the sources are newer than the file that the CDN has.
  if (git(ROOT, ['tag', '--points-at', 'HEAD']).split('\n').includes(`v${version}`))
    expect(integrity).toBe(computeIntegrity(join(ROOT, SCRIPT_TAG)));
});
