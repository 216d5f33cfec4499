/** Ordinary calls of GitHub's API get none of the warnings that guess from names and kinds of values. */
import { readFileSync } from 'node:fs';
import { createExplain } from 'endpoint.js/explain';
import { expect, test } from 'vitest';
import type { PackedCatalogue } from '../../playground/src/features/catalogue/pack.js';
import { listWarnings, toOptions } from './ordinary-calls.js';

const CATALOGUE = new URL('../../playground/src/features/catalogue/github-catalogue.json', import.meta.url);

test('calls of all routes of GitHub with example values', () => {
  const catalogue = JSON.parse(readFileSync(CATALOGUE, 'utf8')) as PackedCatalogue;
  const explain = createExplain({
    vendor: 'github',
    baseUrl: 'https://api.github.com',
    headers: { authorization: 'Bearer x' },
  });
  const warnings = catalogue.operations.flatMap(({ method, path, route = `${method} ${path}`, parameters }) => {
    const values = parameters.map((index) => {
      const { name = '', place = 'query', kind, example = '', fullExample } = catalogue.parameters[index] ?? {};
      const text = fullExample || example;
      return { name, place, value: kind === 'json' && text ? (JSON.parse(text) as unknown) : text || 'text' };
    });
    return listWarnings(explain, route, toOptions(values));
  });
  expect(catalogue.operations.length).toBeGreaterThan(1200);
  // GitHub has one route on another host, for which credentials are meant.
  expect(warnings).toEqual([
    expect.stringMatching(/^credentials-elsewhere: POST https:\/\/uploads\.github\.com\/.*`authorization`/),
  ]);
});
