/** Ordinary calls of GitHub's API get none of the warnings that guess from names and kinds of values. */
import { readFileSync } from 'node:fs';
import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain, type Explain, type WarningCode } from 'endpoint.js/explain';
import { expect, test } from 'vitest';
import type { PackedCatalogue } from '../../playground/src/features/catalogue/pack.js';

const CATALOGUE = new URL('../../playground/src/features/catalogue/github-catalogue.json', import.meta.url);

const { in: IN } = createEndpoint();
const OPTIONS = new Set(['baseUrl', 'method', 'url', 'headers', 'mediaType', 'data', 'request']);

/** A value of a call, with its place; `data` is the whole body. */
interface PlacedValue {
  readonly place: string;
  readonly name: string;
  readonly value: unknown;
}

/** The options with these values: by their names, those that are options or occur twice by their place. */
function toOptions(values: readonly PlacedValue[]): EndpointOptions {
  const options: Record<string, unknown> = {};
  const located: Record<string, Record<string, unknown>> = {};
  for (const { place, name, value } of values) {
    if (place === 'header' || place === 'cookie' || value === undefined) continue;
    if (place === 'data') options['data'] = value;
    else if (OPTIONS.has(name) || Object.hasOwn(options, name)) (located[place] ??= {})[name] = value;
    else options[name] = value;
  }
  return Object.keys(located).length > 0 ? { ...options, [IN]: located } : options;
}

/** The warnings whose rate on ordinary calls is held below one in a thousand. */
const CODES: ReadonlySet<WarningCode> = new Set([
  'other-client-option',
  'secret-in-url',
  'credentials-elsewhere',
  'many-parameters',
  'long-url',
]);

/** A sentence for each of these warnings, after its code and route; a `\` in a path counts as well. */
function listWarnings(explain: Explain, route: string, options: EndpointOptions): string[] {
  const { warnings } = explain(route, options);
  const found = warnings.filter(
    ({ code, sentence }) => CODES.has(code) || (code === 'encoded-slash' && sentence.includes('%5C')),
  );
  return found.map(({ code, sentence }) => `${code}: ${route}: ${sentence}`);
}

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
