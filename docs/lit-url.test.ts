/** What the lit url of the first page shows. */
import { explain } from 'endpoint.js/explain';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from './.vitepress/theme/examples.js';
import { moveByKey, readExplanation, splitCode } from './.vitepress/theme/lit-url.js';
import { applyToTexts, show } from './.vitepress/theme/live.js';

describe('the lit url', () => {
  test.each(EXAMPLES)('$label: the parts are the url, each with its reason', ({ route, parameters }) => {
    const explanation = explain(route, parameters);
    const { method, parts, first, remarks } = readExplanation(explanation);
    expect(parts.map(({ text }) => text).join('')).toBe(explanation.url.map(({ text }) => text).join(''));
    if (explanation.request) expect(parts.map(({ text }) => text).join('')).toBe(explanation.request.url);
    expect(parts.filter(({ sentence }) => sentence === '')).toStrictEqual([]);
    expect(route.startsWith(`${method} `)).toBe(true);
    expect(parts[first]).toBeDefined();
    expect(remarks.length).toBe(explanation.warnings.length + (explanation.problem ? 1 : 0));
  });

  test('a missing value is an error with a fix, which the texts can get', () => {
    const [, , { route, parameters }] = EXAMPLES;
    const text = JSON.stringify(parameters);
    const { remarks } = show(route, text);
    expect(remarks[0]).toMatchObject({ tone: 'error', code: 'missing-parameter' });
    const fix = remarks[0]?.fix;
    if (fix === undefined) throw new Error('There is no fix.');
    const fixed = applyToTexts(route, text, fix);
    expect(JSON.parse(fixed.parameters)).toStrictEqual({ org: 'nodejs', username: 'mona' });
    expect(show(fixed.route, fixed.parameters).remarks).toStrictEqual([]);
  });

  test('parameters that are not JSON are an error with their place, and no url', () => {
    const shown = show('GET /a', '{"a": }');
    expect(shown.parts).toBeUndefined();
    expect(shown.remarks).toMatchObject([{ tone: 'error', code: 'invalid-json' }]);
  });

  test('a sentence is text and code in turns', () => {
    expect(splitCode('Use `{+path}` for `a/b`.')).toStrictEqual(['Use ', '{+path}', ' for ', 'a/b', '.']);
  });

  test.each([
    ['ArrowRight', 3, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowUp', 2, 1],
    ['a', 1, undefined],
  ])('%s at %i of 4 leads to %s', (key, from, expected) => {
    expect(moveByKey(key, from, 4)).toBe(expected);
  });
});
