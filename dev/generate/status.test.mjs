import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { checkStatus, isReleased, MARK, writeLine, writeStatus } from './status.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

test('the pages, examples and programs have their status; else run `npm run generate -- status`', () => {
  expect(checkStatus(ROOT)).toEqual([]);
});

const NPM =
  'Not on npm yet: run `npm run pack` in a clone, copy the files that it prints to `vendor/` in your project, and install them from there. Commit `vendor/` with the lock file.';
const SITE = "The site isn't public yet: `npm run docs` serves it.";
const REPO = "The repository isn't public yet.";

test.each([
  ['npm install --save-exact ky endpoint.js-client', NPM, 'npm install --save-exact ky ./vendor/endpoint.js-client-0*.tgz'],
  ['`npm install endpoint.js ky` or', NPM, '`npm install ./vendor/endpoint.js-0*.tgz ky` or'],
  ['bun add endpoint.js-server', NPM, 'bun add ./vendor/endpoint.js-0*.tgz ./vendor/endpoint.js-server-0*.tgz'],
  ['deno add npm:endpoint.js', NPM, 'npm install ./vendor/endpoint.js-0*.tgz # Deno reads node_modules'],
  ['Run `npx endpoint.js types openapi.yaml`.', NPM],
  ['<script src="https://unpkg.com/endpoint.js@0.1.0/dist/endpoint.min.js"></script>', NPM],
  [`[The reference](${HOMEPAGE}reference/api/) and [its source](${REPOSITORY}/tree/main/lib)`, `${SITE} ${REPO}`],
  ['npm install ../packages/endpoint.js-client.tgz', undefined],
  ["import { endpoint } from 'endpoint.js';\nnpm install", undefined],
])('a page with %j: %s', (text, sentence, unreleased = text) => {
  const page = `# A\n\nB.\n\n${text}\n`;
  const written = sentence === undefined ? page : `# A\n\nB.\n\n> ${sentence} ${MARK}\n\n${unreleased}\n`;
  expect(writeLine(page, 'docs/a.md', false)).toBe(written);
  expect(writeLine(written, 'docs/a.md', false)).toBe(written);
  expect(writeLine(written, 'docs/a.md', true)).toBe(page);
}); // prettier-ignore

const COMMAND = '```sh\nnpx endpoint.js\n\n# B\n```';
const LINE = `> ${NPM} ${MARK}`;
test.each([
  ['before the sentence that introduces the code', `# A\n\nB.\n\nC:\n\n${COMMAND}`, `# A\n\nB.\n\n${LINE}\n\nC:\n\n${COMMAND}`],
  ['after a description that introduces the code', `# A\n\nB:\n\n${COMMAND}`, `# A\n\nB:\n\n${LINE}\n\n${COMMAND}`],
  ['before the list', `# A\n\nB.\n\n- C.\n\n  npx endpoint.js\n\nD.`, `# A\n\nB.\n\n${LINE}\n\n- C.\n\n  npx endpoint.js\n\nD.`],
  ['once', `# A\n\n${COMMAND}\n\n${LINE}\n\n${COMMAND}`, `# A\n\n${LINE}\n\n${COMMAND}\n\n${COMMAND}`],
])('the line is %s', (_, page, written) => {
  expect(writeLine(page, 'README.md', false)).toBe(written);
}); // prettier-ignore

/** Copies what depends on a release. */
function copyRepository() {
  const root = makeTemporaryFolder();
  const paths = listFiles(ROOT, { untracked: true }).filter((path) =>
    /\.md$|^examples\/[^/]+\/package\.json$|^(?:lib\/package\.json|.*\/released\.ts)$/.test(path),
  );
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const write = (/** @type {string} */ path, /** @type {string} */ text) => writeFileSync(join(root, path), text);
  return { root, paths, read, write };
}

/** What is wrong in a file, before and after a release. @type {readonly Record<string, [from: string | RegExp, to: string]>[]} */
const [UNRELEASED = {}, RELEASED = {}] = [
  {
    'docs/recipes/fetch.md': [/^> .*\n\n/m, ''],
    'docs/recipes/ky.md': [/^npm install .*$/m, 'npm install endpoint.js ky'],
    'docs/guides/script-tag.md': ['src="node_modules/endpoint.js/', 'src="https://unpkg.com/endpoint.js@0.1.0/'],
    'docs/recipes/octokit.md': [/^(> .*\n\n)([^]*)$/m, '$2\n$1'],
    'docs/guides/types.md': ['# Types', '# Types\n\nRun `npx endpoint.js`.\n\n#'],
    'examples/shell/package.json': [/"file:[^"]*"/, '"0.1.0"'],
    'lib/cli/released.ts': ['false', 'true'],
    'docs/guides/command-line.md': [/^See guides/m, `See ${HOMEPAGE}guides`],
  },
  {
    'docs/recipes/fetch.md': ['# ', `> Not on npm yet. ${MARK}\n\n# `],
    'docs/recipes/ky.md': [/^npm install .*$/m, 'npm install ./vendor/endpoint.js-0*.tgz ky'],
    'docs/guides/script-tag.md': [/src="https:\/\/unpkg\.com\/endpoint\.js@[\d.]+\//, 'src="node_modules/endpoint.js/'],
    'examples/shell/package.json': [/"\d[^"]*"/, '"file:../../packages/latest/endpoint.js.tgz"'],
    'playground/src/ui/released.ts': ['true', 'false'],
  },
]; // prettier-ignore

test('a copy of the repository is right before and after a release, and each planted fault is found', () => {
  const { root, paths, read, write } = copyRepository();
  const findFaults = (/** @type {typeof UNRELEASED} */ faults) => {
    for (const [path, [from, to]] of Object.entries(faults)) {
      const text = read(path);
      write(path, text.replace(from, to));
      expect([path, read(path)]).not.toEqual([path, text]);
    }
    return checkStatus(root).map((sentence) => sentence.replace(/:.*/, ''));
  };
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- A.\n');
  writeStatus(root);
  expect([isReleased(root), checkStatus(root)]).toEqual([false, []]);
  expect(findFaults(UNRELEASED)).toEqual(Object.keys(UNRELEASED).toSorted());

  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-31\n\n- A.\n');
  writeStatus(root);
  expect([isReleased(root), checkStatus(root)]).toEqual([true, []]);
  const stale =
    /"file:\.\.|-0\*\.tgz|src="node_modules|Not on npm yet|isn't public yet|<!-- status -->|npm run docs serves/;
  expect(paths.filter((path) => stale.test(read(path)))).toEqual([]);
  const { version } = JSON.parse(read('lib/package.json'));
  expect(JSON.parse(read('examples/custom-operation/package.json'))).toMatchObject({
    dependencies: { 'endpoint.js-client': version, 'endpoint.js-server': version },
  });
  expect(findFaults(RELEASED)).toEqual(Object.keys(RELEASED).toSorted());
});
