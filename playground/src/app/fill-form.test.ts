import { expect, test } from 'vitest';
import { githubCatalogue } from '../features/catalogue/github.js';
import type { Operation, Parameter } from '../features/catalogue/catalogue.js';
import { deriveState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM } from '../features/request-builder/model/form.js';
import { fillFormFromOperation } from './fill-form.js';

const PETS = { title: 'Pets', baseUrl: 'https://pets.example', operations: [] };
const parameter = (name: string, change: Partial<Parameter> = {}): Parameter => ({
  name,
  place: 'query',
  required: false,
  type: 'string',
  description: '',
  notation: '',
  ...change,
});
const operation = (path: string, ...parameters: Parameter[]): Operation => ({
  method: 'POST',
  path,
  summary: '',
  parameters,
});

test('every route of GitHub becomes a form that builds, once its path has values', async () => {
  const catalogue = await githubCatalogue();
  expect(catalogue.operations.length).toBeGreaterThan(1000);
  const problems = catalogue.operations.flatMap((route) => {
    const form = fillFormFromOperation(route, catalogue, EMPTY_FORM);
    const variables = form.variables.map((variable) => ({ ...variable, value: '1' }));
    const state = deriveState({ ...form, variables });
    return state.problems.map(({ field, message }) => `${form.route} ${field}: ${message}`);
  });
  expect(problems).toEqual([]);
});

test.each<[name: string, operation: Operation, route: string, rows: string[]]>([
  [
    'query in the template',
    operation('/a/{b}', parameter('b', { place: 'path' }), parameter('c'), parameter('d', { notation: '*' })),
    'POST /a/{b}{?c,d*}',
    [],
  ],
  ['several segments', operation('/a/{b}', parameter('b', { place: 'path', notation: '+' })), 'POST /a/{+b}', []],
  ['a path with a query', operation('/a?x=1', parameter('c')), 'POST /a?x=1{&c}', []],
  ['a name that no template can hold', operation('/a', parameter('c d')), 'POST /a', ['query c d']],
  [
    'one name in path and query',
    operation('/a/{b}', parameter('b', { place: 'path' }), parameter('b')),
    'POST /a/{b}',
    ['query b'],
  ],
  [
    'a body with names of options',
    operation('/a', parameter('url', { place: 'body' }), parameter('c', { place: 'body' })),
    'POST /a',
    ['body url', 'auto c'],
  ],
  ['a whole body', operation('/a', parameter('data', { place: 'data' })), 'POST /a', ['auto data']],
])('fills the form of an operation: %s', (_, described, route, rows) => {
  const form = fillFormFromOperation(described, PETS, EMPTY_FORM);
  expect(form).toMatchObject({ route, vendor: '', baseUrl: 'https://pets.example' });
  expect(form.parameters.map(({ place, name }) => `${place} ${name}`)).toEqual(rows);
});

test('keeps values and headers under their names', () => {
  const before = {
    ...EMPTY_FORM,
    variables: [{ name: 'owner', value: 'mona', kind: 'text' as const }],
    headers: [{ id: 4, name: 'X-Trace', value: '1' }],
  };
  const described = operation(
    '/{owner}',
    parameter('owner', { place: 'path' }),
    parameter('x-trace', { place: 'header', required: true }),
    parameter('x-key', { place: 'header', required: true }),
    parameter('x-other', { place: 'header' }),
  );
  const form = fillFormFromOperation(described, PETS, before);
  expect(form.variables).toEqual(before.variables);
  expect(form.headers).toEqual([...before.headers, { id: 5, name: 'x-key', value: '' }]);
});
