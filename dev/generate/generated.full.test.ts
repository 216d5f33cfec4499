/** `npm run generate` writes what is committed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { githubCatalogue } from '../../playground/src/features/catalogue/github.js';
import { readOpenApi } from '../../playground/src/features/catalogue/openapi.js';
import { ROOT } from '../commands/build.mjs';
import { resolveFull } from '../full/packages.mjs';
import { generateGitHubCatalogue, GITHUB_CATALOGUE } from './github-catalogue.mjs';

test('the committed catalogue is the generated one', async () => {
  // Compared as a flag: the difference of two long lines is unreadable.
  expect((await generateGitHubCatalogue()) === readFileSync(GITHUB_CATALOGUE, 'utf8')).toBe(true);
});

test('the committed catalogue unpacks to that of the document', async () => {
  const document: unknown = JSON.parse(
    readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'),
  );
  expect(await githubCatalogue()).toEqual({ ...readOpenApi(document), title: 'GitHub REST API' });
});

test('the committed code is that of a fresh run, byte for byte', async () => {
  // Rejects with the names of the files that differ.
  const check = promisify(execFile)(process.execPath, [join(ROOT, 'proto', 'generate.mjs'), '--check']);
  await expect(check).resolves.toEqual({ stdout: '', stderr: '' });
});
