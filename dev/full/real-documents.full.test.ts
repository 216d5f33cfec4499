/** Documents of real APIs: the page has the routes of their catalogues, and each becomes a form that builds. */
import { readFileSync } from 'node:fs';
import { ApiDocument, writeCatalogue } from 'endpoint.js/openapi';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { resolveFull } from './packages.mjs';
import { unpackOperation, type PackedCatalogue } from '../../playground/src/features/catalogue/pack.js';
import { readDocument } from '../../playground/src/features/catalogue/reading/read-document.js';
import { deriveState } from '../../playground/src/features/request-builder/model/build.js';
import { EMPTY_FORM } from '../../playground/src/features/request-builder/model/form.js';
import { fillBody, fillFormFromOperation } from '../../playground/src/app/fill-form.js';

test.each<[path: string, least: number]>([
  ['@octokit/openapi/generated/api.github.com.json', 1200],
  ['@figma/rest-api-spec/openapi/openapi.yaml', 40],
  ['@netlify/open-api/dist/swagger.json', 100],
])('%s', async (path, least) => {
  const file = new File([readFileSync(resolveFull(path))], path);
  const { catalogue } = await readDocument({ kind: 'file', file }, () => undefined);
  const packed = JSON.parse(new TextDecoder().decode(catalogue)) as PackedCatalogue;
  const operations = packed.operations.flatMap((_, index) => unpackOperation(packed, index) ?? []);
  expect(operations.length).toBeGreaterThan(least);
  const types = writeCatalogue(new ApiDocument(parse(readFileSync(resolveFull(path), 'utf8'))));
  const keys = Array.from(types.matchAll(/^ {2}("[A-Z]+ .*"): \{/gm), ([, key = '']) => JSON.parse(key) as string);
  expect(operations.map(({ route }) => route)).toEqual(keys);
  const problems = operations.flatMap((operation) => {
    const form = fillBody(operation, fillFormFromOperation(operation, EMPTY_FORM), 'all');
    const variables = form.variables.map((variable) => Object.assign({}, variable, { value: '1' }));
    return deriveState({ ...form, variables }).problems.map(
      ({ field, message }) => `${form.route} ${field}: ${message}`,
    );
  });
  expect(problems).toEqual([]);
});
