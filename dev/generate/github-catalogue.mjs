/**
 * Writes the playground's catalogue of GitHub's routes, from the document in `@octokit/openapi`:
 * `node dev/generate/github-catalogue.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { build, ROOT } from '../commands/build.mjs';
import { installFullPackages, resolveFull } from '../full/packages.mjs';

const CATALOGUE = join(ROOT, 'playground', 'src', 'features', 'catalogue');

/** The committed file. */
export const GITHUB_CATALOGUE = join(CATALOGUE, 'github-catalogue.json');

/**
 * Generates the content of the catalogue, with the playground's own reader.
 *
 * @returns {Promise<string>}
 * @throws {Error} when the packages of `dev/full/` aren't installed
 */
export async function generateGitHubCatalogue() {
  const document = JSON.parse(readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'));
  // The reader imports endpoint.js by its public names.
  await build(['lib'], console.error);
  const [{ readOpenApi }, { packCatalogue }] = await Promise.all([load('openapi.ts'), load('github.ts')]);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installFullPackages(console.error);
  writeFileSync(GITHUB_CATALOGUE, await generateGitHubCatalogue());
}
