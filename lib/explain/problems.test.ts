import { endpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { createExplain, explain as explainGithub, type Explanation, type OptionPath } from 'endpoint.js/explain';
import { expect, test } from 'vitest';

const IN = endpoint.in;
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const explain = createExplain({ vendor: 'github', baseUrl: 'https://h' });

const describePath = (path: OptionPath | undefined) =>
  path ? path.map((key) => (key === IN ? 'in' : String(key))).join('.') || 'all' : 'route';

const list = ({ problems }: Explanation) => problems.map(({ path }) => describePath(path));

const ERRORS: readonly (readonly [route: string, options: unknown, paths: readonly string[]])[] = [
  ['GET /a/{id}/{b}{?q}', {}, ['id', 'b']],
  ['GET /a/{id,b,c}', { b: NaN }, ['id', 'b', 'c']],
  ['GET /a{?a,b*}', { a: NaN, b: ['\ud800'] }, ['a', 'b']],
  ['GET /a/{id}/{id}', {}, ['id']],
  ['GET /a/{id}', { ID: 1 }, ['id']],
  ['GET /a/{url}', {}, ['in.path.url']],
  ['GET /a/{q}{?q}', { [IN]: { query: { q: NaN } } }, ['q', 'in.query.q']],
  ['GET /a/{id}/{b}', { id: '..', b: {} }, ['b', 'id']],
  ['DELETE /a/{x}', { x: '' }, ['x']],
  ['GET /{a}{b}', { a: '.', b: '.' }, ['a']],
  ['GET /x/{+p}', { p: '../y' }, ['p']],
  ['GET /{list*}', { list: ['..'] }, ['list']],
  ['GET /a/{x:3}', { x: [1] }, ['x']],
  ['GET /a', { x: NaN, y: '\ud800', z: 1 }, ['x', 'y']],
  ['GET /a', { 'x.y': NaN }, ['x.y']],
  ['POST /a', { f: () => 1, g: { h: [undefined, NaN] } }, ['f', 'g']],
  ['POST /a', { 'a.b': NaN, a: { b: 1 } }, ['a.b']],
  ['POST /a', { [IN]: { body: { url: NaN, q: 1 }, query: { z: Infinity } } }, ['in.query.z', 'in.body.url']],
  ['POST /a', { x: NaN, [IN]: { query: { x: NaN } } }, ['x', 'in.query.x']],
  ['POST /a', { [IN]: { path: { zz: 1 } } }, ['in.path.zz']],
  ['POST /a', { zz: 1, [IN]: { path: { zz: 1 } } }, ['in.path.zz']],
  ['GET /a', { [IN]: { body: { q: 1 } } }, ['in.body']],
  ['OPTIONS /a', { q: 1 }, ['q']],
  ['GET /a', { data: 'x' }, ['data']],
  ['GET /{data}', { data: 'x', [IN]: { path: { data: 1 } } }, ['data']],
  ['POST /a', { data: new Map() }, ['data']],
  ['POST /a/{x}', { x: 1, data: { a: NaN } }, ['data']],
  ['POST /a/{x}', { x: 1, data: { a: [[1]] }, headers: FORM }, []],
  ['GET /a?x=1', { x: 2 }, ['x']],
  ['GET /a?url=1', { [IN]: { query: { url: 2 } } }, ['in.query.url']],
  ['POST /a{?x}', { x: 1, [IN]: { query: { x: 2 } } }, ['x']],
  ['GET /a', { headers: { 'a b': '1' } }, ['headers.a b']],
  ['GET /a', { headers: { ok: '1', X: 'a\nb', Y: {}, 'a b': '1' } }, ['headers.X', 'headers.Y', 'headers.a b']],
  ['GET /a', { headers: [['X', 'a\nb']] }, ['headers.x']],
  ['POST /a', { data: new URLSearchParams(), headers: { 'Content-Type': 'a/b' } }, ['headers.Content-Type']],
  ['GET /a', { headers: 5 }, ['headers']],
  ['GET /a', { mediaType: 5 }, ['mediaType']],
  ['GET /a', { mediaType: { format: 5 } }, ['mediaType.format']],
  ['GET /a', { mediaType: { previews: 'x' } }, ['mediaType.previews']],
  ['GET /a', { mediaType: { format: 'a b' } }, ['mediaType.format']],
  ['GET /a', { baseUrl: 5 }, ['baseUrl']],
  ['GET /a', { baseUrl: 'https://h?x' }, ['baseUrl']],
  ['GET /a', { url: '/b' }, ['url']],
  ['GET /a', { method: 'POST' }, ['method']],
  ['/a', { method: 'GRAB', q: NaN }, ['method']],
  ['GET /a', { request: 5 }, ['request']],
  ['GET /{a}', { [IN]: { other: {} } }, ['in.other']],
  ['GET /a', { [IN]: { query: 5 } }, ['in.query']],
  ['GET /a', { [IN]: 5 }, ['in']],
  ['GET /a', 5, ['all']],
  ['GET /a{', { x: NaN }, ['route']],
  ['GET /a\ud800', { x: NaN }, ['route']],
  ['GET /a/../{b}', {}, ['b', 'route']],
  ['GETT /a', {}, ['route']],
  ['GET', {}, ['route']],
  ['GETT /a{', { headers: { 'a b': '1' }, baseUrl: 'x' }, ['route', 'headers.a b', 'baseUrl', 'route']],
  ['GET /{a}', { q: NaN, mediaType: 5, headers: { X: {} } }, ['mediaType', 'headers.X', 'a', 'q']],
];

test.each(ERRORS)('%s %j: %j', (route, options, paths) => {
  const explanation = explain(route, options as EndpointOptions);
  expect(list(explanation)).toStrictEqual(paths);
  const { problem, problems, parameters, error } = explanation;
  expect(problems[0]).toBe(problem);
  expect(problem?.parameter).toBe(error?.parameter);
  for (const { path, index } of problems) if (index !== undefined) expect(parameters[index]?.path).toBe(path);
});

const LAYERS: readonly (readonly [settings: unknown, defaults: unknown, options: unknown, places: string[]])[] = [
  [{ vendor: 'a b' }, {}, { mediaType: { format: 'raw' } }, ['settings vendor']],
  [{ query: { arrays: 'x' } }, {}, {}, ['settings query.arrays']],
  [{ nope: 1 }, {}, {}, ['settings nope']],
  [5, {}, {}, ['settings all']],
  [{ headers: { A: {} }, baseUrl: 'x', origins: [] }, {}, {}, ['settings headers.A', 'settings baseUrl', '- id']],
  [{}, { headers: { A: {}, 'b c': '1' } }, { headers: { D: {} } }, ['defaults headers.A', 'defaults headers.b c', 'options headers.D', '- id']],
  [{}, { q: NaN }, { id: 1 }, ['defaults q']],
  [{}, { [IN]: { query: { q: NaN } } }, { id: 1 }, ['defaults in.query.q']],
  [{}, 5, {}, ['defaults all']],
  [{}, { [IN]: 5 }, {}, ['defaults in']],
  [{}, {}, { [IN]: { query: 5 } }, ['options in.query']],
  [{}, { mediaType: { format: 'raw' } }, { id: 1 }, ['defaults mediaType']],
]; // prettier-ignore

test.each(LAYERS)('%j %j %j: %j', (settings, defaults, options, places) => {
  const explanation = createExplain(settings as EndpointSettings).defaults(defaults as EndpointOptions)(
    '/{id}',
    options as EndpointOptions,
  );
  expect(explanation.problems.map(({ layer, path }) => `${layer?.kind ?? '-'} ${describePath(path)}`)).toStrictEqual(
    places,
  );
});

test.each<[options: unknown, path: string]>([
  [{ url: '/a{' }, 'url'],
  [{ url: 'https:/a' }, 'url'],
  [{}, 'url'],
  [{ url: '/a', method: 'GRAB' }, 'method'],
  [5, 'all'],
])('options alone %j: %s', (options, path) => {
  expect(describePath(explain(options as EndpointOptions).problem?.path)).toBe(path);
});

test('are at most a hundred, and one of texts that are too long', () => {
  const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, NaN]));
  expect(explain('/a', values).problems).toHaveLength(100);
  const long = createExplain({ maxLength: 9 })('/a', { a: NaN, b: 'x'.repeat(9), c: 1 });
  expect(long.problems.map(({ code, parameter }) => `${code} ${parameter}`)).toStrictEqual([
    'invalid-value a',
    'too-long b',
  ]);
});

test('count positions in the route', () => {
  const { problem } = explain('GET  /a/{b/c');
  expect(problem).toMatchObject({ sentence: 'url: unmatched "{" at position 8.', at: { start: 8, end: 9 } });
});

const WARNINGS: readonly (readonly [route: string, options: EndpointOptions, code: string, path: string])[] = [
  ['/{a}', { a: 'b/c' }, 'encoded-slash', 'a'],
  ['/{a}', { [IN]: { path: { a: 'b/c' } } }, 'encoded-slash', 'in.path.a'],
  ['/x{?owner}', { ownr: 1 }, 'did-you-mean', 'ownr'],
  ['/x/<id>', {}, 'angle-brackets', 'route'],
  [`/x?token=${TOKEN}`, {}, 'secret-in-url', 'route'],
  ['https://u:p@h/x', {}, 'credentials-in-url', 'route'],
  ['/x', { baseUrl: 'https://u:p@h' }, 'credentials-in-url', 'baseUrl'],
  ['/x', { headers: undefined }, 'unset-defaults', 'headers'],
  ['/x', { mediaType: { format: 'raw' }, headers: { accept: 'text/html' } }, 'unused-media-type', 'mediaType.format'],
  ['POST /x', { data: '{"a":1}' }, 'json-text', 'data'],
  ['POST /x', { data: [2 ** 60] }, 'inexact-number', 'data'],
  ['POST /x', { data: { a: { b: 1 } }, headers: FORM }, 'nested-form', 'data.a'],
  ['POST /x', { a: { b: 1 }, headers: FORM }, 'nested-form', 'a'],
  ['/x', { a: 'x'.repeat(8000) }, 'long-url', 'route'],
];

test.each(WARNINGS)('%s %j: %s of %s', (route, options, code, path) => {
  const found = explainGithub(route, options).warnings.find((warning) => warning.code === code);
  expect(describePath(found?.path)).toBe(path);
});

const PLACES: [route: string, options: EndpointOptions, at: string | undefined][] = [
  ['  GET  /x/{owner}', { ownr: 1 }, 'owner'],
  ['GET /x/{a:3}', {}, 'a'],
  ['GET /x/:owner', {}, ':owner'],
  ['GET /x/{b}', { b: '..' }, 'b'],
  ['GET /x{=a}', {}, '{=a}'],
  ['GRAB /x', {}, 'GRAB'],
  ['GET http://{h}/x ', {}, 'http://{h}/x'],
];

test.each(PLACES)('%s %j are located at %s', (route, options, at) => {
  const span = explain(route, options).problem?.at;
  expect(span && route.slice(span.start, span.end)).toBe(at);
});

const SUBJECTS: [route: string, options: EndpointOptions, subject: object | undefined][] = [
  ['GET /{a}', { a: 'x/y', [IN]: { query: { a: 'p%20q' } } }, { name: 'a', given: 'plain' }],
  ['GET /x', { a: 1, [IN]: { query: { b: 'p%20q' } } }, { name: 'b', given: 'query' }],
  ['GET /x/{owner}', { ownr: 1 }, undefined],
  ['GET /x/{owner}{?own}', { owner: 1, ow: 2 }, { name: 'ow' }],
  ['POST /x', { a: { b: 1 }, headers: FORM }, { name: 'a', given: 'plain' }],
  ['POST /x', { data: { a: { b: 1 } }, headers: FORM }, undefined],
  [`GET /x?key=${TOKEN}`, {}, undefined],
  ['GET /x', { a: 'x'.repeat(8000) }, undefined],
];

test.each(SUBJECTS)('the first of %s %j is about the parameter %j', (route, options, subject) => {
  const { parameters, warnings } = explainGithub(route, options);
  const found = parameters[warnings[0]?.index ?? -1];
  if (subject) expect(found).toMatchObject(subject);
  else expect(found).toBeUndefined();
});

test('the path of a warning is that of its parameter, or of its layer', () => {
  const lists = createExplain({ query: { arrays: 'brackets' } });
  expect(lists('/x', { [IN]: { query: { a: [{ b: 1 }] } } }).warnings).toMatchObject([
    { code: 'bracketed-objects', path: [IN, 'query', 'a'], index: 0 },
  ]);
  const settings = createExplain({ baseUrl: 'https://h', headers: { 'X-Api-Key': 'x' } });
  expect(settings('https://other/x').warnings).toMatchObject([
    { code: 'credentials-elsewhere', path: ['headers', 'X-Api-Key'], layer: { kind: 'settings' } },
  ]);
});
