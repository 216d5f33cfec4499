import { endpoint } from 'endpoint.js';
import { applyFix, explain } from 'endpoint.js/explain';
import { describe, expect, test } from 'vitest';

const IN = endpoint.in;
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('applyFix', () => {
  test('edits the url of the options where there is no route', () => {
    const options = { method: 'POST', url: '/x/{{a}}', a: 1 };
    const { problem } = explain(options);
    expect(problem?.fix && applyFix(undefined, options, problem.fix)).toStrictEqual({
      route: undefined,
      options: { method: 'POST', url: '/x/{a}', a: 1 },
    });
  });

  test('sets a fixed url of the defaults in the options', () => {
    const { problem } = explain.defaults({ url: '/x/{{a}}' })({ a: 1 });
    expect(problem?.fix && applyFix(undefined, { a: 1 }, problem.fix)).toStrictEqual({
      route: undefined,
      options: { a: 1, url: '/x/{a}' },
    });
  });

  test('keeps the order of keys, and all other options', () => {
    const options = { b: 1, ownr: 'a', c: 2, [IN]: { query: { d: 3 } } };
    const { problem } = explain('/{owner}', options);
    const fixed = problem?.fix && applyFix('/{owner}', options, problem.fix).options;
    expect(Object.keys(fixed ?? {})).toStrictEqual(['b', 'owner', 'c']);
    expect(fixed).toMatchObject({ [IN]: { query: { d: 3 } } });
  });

  test('accepts a Headers object', () => {
    const headers = new Headers({ 'x-a': '1' });
    const { warnings } = explain('/x', { token: TOKEN, headers });
    expect(warnings[0]?.fix && applyFix('/x', { token: TOKEN, headers }, warnings[0].fix).options).toStrictEqual({
      headers: { 'x-a': '1', authorization: `Bearer ${TOKEN}` },
    });
  });
});
