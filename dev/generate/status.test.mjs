import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { checkStatus, isReleased, MARK, writeLine, writeStatus } from './status.mjs';

test('the pages, examples and programs have their status; else run `npm run generate -- status`', () => {
  expect(checkStatus(ROOT)).toEqual([]);
});

describe('a page', () => {
  const NPM =
    'Not on npm yet: run `npm run pack` in a clone, copy the files that it prints to `vendor/` in your project, and install them from there. Commit `vendor/` with the lock file.';
  const SITE = "The site isn't public yet: `npm run docs` serves it.";
  const REPO = "The repository isn't public yet.";
  const EXAMPLE =
    'Not on npm yet: before `npm install`, run `npm run pack` in the root folder of the clone. When you pack again, first remove `node_modules` and `package-lock.json`.';

  test.each([
    ['npm install endpoint.js', NPM, 'npm install ./vendor/endpoint.js-0*.tgz'],
    ['`npm install endpoint.js` or', NPM, '`npm install ./vendor/endpoint.js-0*.tgz` or'],
    [
      'npm install --save-exact ky endpoint.js-client',
      NPM,
      'npm install --save-exact ky ./vendor/endpoint.js-client-0*.tgz',
    ],
    ['npm install endpoint.js ky', NPM, 'npm install ./vendor/endpoint.js-0*.tgz ky'],
    [
      'npm install endpoint.js-server endpoint.js-client',
      NPM,
      'npm install ./vendor/endpoint.js-0*.tgz ./vendor/endpoint.js-server-0*.tgz ./vendor/endpoint.js-client-0*.tgz',
    ],
    ['bun add endpoint.js', NPM, 'bun add ./vendor/endpoint.js-0*.tgz'],
    ['deno add npm:endpoint.js', NPM, 'npm install ./vendor/endpoint.js-0*.tgz # Deno reads node_modules'],
    ['npx endpoint.js-server', NPM],
    ['Run `npx endpoint.js types openapi.yaml`.', NPM],
    ['<script src="https://unpkg.com/endpoint.js@0.1.0/dist/endpoint.min.js"></script>', NPM],
    [`[The site](${HOMEPAGE}guides/errors.html)`, SITE],
    [`[The reference](${HOMEPAGE}reference/api/) and [its source](${REPOSITORY}/tree/main/lib)`, `${SITE} ${REPO}`],
    [`git clone ${REPOSITORY}`, REPO],
    ['npm install ./packages/endpoint.js.tgz', undefined],
    ['npm install ../packages/endpoint.js-client.tgz', undefined],
    ['npx vitest run lib/endpoint.test.ts', undefined],
    ["import { endpoint } from 'endpoint.js';", undefined],
    ['npm install', undefined],
  ])('with %j: %s', (text, sentence, unreleased = text) => {
    const page = `# A\n\nB.\n\n${text}\n`;
    const written = sentence === undefined ? page : `# A\n\nB.\n\n> ${sentence} ${MARK}\n\n${unreleased}\n`;
    expect(writeLine(page, 'docs/a.md', false)).toBe(written);
    expect(writeLine(written, 'docs/a.md', false)).toBe(written);
    expect(writeLine(written, 'docs/a.md', true)).toBe(page);
  });

  const COMMAND = '```sh\nnpx endpoint.js\n\n# B\n```';
  const LINE = `> ${NPM} ${MARK}`;
  test.each([
    ['before the sentence that introduces the code', `# A\n\nB.\n\nC:\n\n${COMMAND}`, `# A\n\nB.\n\n${LINE}\n\nC:\n\n${COMMAND}`],
    ['after the description', `# A\n\nRun \`npx endpoint.js\`.\n\nB.`, `# A\n\nRun \`npx endpoint.js\`.\n\n${LINE}\n\nB.`],
    ['after a description that introduces the code', `# A\n\nB:\n\n${COMMAND}`, `# A\n\nB:\n\n${LINE}\n\n${COMMAND}`],
    ['below a heading', `# A\n\n## B\n\n${COMMAND}`, `# A\n\n## B\n\n${LINE}\n\n${COMMAND}`],
    ['before the list', `# A\n\nB.\n\n- C.\n\n  npx endpoint.js\n\nD.`, `# A\n\nB.\n\n${LINE}\n\n- C.\n\n  npx endpoint.js\n\nD.`],
    ['once', `# A\n\n${COMMAND}\n\n${LINE}\n\n${COMMAND}`, `# A\n\n${LINE}\n\n${COMMAND}\n\n${COMMAND}`],
  ])('has the line %s', (_, page, written) => {
    expect(writeLine(page, 'README.md', false)).toBe(written);
    expect(writeLine(written, 'README.md', false)).toBe(written);
  }); // prettier-ignore

  test('of an example names its package.json', () => {
    const page = '# A\n\nB.\n\n```sh\nnpm install\n```\n';
    expect(writeLine(page, 'examples/a/README.md', false)).toContain(`\n> ${EXAMPLE} ${MARK}\n`);
    expect(writeLine(page, 'examples/README.md', false)).toBe(page);
  });
});

describe('a copy of the repository', () => {
  /** @type {string} */
  let root;
  const PATHS = /\.md$|^examples\/[^/]+\/package\.json$|^(?:lib\/package\.json|.*\/released\.ts)$/;
  const paths = listFiles(ROOT, { untracked: true }).filter((path) => PATHS.test(path));
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const write = (/** @type {string} */ path, /** @type {string} */ text) => writeFileSync(join(root, path), text);
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    for (const path of paths) mkdirSync(dirname(join(root, path)), { recursive: true });
    execFileSync('git', ['init', '--quiet'], { cwd: root });
  });
  beforeEach(() => {
    for (const path of paths) cpSync(join(ROOT, path), join(root, path));
    execFileSync('git', ['add', '.'], { cwd: root });
    writeStatus(root, false);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const others = () => paths.map((path) => [path, path === 'CHANGELOG.md' ? '' : read(path)]);

  test('is the same after a release and back', () => {
    const before = others();
    writeStatus(root, true);
    expect(others()).not.toEqual(before);
    writeStatus(root, false);
    expect(others()).toEqual(before);
  });

  test('says nothing of it once released', () => {
    writeStatus(root, true);
    expect(checkStatus(root, true)).toEqual([]);
    const page =
      /"file:\.\.|-0\*\.tgz|src="node_modules|Not on npm yet|isn't public yet|<!-- status -->|The first release|npm run docs serves/;
    expect(paths.filter((path) => page.test(read(path)))).toEqual([]);
    expect(read('lib/cli/released.ts')).toContain('= true;');
    const { version } = JSON.parse(read('lib/package.json'));
    expect(JSON.parse(read('examples/custom-operation/package.json'))).toMatchObject({
      dependencies: { 'endpoint.js-client': version, 'endpoint.js-server': version },
    });
    expect(read('examples/custom-operation/package.json')).not.toContain('overrides');
  });

  test('follows its changelog', () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- A.\n');
    expect([isReleased(root), checkStatus(root)]).toEqual([false, []]);
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-31\n\n- A.\n');
    expect([isReleased(root), checkStatus(root).length > 10]).toEqual([true, true]);
    writeStatus(root);
    expect(checkStatus(root)).toEqual([]);
  });

  /** @type {[fault: string, path: string, from: string | RegExp, to: string, released?: boolean][]} */
  const faults = [
    ['a line that is missing', 'docs/recipes/fetch.md', /^> .*\n\n/m, ''],
    ['a line that was edited', 'docs/recipes/fetch.md', 'Not on npm yet', 'On npm'],
    ['a command that fails until the release', 'docs/recipes/fetch.md', /^npm install .*$/m, 'npm install endpoint.js'],
    ['a command for packed files', 'docs/recipes/fetch.md', 'npm install endpoint.js', 'npm install ./vendor/endpoint.js-0*.tgz', true],
    ["a CDN's address that fails until the release", 'docs/guides/script-tag.md', 'src="node_modules/endpoint.js/', 'src="https://unpkg.com/endpoint.js@0.1.0/'],
    ['the address of the installed file', 'docs/guides/script-tag.md', /src="https:\/\/unpkg\.com\/endpoint\.js@[\d.]+\//, 'src="node_modules/endpoint.js/', true],
    ['a line elsewhere', 'docs/recipes/fetch.md', /^(> .*\n\n)([^]*)$/m, '$2\n$1'],
    ['a page that begins to name a package', 'docs/guides/types.md', '# Types', '# Types\n\nRun `npx endpoint.js`.\n\n#'],
    ['a line that is left over', 'docs/recipes/fetch.md', '# ', `> Not on npm yet. ${MARK}\n\n# `, true],
    ['an example with another version', 'examples/shell/package.json', /"file:[^"]*"/, '"0.1.0"'],
    ['an example with a file', 'examples/shell/package.json', /"\d[^"]*"/, '"file:../../packages/latest/endpoint.js.tgz"', true],
    ['a program that says the opposite', 'lib/cli/released.ts', 'false', 'true'],
    ['a program that says the opposite later', 'playground/src/ui/released.ts', 'true', 'false', true],
    ['a step of the first release that was edited', 'CONTRIBUTING.md', 'All tests pass.', 'Tests pass.'],
    ['the steps of the first release, later', 'CONTRIBUTING.md', '## How we write', '### The first release\n\n## How we write', true],
    ['the output of the command', 'docs/guides/command-line.md', /^See guides/m, `See ${HOMEPAGE}guides`],
  ]; // prettier-ignore
  test.each(faults)('is found to have %s', (_, path, from, to, released = false) => {
    writeStatus(root, released);
    const text = read(path);
    write(path, text.replace(from, to));
    expect(read(path)).not.toBe(text);
    expect(checkStatus(root, released)).toEqual([expect.stringMatching(`^${path}: `)]);
  });
});
