import { applyFix, createExplain } from 'endpoint.js/explain';
import { expect, test } from 'vitest';
import { OPERATORS } from '../../template/ast.js';

const explain = createExplain({ baseUrl: 'https://h' });

const VALUES = ['a/b', 'ab', '', ['a/b', 'c'], ['a', 'b/c/d'], [null, 'a/b'], ['a', 'b'], { k: 'a/b' }, { 'a/b': 'c' }];
const cases = Object.keys(OPERATORS).flatMap((operator) =>
  ['p', 'p*', 'p,q'].flatMap((variables) => VALUES.map((p) => [`/x{${operator}${variables}}/y`, p] as const)),
);

test.each(cases)('an encoded slash of %s, %j: the fix changes nothing else', (route, p) => {
  const find = (text: string) => {
    const { request, warnings } = explain(text, { p, q: 1 });
    const [path = ''] = request?.url.split('?') ?? [];
    return { path, warning: warnings.find(({ code }) => code === 'encoded-slash') };
  };
  const { path, warning } = find(route);
  expect(warning !== undefined).toBe(path.includes('%2F'));
  const canKeep = !route.includes('q') && (typeof p === 'string' || !/[./;&]p\*/.test(route));
  expect(warning?.fix !== undefined).toBe(warning !== undefined && canKeep);
  if (!warning?.fix) return;
  const fixed = find(applyFix(route, { p }, warning.fix).route);
  expect(fixed).toEqual({ path: path.replace('%2F', '/').replace('%2F', '/'), warning: undefined });
});

test.each([
  ['/{p}', 'a/b', 'use `{+p}`'],
  ['/:p', ['a/b'], 'use `{+p}`'],
  ['/x{/p}', 'a/b', 'use `/{+p}`'],
  ['/x{/p*}', 'a/b', 'use `/{+p}`'],
  ['/x{/p*}', ['a/b', 'c'], 'pass one text to `/{+p}`'],
  ['/x{.p}', 'a/b', 'use `.{+p}`'],
  ['/x{;p}', ['a/b', 'c'], 'use `;p={+p}`'],
  ['/x{;p*}', { k: 'a/b' }, 'pass one text to `;p={+p}`'],
  ['/x{/p}', ['a\\b'], 'use `/`, and use `/{+p}`'],
  ['/x/{+p}', 'a\\b', 'use `/`, and use `{+p}`'],
])('an encoded slash of %s, %j: the advice is to %s', (route, p, advice) => {
  const [warning] = explain(route, { p }).warnings;
  expect(warning).toMatchObject({ code: 'encoded-slash', sentence: expect.stringContaining(`; ${advice} if`) });
});
