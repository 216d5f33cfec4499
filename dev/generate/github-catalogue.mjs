/** Generates the playground's catalogue of GitHub's routes from the document in `@octokit/openapi`, for `npm run generate`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runnerImport } from 'vite';
import { build, ROOT } from '../commands/build.mjs';
import { resolveFull } from '../full/packages.mjs';

const CATALOGUE = join(ROOT, 'playground', 'src', 'features', 'catalogue');

/** The committed file. */
const GITHUB_CATALOGUE = join(CATALOGUE, 'github-catalogue.json');

/**
 * Generates the content of the catalogue, with the playground's own reader.
 *
 * @returns {Promise<string>}
 * @throws {Error} when the packages of `dev/full/` aren't installed
 */
async function generateCatalogue() {
  const document = JSON.parse(readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'));
  // The reader imports endpoint.js by its public names.
  await build(['lib'], console.error);
  const [{ readOpenApi }, { packCatalogue }] = await Promise.all([load('reading/read-openapi.ts'), load('pack.ts')]);
  return `${JSON.stringify(packCatalogue({ ...readOpenApi(document), title: 'GitHub REST API' }))}\n`;
}

/**
 * @param {string} name of a TypeScript file
 * @returns {Promise<any>} the module
 */
async function load(name) {
  const { module } = await runnerImport(join(CATALOGUE, name));
  return module;
}

export async function writeCatalogue() {
  writeFileSync(GITHUB_CATALOGUE, await generateCatalogue());
}

/** @returns {Promise<string[]>} one sentence if the committed file differs from the generated one */
export async function checkCatalogue() {
  const same = (await generateCatalogue()) === readFileSync(GITHUB_CATALOGUE, 'utf8');
  return same ? [] : [`${relative(ROOT, GITHUB_CATALOGUE)}: differs from a fresh run.`];
}
