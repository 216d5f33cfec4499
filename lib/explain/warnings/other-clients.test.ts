import { endpoint, type EndpointOptions } from 'endpoint.js';
import { applyFix, explain } from 'endpoint.js/explain';
import { describe, expect, test } from 'vitest';
import { CLIENTS } from '../../test/other-clients.cases.js';

const find = (route: string, options: EndpointOptions) =>
  explain(route, options).warnings.find(({ code }) => code === 'other-client-option');

const rows = Object.entries(CLIENTS).flatMap(([client, { warned }]) =>
  Object.entries(warned).flatMap(([name, value]) => [[client, name, value as unknown] as const]),
);

describe.each(['GET /x', 'POST /x', 'DELETE /x', 'HEAD https://h/x'])('options of other clients, with %s', (route) => {
  test.each(rows)('%s: %s is a parameter here', (_, name, value) => {
    expect(find(route, { [name]: value })).toMatchObject({ parameter: name, index: 0 });
  });
});

test.each(rows)('%s: %s is as meant where the url names it, or endpoint.in places it', (_, name, value) => {
  expect(find(`GET /{+${name}}`, { [name]: value })).toBeUndefined();
  expect(find('POST /x', { [endpoint.in]: { query: { [name]: value }, body: { [name]: value } } })).toBeUndefined();
});

const urls = ['https://a', 'https://b'];
const bodies: [options: EndpointOptions, advice: string | undefined][] = [
  [{ jsonrpc: '2.0', id: 1, params: { a: 1 } }, undefined],
  [{ a: 1, params: { a: 1 } }, undefined],
  [{ a: 1, params: new URLSearchParams('a=1') }, 'as `endpoint.in.query`, or its members as parameters'],
  [{ params: { a: 1 }, json: { b: 1 } }, 'as `endpoint.in.query`, or its members as parameters'],
  [{ origins: urls, methods: ['GET'] }, undefined],
  [{ origins: [] }, 'to `createEndpoint`'],
];

test.each(bodies)('a body of %j: %s', (options, advice) => {
  expect(find('POST /x', options)?.sentence.replace(/^.* pass it (.*)\.$/, '$1')).toBe(advice);
});

const forms: [params: object, advice: string, fixed: string | undefined][] = [
  [{ path: { a: 1 }, query: { b: 2 } }, 'as `endpoint.in`, and its headers in `headers`', '/1?b=2'],
  [{ path: { a: 1 }, query: undefined }, 'as `endpoint.in`, and its headers in `headers`', '/1'],
  [{ path: { a: 1 }, header: { b: 2 } }, 'as `endpoint.in`, and its headers in `headers`', undefined],
  [{ path: { a: 1 }, cookie: {} }, 'as `endpoint.in`, and its headers in `headers`', undefined],
  [{ path: 'docs', query: 'b' }, 'as `endpoint.in.query`, or its members as parameters', undefined],
  [{ path: { a: 1 }, page: 1 }, 'as `endpoint.in.query`, or its members as parameters', undefined],
];

test.each(forms)('params: %j is passed %s', (params, advice, fixed) => {
  const { sentence, fix } = find('/{a}', { params }) ?? {};
  expect(sentence).toContain(`; pass it ${advice}.`);
  const after = fix && applyFix('/{a}', { params }, fix);
  const url = after && explain(after.route, after.options).request?.url;
  expect(url).toBe(fixed && `https://api.github.com${fixed}`);
});

const settings: [name: string, value: unknown, isFound: boolean][] = [
  ['origins', [], true],
  ['origins', urls, true],
  ['origins', ['http://localhost:3000'], true],
  ['origins', ['a', 'b'], false],
  ['origins', [{ location: 'a' }], false],
  ['origins', 'https://a', false],
  ['origins', null, false],
  ['origin', urls, false],
];

test.each(settings)('the setting %s: %j as a parameter: %s', (name, value, isFound) => {
  const sentence = isFound
    ? `\`${name}\` is a setting, but a parameter here; pass it to \`createEndpoint\`.`
    : undefined;
  expect(find('/x', { [name]: value })?.sentence).toBe(sentence);
  for (const route of ['/x', 'POST /x']) {
    const { warnings } = explain.defaults({ [name]: value })(route, { title: 'a' });
    expect(warnings.find(({ code }) => code === 'other-client-option')?.sentence).toBe(sentence);
  }
});
