/** The page of options has each setting, option and member once, with the type that the source states and the errors that it throws. */
import { readFileSync } from 'node:fs';
import { createEndpoint, endpoint, EndpointError, type EndpointSettings, type OptionName } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { readPage, ROOT } from './test/pages.js';

const page = readPage('docs/reference/options.md');
/** The declarations of settings and options, without those of `endpoint.in`, whose names are others'. */
const source = readFileSync(`${ROOT}lib/options.ts`, 'utf8').replace(
  /^export interface ParameterLocations \{[^]*?^\}$/m,
  '',
);

// The compiler refuses this list unless it has each name once.
const OPTIONS = Object.keys({
  baseUrl: 0,
  headers: 0,
  mediaType: 0,
  method: 0,
  url: 0,
  data: 0,
  request: 0,
} satisfies Record<OptionName, 0>);

/** The text below a heading of the second level. */
function readSection(title: string): string {
  const [, text] = page.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`The page has no section "${title}".`);
  return text.split(/^## /m)[0] ?? '';
}

/** The headings of the third level in a section, with the text below each. */
const listEntries = (title: string): [name: string, text: string][] =>
  readSection(title)
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split('\n')[0] ?? '', text]);

/** The names in the first column of a section's table. */
const listRows = (title: string): (string | undefined)[] =>
  [...readSection(title).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

const settings = listEntries('Settings');
const options = listEntries('Options');

describe('names', () => {
  test('settings', () => {
    // The builder's own list, from its message about an unknown setting.
    const create = () => createEndpoint({ unknown: 1 } as EndpointSettings);
    expect(create).toThrow(`settings.unknown: isn't one of ${settings.map(([name]) => name).join(', ')}.`);
  });

  test('options', () => {
    const shared = settings.flatMap(([name, text]) => (text.includes('; setting and option') ? name : []));
    expect([...shared, ...options.map(([name]) => name)]).toStrictEqual(OPTIONS);
  });

  test('locations', () => {
    expect(listRows('Parameters by location')).toStrictEqual(['path', 'query', 'body']);
    const build = () => endpoint('GET /x', { [endpoint.in]: { unknown: {} } } as never);
    expect(build).toThrow("in.unknown: isn't one of path, query, body.");
  });

  test('members of a builder', () => expect(listRows('Members of a builder')).toStrictEqual(Object.keys(endpoint)));

  test('members of the result', () => {
    const result = endpoint('POST /x', { a: 1, request: {} });
    expect(listRows('The result')).toStrictEqual(Object.keys(result));
  });

  test.each(['arrays', 'objects'])('styles of %s', (member) => {
    const [, text = ''] = settings.find(([name]) => name === 'query') ?? [];
    const [, styles = ''] = new RegExp(`for \\(const ${member} of \\[(.*)\\]\\)`).exec(text) ?? [];
    const known = styles.replaceAll("'", '');
    // The builder's own list, from its message about an unknown style.
    const create = () => createEndpoint({ query: { [member]: 'unknown' } });
    expect(create).toThrow(`query.${member}: isn't one of ${known}.`);
  });
});

describe.each([...settings, ...options])('%s', (name, text) => {
  test('has the type of the source, and a default', () => {
    expect(text).toMatch(/^- Default: /m);
    const [, type] = /^- Type: `([^`]+)`/m.exec(text) ?? [];
    const types = [...source.matchAll(new RegExp(`^  ${name}\\?: (.+);$`, 'gm'))].map(([, declared = '']) => declared);
    expect(types.length).toBeGreaterThan(0);
    for (const declared of types) expect(declared.replace(' | undefined', '')).toBe(type);
  });
});

/** Each error of the page: its code, and the example that throws it. */
const errors = [...page.matchAll(/\[([\w-]+)\]\(\.\.\/guides\/errors\.md#\1\) for `([^`]+)`/g)].map(
  ([, code = '', example = '']) => [code, example] as const,
);

test.each(errors)('%s for %s', (code, example) => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the examples are this project's own
  const run = new Function('createEndpoint', 'endpoint', `return ${example}`) as (...scope: unknown[]) => unknown;
  let error: unknown;
  try {
    run(createEndpoint, endpoint);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(EndpointError);
  expect(error).toMatchObject({ code });
});
