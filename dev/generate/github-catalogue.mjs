/**
 * Writes the playground's catalogue of GitHub's routes, from the document in `@octokit/openapi` (`dev/full/`):
 * `node dev/generate/github-catalogue.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from '../commands/build.mjs';

const CATALOGUE = join(ROOT, 'playground', 'src', 'features', 'catalogue');
const full = createRequire(join(ROOT, 'dev', 'full', 'package.json'));

/** @param {string} name */
const load = async (name) => (await runnerImport(join(CATALOGUE, name))).module;

/** @type {{ readOpenApi: (document: unknown) => object }} */
const { readOpenApi } = await load('openapi.ts');
/** @type {{ packCatalogue: (catalogue: object) => { operations: unknown[] } }} */
const { packCatalogue } = await load('chunk.ts');

const document = JSON.parse(readFileSync(full.resolve('@octokit/openapi/generated/api.github.com.json'), 'utf8'));
const chunk = packCatalogue({ ...readOpenApi(document), title: 'GitHub REST API' });
writeFileSync(join(CATALOGUE, 'github-catalogue.json'), `${JSON.stringify(chunk)}\n`);
console.log(`${chunk.operations.length} routes`);
