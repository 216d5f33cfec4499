import { beforeAll, expect, test } from 'vitest';
import { deriveState, reduceBuilder } from '../model/build.js';
import { applyFixTo } from '../model/fix.js';
import { EMPTY_FORM, readForm, type Form } from '../model/form.js';
import { loadReferences } from '../model/references.js';
import { NO_SURROUNDINGS } from '../model/surroundings.js';
import { listMissing, splitTokens } from './index.js';

const VARIABLES = [
  { name: 'host', value: 'https://api.example/v1' },
  { name: 'owner', value: 'octokit' },
  { name: 'route', value: '/repos/{owner}/{repo}' },
  { name: 'id', value: '7' },
  { name: 'quote', value: 'a "b"' },
  { name: 'secret', value: 'S3cr3t' },
  { name: 'dots', value: '..' },
  { name: 'empty', value: '' },
];

beforeAll(loadReferences);

const derive = (json: object) =>
  deriveState(readForm({ vendor: '', ...json }), undefined, { ...NO_SURROUNDINGS, variables: VARIABLES });

interface Case {
  readonly name: string;
  readonly form: object;
  readonly url: string;
  readonly body?: unknown;
  readonly header?: readonly [name: string, value: string];
}

test.each<Case>([
  { name: 'the base URL', form: { route: 'GET /a', baseUrl: '{{host}}' }, url: 'https://api.example/v1/a' },
  { name: 'the route', form: { route: 'GET /a/{{owner}}/{{id}}' }, url: 'https://api.github.com/a/octokit/7' },
  {
    name: 'a template in a value',
    form: {
      route: 'GET {{route}}',
      variables: [
        { name: 'owner', value: 'o' },
        { name: 'repo', value: '{{id}}' },
      ],
    },
    url: 'https://api.github.com/repos/o/7',
  },
  {
    name: 'a name of the template',
    form: { route: 'GET /{{{owner}}}', variables: [{ name: 'octokit', value: '1' }] },
    url: 'https://api.github.com/1',
  },
  {
    name: 'a method',
    form: { route: '{{method}} /a' },
    url: '',
  },
  {
    name: 'JSON values',
    form: {
      route: 'POST /a',
      parameters: [{ name: '{{owner}}', value: '{"id": {{id}}, "text": "{{quote}}"}', kind: 'json', place: 'body' }],
    },
    url: 'https://api.github.com/a',
    body: { octokit: { id: 7, text: 'a "b"' } },
  },
  {
    name: 'headers',
    form: { route: 'GET /a', headers: [{ name: 'x-{{owner}}', value: 'v{{id}}' }] },
    url: 'https://api.github.com/a',
    header: ['x-octokit', 'v7'],
  },
  {
    name: 'defaults',
    form: { route: 'GET /a', layers: [{ options: '{"headers": {"x-a": "{{quote}}"}, "page": {{id}}}' }] },
    url: 'https://api.github.com/a?page=7',
    header: ['x-a', 'a "b"'],
  },
  {
    name: 'the media type',
    form: { route: 'GET /a', format: '{{owner}}', vendor: '{{owner}}' },
    url: 'https://api.github.com/a',
    header: ['accept', 'application/vnd.octokit.v3.octokit'],
  },
  {
    name: 'a value that the route does not have',
    form: { route: 'GET /a', variables: [{ name: 'unused', value: '{{unknown}}' }] },
    url: 'https://api.github.com/a',
  },
  {
    name: 'defaults that are off',
    form: { route: 'GET /a', layers: [{ on: false, options: '{"a": {{unknown}}}' }] },
    url: 'https://api.github.com/a',
  },
])('inserts values into $name', ({ form, url, body, header }) => {
  const { request, problems } = derive(form);
  if (url === '')
    return expect(problems.map(({ field, variable }) => [field, variable])).toEqual([['route', 'method']]);
  expect(problems).toEqual([]);
  expect(request?.url).toBe(url);
  expect(request?.body).toEqual(body);
  if (header) expect(request?.headers[header[0]]).toBe(header[1]);
});

test.each<[name: string, form: object, field: string, position: number | undefined, message: RegExp]>([
  ['a route', { route: 'GET /{{id}}/{{unknown}}' }, 'route', 12, /“{{unknown}}” has no value/],
  ['an empty value', { route: 'GET /{{empty}}' }, 'route', 5, /“{{empty}}” has no value/],
  ['a base URL', { route: 'GET /a', baseUrl: 'https://{{unknown}}' }, 'baseUrl', 8, /no value/],
  ['a header', { route: 'GET /a', headers: [{ name: 'a', value: '{{unknown}}' }] }, 'header 1', 0, /no value/],
  ['a variable', { route: 'GET /{a}', variables: [{ name: 'a', value: '{{unknown}}' }] }, 'variable a', 0, /no value/],
  [
    'a parameter',
    { route: 'GET /a', parameters: [{ name: 'a', value: '-{{unknown}}' }] },
    'parameter 1',
    1,
    /no value/,
  ],
  ['a layer', { route: 'GET /a', layers: [{ options: '{"a": {{unknown}}}' }] }, 'layer 1', 6, /no value/],
  [
    'JSON after a value',
    { route: 'GET /a', layers: [{ options: '{"a": "{{quote}}", b}' }] },
    'layer 1',
    19,
    /JSON|property/i,
  ],
  ['a template after a value', { route: 'GET /{{owner}}/{b' }, 'route', 15, /./],
  ['a template before a value', { route: 'GET /{b/{{owner}}' }, 'route', 5, /./],
])('reports the problem of %s where it was typed', (_, form, field, position, message) => {
  const { problems } = derive(form);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ field, position });
  expect(problems[0]?.message).toMatch(message);
});

const split = (route: string) => {
  const { explanation, route: substitution } = derive({ route, variables: [{ name: 'owner', value: 'o' }] });
  return substitution === undefined ? [] : splitTokens(explanation, substitution);
};

test.each([
  'GET /{{owner}}/b',
  'GET {{route}}{?page}',
  '{{owner}} /a',
  'GET /{{{owner}}}/{{owner}}{{owner}}',
  'GET /{a{{unknown}}',
  'GET /{{unknown}}/{b',
  '{{host}}/a#{{id}}',
])('the pieces of %s are what was typed', (route) => {
  const pieces = split(route);
  expect(pieces.map(({ text }) => text).join('')).toBe(route);
  for (const { start, end, text } of pieces) expect(route.slice(start, end)).toBe(text);
});

test('a reference belongs to every part of the url that its value resulted in', () => {
  const pieces = split('GET {{route}}{?page}');
  const reference = pieces.find(({ kind }) => kind === 'reference');
  expect(reference?.source.subjects.split(' ')).toEqual(expect.arrayContaining(['p:variable:owner', 'e0', 'e1']));
  expect(reference?.source.subjects).not.toContain('e2');
});

test('sentences say what was typed', () => {
  const { explanation } = derive({
    route: 'GET /a/{{id}}/{b}',
    baseUrl: '{{host}}',
    variables: [{ name: 'b', value: '{{owner}}' }],
  });
  const sentences = explanation.url.map(({ text, sentence }) => [text, /Typed as `(.*)`\.$/.exec(sentence)?.[1]]);
  expect(sentences).toEqual([
    ['https://api.example', '{{host}}'],
    ['/v1', '{{host}}'],
    ['/a/7/', '/a/{{id}}/'],
    ['octokit', '{{owner}}'],
  ]);
});

test('the sentence about a name without a value says so', () => {
  const { explanation } = derive({ route: 'GET /a/{{unknown}}/{b}' });
  const sentences = explanation.tokens.filter(({ text }) => text.includes('unknown')).map(({ sentence }) => sentence);
  expect(new Set(sentences)).toEqual(new Set(['“{{unknown}}” has no value. Enter one in an environment.']));
});

test('a fix of a form with values never writes a value into it', () => {
  const { explanation, problems, form } = derive({
    route: 'GET /{a}',
    variables: [{ name: 'a', value: 'x/{{dots}}' }],
    parameters: [{ name: 'password', value: '{{secret}}', place: 'query' }],
  });
  const fixes = [...problems, ...explanation.warnings].flatMap(({ fix }) => fix ?? []);
  for (const fix of fixes) expect(JSON.stringify(applyFixTo(form, fix))).not.toMatch(/S3cr3t|\.\./);
});

test('a fix of the route edits what was typed', () => {
  const { problems, form } = derive({ route: 'GET /{{id}}/{ a}', variables: [{ name: 'a', value: '1' }] });
  const fix = problems[0]?.fix;
  expect(fix && applyFixTo(form, fix).route).toBe('GET /{{id}}/{a}');
});

test('a name without a value can become a variable of the template', () => {
  const { problems, form } = derive({
    route: 'GET /{{id}}/{{unknown}}',
    parameters: [{ name: 'unknown', value: '1' }],
  });
  const fix = problems[0]?.fix;
  expect(fix && applyFixTo(form, fix).route).toBe('GET /{{id}}/{unknown}');
});

test('a form without references is used as it is, and lists with them are read once', () => {
  const plain = derive({ route: 'GET /a', layers: [{ options: '{}' }] });
  expect(plain.route).toBeUndefined();
  const state = derive({ route: 'GET /a', headers: [{ name: 'a', value: '{{id}}' }] });
  const next = reduceBuilder(state, { type: 'text', field: 'route', value: 'GET /ab' });
  expect(next.form.headers).toBe(state.form.headers);
  expect(next.request?.headers['a']).toBe('7');
});

test('lists the names without a value, each once', () => {
  const form: Form = {
    ...EMPTY_FORM,
    route: 'GET /{{x}}/{{id}}/{a}',
    baseUrl: '{{y}}{{x}}',
    variables: [
      { name: 'a', value: '{{z}}', kind: 'text' },
      { name: 'b', value: '{{not}}', kind: 'text' },
    ],
  };
  expect(listMissing(form, ['a'], VARIABLES)).toEqual(['x', 'y', 'z']);
});
