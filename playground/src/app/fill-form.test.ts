import { expect, test } from 'vitest';
import { sample } from '../../../dev/testing/full.js';
import type { Operation, Parameter } from '../features/catalogue/catalogue.js';
import githubJson from '../features/catalogue/github-catalogue.json';
import { PLAIN_OPERATION, PLAIN_PARAMETER, unpackOperation, type PackedCatalogue } from '../features/catalogue/pack.js';
import { deriveState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM } from '../features/request-builder/model/form.js';
import { fillBody, fillFormFromOperation } from './fill-form.js';

const SERVERS = [{ url: 'https://pets.example', description: '', variables: [] }];
const parameter = (name: string, change: Partial<Parameter> = {}): Parameter => ({
  ...PLAIN_PARAMETER,
  name,
  type: 'string',
  ...change,
});
const inBody = (name: string, change: Partial<Parameter> = {}): Parameter =>
  parameter(name, { place: 'body', ...change });
const inRoute = (name: string): Parameter => parameter(name, { inRoute: true });
const operation = (path: string, ...parameters: Parameter[]): Operation => ({
  ...PLAIN_OPERATION,
  method: 'POST',
  path,
  route: `POST ${path}`,
  parameters,
  servers: SERVERS,
});
const json: Operation['body'] = { mediaType: 'application/json', kind: 'members', required: true };

test.each(sample(['all', 'required'] as const))(
  'every route of GitHub builds, with values in its path and %s members',
  (members) => {
    const packed = githubJson as unknown as PackedCatalogue;
    const operations = packed.operations.flatMap((_, index) => unpackOperation(packed, index) ?? []);
    expect(operations.length).toBeGreaterThan(1000);
    const problems = operations.flatMap((route) => {
      const form = fillBody(route, fillFormFromOperation(route, EMPTY_FORM), members);
      const names = new Set(route.parameters.filter((each) => each.inRoute).map((each) => each.name));
      const parameters = form.parameters.map((row) =>
        names.has(row.name) ? Object.assign({}, row, { value: '1' }) : row,
      );
      const state = deriveState({ ...form, parameters });
      return state.problems.map(({ field, message }) => `${form.route} ${field}: ${message}`);
    });
    expect(problems).toEqual([]);
  },
);

test.each<[name: string, operation: Operation, route: string, rows: string[]]>([
  [
    'parameters that the route names, and others',
    operation('/a/{b}{?d*}', inRoute('b'), parameter('c'), inRoute('d')),
    'POST /a/{b}{?d*}',
    ['auto b', 'auto d', 'query c'],
  ],
  [
    'a body with names of options',
    operation('/a', parameter('url', { place: 'body' }), parameter('c', { place: 'body' })),
    'POST /a',
    ['body url', 'auto c'],
  ],
  ['a whole body', operation('/a', parameter('data', { place: 'data' })), 'POST /a', ['auto data']],
])('fills the form of an operation: %s', (_, described, route, rows) => {
  const form = fillFormFromOperation(described, EMPTY_FORM);
  expect(form).toMatchObject({ route, vendor: '', baseUrl: 'https://pets.example' });
  expect(form.parameters.map(({ place, name }) => `${place} ${name}`)).toEqual(rows);
});

test('keeps values and headers under their names', () => {
  const before = {
    ...EMPTY_FORM,
    parameters: [
      { id: 1, name: 'owner', value: 'mona', kind: 'text' as const, place: 'auto' as const },
      { id: 2, name: 'page', value: '2', kind: 'json' as const, place: 'auto' as const },
      { id: 9, name: 'sort', value: 'up', kind: 'text' as const, place: 'query' as const },
    ],
    headers: [{ id: 4, name: 'X-Trace', value: '1' }],
  };
  const described = operation(
    '/{owner}',
    parameter('owner', { place: 'path', inRoute: true }),
    parameter('page'),
    parameter('sort'),
    parameter('x-trace', { place: 'header', required: true }),
    parameter('x-key', { place: 'header', required: true }),
    parameter('x-other', { place: 'header' }),
  );
  const form = fillFormFromOperation(described, before);
  expect(form.parameters).toMatchObject([
    { name: 'owner', value: 'mona', kind: 'text' },
    { name: 'page', value: '2', kind: 'json' },
    { name: 'sort', value: 'up' },
  ]);
  expect(form.headers).toEqual([...before.headers, { id: 5, name: 'x-key', value: '' }]);
});

test.each<[title: string, body: Operation['body'], contentType: string | undefined, rows: number]>([
  ['JSON', json, undefined, 1],
  ['JSON of another type', { ...json, mediaType: 'application/merge-patch+json' }, 'application/merge-patch+json', 1],
  ['a form', { ...json, mediaType: 'application/x-www-form-urlencoded', kind: 'form' }, 'application/x-www-form-urlencoded', 1],
  ['files', { ...json, mediaType: 'multipart/form-data', kind: 'files' }, undefined, 0],
])('a body of %s', (_, body, contentType, rows) => {
  const before = { ...EMPTY_FORM, headers: [{ id: 1, name: 'Content-Type', value: 'text/plain' }] };
  const form = fillFormFromOperation({ ...operation('/a', inBody('b')), body }, before);
  expect(form.parameters).toHaveLength(rows);
  expect(form.headers.map(({ value }) => value)).toEqual(contentType === undefined ? [] : [contentType]);
}); // prettier-ignore

test('a header that allows one value has it', () => {
  const header = parameter('version', { place: 'header', required: true, closed: true, choices: ['2'] });
  expect(fillFormFromOperation(operation('/a', header), EMPTY_FORM).headers).toMatchObject([{ value: '2' }]);
});

test('the base URL of the form stays if it is that of one of the servers', () => {
  const second = { url: 'https://{region}.h', description: '', variables: [{ name: 'region', preset: 'eu', choices: [], description: '' }] };
  const described = { ...operation('/a'), servers: [...SERVERS, second] };
  const baseUrl = (before: string) => fillFormFromOperation(described, { ...EMPTY_FORM, baseUrl: before }).baseUrl;
  expect(baseUrl('https://eu.h')).toBe('https://eu.h');
  expect(baseUrl('https://us.h')).toBe('https://us.h');
  expect(baseUrl('https://us.other')).toBe('https://pets.example');
}); // prettier-ignore

const MEMBERS = [
  inBody('a', { required: true, example: 'A' }),
  inBody('b', { kind: 'json', example: '{}', fullExample: '{"c":1}' }),
  inBody('none'),
];

test.each<[members: 'required' | 'all', values: readonly string[]]>([
  ['required', ['a=A', 'b=', 'none=']],
  ['all', ['a=A', 'b={"c":1}', 'none=']],
])('fills %s members of a body', (members, values) => {
  const described = { ...operation('/x', ...MEMBERS), body: json };
  const form = fillBody(described, fillFormFromOperation(described, EMPTY_FORM), members);
  expect(form.parameters.map(({ name, value }) => `${name}=${value}`)).toEqual(values);
});

test('filling keeps what was typed, and adds rows', () => {
  const many = Array.from({ length: 20 }, (_, index) => inBody(`m${index}`, { example: 'x' }));
  const described = { ...operation('/x', ...many), body: json };
  const form = fillFormFromOperation(described, EMPTY_FORM);
  expect(form.parameters).toHaveLength(12);
  const typed = {
    ...form,
    parameters: form.parameters.map((row) => (row.name === 'm3' ? Object.assign({}, row, { value: 'typed' }) : row)),
  };
  const { parameters } = fillBody(described, typed, 'all');
  expect(parameters.map(({ value }) => value)).toEqual(many.map(({ name }) => (name === 'm3' ? 'typed' : 'x')));
  expect(new Set(parameters.map(({ id }) => id)).size).toBe(20);
});
