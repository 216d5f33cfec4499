import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { githubCatalogue } from '../../playground/src/features/catalogue/github.js';
import { readOpenApi } from '../../playground/src/features/catalogue/openapi.js';
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
