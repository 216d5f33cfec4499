/** The tables of the documents are those of the sources and tests. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEndpoint, endpoint, EndpointError } from 'endpoint.js';
import { createExplain, explain, type Explanation } from 'endpoint.js/explain';
import { optionsFromJson } from 'endpoint.js/json';
import { match } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';
import { WARNINGS } from '../lib/explain/problems.js';
import { CHANGES } from '../lib/test/octokit-calls.mjs';
import { DIFFERENCES } from '../lib/test/octokit-differences.mjs';
import { slugify } from '../dev/docs/addresses.mjs';
import { checkExplanations, describeWarnings } from '../dev/generate/explanations.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** Each code of the source has a heading, whose example is an error or a warning of that code with the quoted sentence. */
describe('the guide of errors', () => {
  const [, errors = '', warnings = ''] = read('docs/guides/errors.md').split(/^## (?:Errors|Warnings)$/m);
  const parseSections = (part: string) =>
    part
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const [, code = '', text = ''] = /^(\S+)\n([^]*)$/.exec(section) ?? [];
        const [, example = ''] = /^```js\n(.*);\n```$/m.exec(text) ?? [];
        return { code, text, example, sentence: /^> (.*)$/m.exec(text)?.[1] };
      });
  const errorSections = parseSections(errors);
  const warningSections = parseSections(warnings);

  /** Evaluates an example of the page. */
  function evaluate(example: string): unknown {
    const scope = { createEndpoint, createExplain, endpoint, explain, match, optionsFromJson };
    // oxlint-disable-next-line typescript/no-implied-eval -- the examples are this project's own
    const run = new Function(...Object.keys(scope), `return ${example}`) as (...members: unknown[]) => unknown;
    return run(...Object.values(scope));
  }

  test('the public type lists every warning, the guide every fix; else run `npm run generate`', async () => {
    expect(await checkExplanations()).toStrictEqual([]);
  });

  test('the errors are those of the source, in their order', () => {
    const [, union = ''] = /EndpointErrorCode =([^;]*);/.exec(read('lib/errors.ts')) ?? [];
    const codes = [...union.matchAll(/'(.+?)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(errorSections.map(({ code }) => code)).toStrictEqual(codes);
    const described = [...read('lib/errors.ts').matchAll(/^ \* - `(.+?)`: /gm)].map(([, code]) => code);
    expect(described).toStrictEqual(codes);
  });

  // As readers follow it: the page's path in the site, and the anchor that the site makes of a heading.
  const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
  const headings = new Map(
    [...errorSections, ...warningSections].map(({ code }) => [`${homepage}guides/errors.html#${slugify(code)}`, code]),
  );

  test.each(errorSections)('$code: $example', ({ code, example, sentence }) => {
    let error: unknown;
    try {
      evaluate(example);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(EndpointError);
    expect(error).toMatchObject({ code, message: sentence });
    expect(headings.get((error as EndpointError).help)).toBe(code);
  });

  test('the warnings are those of the source, in their order', () => {
    const write = ({ when, fix }: { when: string; fix: string | undefined }) =>
      `${when.charAt(0).toUpperCase()}${when.slice(1)}.${fix === undefined ? '' : `\n\n**Fix:** ${fix}.`}`;
    expect(warningSections.map(({ code, text }) => [code, /(?<=^\n)[^]*?(?=\n\n```)/.exec(text)?.[0]])).toStrictEqual(
      describeWarnings(WARNINGS).map((rule) => [rule.code, write(rule)]),
    );
  });

  test.each(warningSections)('$code: $example', ({ code, example, sentence }) => {
    const { warnings: found } = evaluate(example) as Explanation;
    const warning = found.find((one) => one.sentence === sentence);
    expect(warning).toMatchObject({ code });
    expect(headings.get(warning?.help ?? '')).toBe(code);
  });
});

/** The guide has a line for each difference that the tests show, and no others. */
describe('the guide of migration', () => {
  const guide = read('docs/guides/migrating.md');
  const [, octokit = ''] = guide.split(/^## From .*$/m);
  const [results = '', below = ''] = octokit.split(/^### .*$/m);
  const [both = '', only = ''] = results.split(/^Only `endpoint\.js` .*$/m);
  /** The cells of the tables in a part of the guide, without those of headings. */
  const rows = (part: string): string[][] =>
    [...part.matchAll(/^\|(?! rule | change |[ :-]+\|)(.+)\|$/gm)].map(([, cells = '']) =>
      cells.split(' | ').map((cell) => cell.trim()),
    );
  const rules = (dropIn: string): string[][] =>
    DIFFERENCES.filter((difference) => difference.dropIn === dropIn).map(({ why }) => [why]);

  test.each([
    ['@octokit/endpoint, in both entries', both, [0], rules('ours')],
    ['@octokit/endpoint, in endpoint.js only', only, [0], rules('theirs')],
    ['older versions of it', below, [0, 1], CHANGES.map(({ why, since }) => [why, `${since}`])],
  ])('from %s', (_, part, columns, expected) => {
    expect(rows(part).map((cells) => columns.map((column) => cells[column]))).toStrictEqual(expected);
  });
});

/** Each promise names the tests that hold it. */
describe('SECURITY.md', () => {
  const rows = [...read('SECURITY.md').matchAll(/^\|(.+)\|(.+)\|(.+)\|$/gm)]
    .map(([, threat = '', , held = '']) => ({ threat: threat.trim(), tests: held.match(/(?<=\]\()[^)]+/g) ?? [] }))
    .filter(({ threat }) => threat !== 'threat' && !/^-+$/.test(threat));

  test('there are promises', () => expect(rows.length).toBeGreaterThan(30));

  test.each(rows)('$threat: $tests', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const path of tests) {
      expect(path).toMatch(/\.(?:test|spec)\.(?:ts|mjs)$/);
      expect([path, existsSync(ROOT + path)]).toStrictEqual([path, true]);
    }
  });
});
