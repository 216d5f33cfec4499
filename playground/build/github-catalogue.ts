import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { packCatalogue } from '../src/features/catalogue/chunk.js';
import { readOpenApi } from '../src/features/catalogue/openapi.js';

const ID = 'virtual:github-catalogue';

/** The catalogue of `@octokit/openapi`, reduced to what a search and a form need. */
export const githubCatalogue: Plugin = {
  name: 'github-catalogue',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  async load(id) {
    if (id !== `\0${ID}`) return undefined;
    const file = fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));
    const catalogue = readOpenApi(JSON.parse(await readFile(file, 'utf8')));
    const chunk = packCatalogue({ ...catalogue, title: 'GitHub REST API' });
    // Browsers parse JSON in a string much faster than the same as an object literal.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(chunk))});`;
  },
};
