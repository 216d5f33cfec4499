/** `tsc -b` at the root checks every source of the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../build.mjs';
import { runTool } from './tools.mjs';

const SKIPPED = /^(?:node_modules|dist|coverage|test-results|playwright-report|screenshots|\..*)$/;
const SOURCE = /\.(?:tsx?|m?js)$/;

/**
 * Files that no project includes: generated files are checked where they are imported, and where they are packed; the packages of
 * some examples and of e2e/consumers/octokit come with `npm run test:full`, which checks them.
 */
const UNCHECKED =
  /^(?:proto\/gen\/.*|(?:lib|client|server)\/[^/]+\.js|examples\/(?:next|opentelemetry|react-vite|tools|worker)\/.*|e2e\/consumers\/octokit\/.*|findings\/receivers\/(?:clients|javascript)\/.*|findings\/sdks\/(?:javascript|makers)\/.*)$/;

/**
 * @param {string} folder from the root; with an end of `/` or empty
 * @param {RegExp} name
 * @returns {string[]}
 */
function find(folder, name) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : find(`${folder}${entry.name}/`, name);
    return name.test(entry.name) ? [`${folder}${entry.name}`] : [];
  });
}

/** The projects that tsconfig.json at the root refers to. */
function referencedProjects() {
  /** @type {{ references: { path: string }[] }} */
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => (existsSync(join(ROOT, path, 'tsconfig.json')) ? `${path}/tsconfig.json` : path));
}

/**
 * The files that a project checks.
 *
 * @param {string} project
 */
async function checkedFiles(project) {
  const { stdout, failure, output } = await runTool('tsc', ['-p', project, '--showConfig']);
  if (failure !== undefined) throw new Error(`${project} ${failure}: ${output}`);
  /** @type {{ files?: string[], compilerOptions: { checkJs?: boolean } }} */
  const { files = [], compilerOptions } = JSON.parse(stdout);
  return files
    .filter((file) => compilerOptions.checkJs || !/\.m?js$/.test(file))
    .map((file) => relative(ROOT, resolve(ROOT, dirname(project), file)).replaceAll('\\', '/'));
}

test('a project checks every source', async () => {
  const checked = new Set((await Promise.all(referencedProjects().map(checkedFiles))).flat());
  const sources = find('', SOURCE).filter((path) => !UNCHECKED.test(path));
  expect(sources.length).toBeGreaterThan(400);
  expect(sources.filter((path) => !checked.has(path))).toEqual([]);
});
