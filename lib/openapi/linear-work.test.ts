/**
 * No document, however its references are chained, makes `types` or the readers of schemas slow: four times the schemas take about four
 * times the work.
 */
import { sample } from '../../dev/testing/full.js';
import { countSteps } from '../../dev/testing/count-steps.js';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../test/cli-io.js';
import { ApiDocument, createExample, describeSchema, listMembers, readApi, summarizeType } from './index.js';

const CLI = new URL('../', import.meta.url);
/** Quadratic work is 16 times as much. */
const LIMIT = 6;
/** Steps for each schema: a constant that is too large is slow, too. */
const MAX_STEPS = 200_000;
/** Of references without an end, or with a far one, and of objects in objects. */
const EXPECTED_WARNING = /refers to itself|leads through more than 100 references|objects inside an object/;
const reference = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });
/** The schemas of the longer of two chains. */
const MOST = 500;
const several = (index: number): object[] => Array.from({ length: 20 }, () => reference(index));

type Chain = readonly [title: string, schema: (index: number, length: number) => object];

/** Schemas by their place in the chain; the one after the last is text. */
const CHAINS: readonly Chain[] = [
  ['references', (index) => reference(index + 1)],
  ['properties', (index) => ({ properties: { next: reference(index + 1) } })],
  ['pointers through references', (index) => ({ a: { $ref: `#/components/schemas/S${Math.min(index + 1, 90)}/a` } })],
  ...['allOf', 'oneOf'].flatMap((keyword): Chain[] => [
    [`${keyword} of one schema`, (index) => ({ [keyword]: [reference(index + 1)] })],
    [`${keyword} of one schema, several times`, (index) => ({ [keyword]: several(index + 1) })],
    [`${keyword} of itself, several times`, (index) => ({ [keyword]: several(index) })],
    [`${keyword} of several schemas`, (index) => ({ [keyword]: [1, 2, 3, 4, 5].map((step) => reference(index + step)) })],
    [`${keyword} of schemas in a circle`, (index, length) => ({ [keyword]: [1, 2, 3].map((step) => reference((index + step) % length)) })],
    [`${keyword} of a schema that has all others`, (index, length) => index === 0 ? { [keyword]: Array.from({ length }, (_, other) => reference(other)) } : { required: ['a'], [keyword]: [reference(0), reference(index + 1)] }],
    [`${keyword} with members that are alike`, (index) => ({ required: [`a${index + 1}`], properties: { [`a${index}`]: { readOnly: true, ...reference(index) } }, [keyword]: several(index + 1) })],
    [`${keyword} of lists`, (index) => ({ [keyword]: [{ items: reference(index) }, { items: { items: reference(index + 1) } }, { items: { [keyword]: several(index + 1) } }] })],
  ]),
  ['a choice of every keyword', (index, length) => ({ allOf: several(index + 1), oneOf: several(index), anyOf: [reference((index + 7) % length), { type: 'null' }] })],
  ['members that have all members', (index, length) => index === 0 ? { properties: Object.fromEntries(Array.from({ length }, (_, other) => [`p${other}`, reference(0)])) } : {}],
  ['members of a schema with all members', (index, length) => index === 0 ? { properties: Object.fromEntries(Array.from({ length }, (_, other) => [`p${other}`, reference(other)])) } : { allOf: [reference(0)] }],
]; // prettier-ignore

/** A document whose schemas refer to one another, and a request and parameters that use them. */
function chained(length: number, schema: Chain[1]): object {
  const chain = Array.from({ length }, (_, index): [string, object] => [`S${index}`, schema(index, length)]);
  const ends = Array.from({ length: 5 }, (_, index): [string, object] => [
    `S${length + index}`,
    { type: 'string', enum: [`${index}`] },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        post: {
          parameters: [{ name: 'a', in: 'query', schema: reference(0) }],
          requestBody: { content: { 'application/json': { schema: reference(0) } } },
        },
      },
    },
    components: { schemas: Object.fromEntries([...chain, ...ends]) },
  };
}

/** Reads a schema as the playground does. */
function readSchema(document: ApiDocument, value: unknown): void {
  const schema = document.locate(value);
  describeSchema(document, schema);
  summarizeType(document, schema);
  createExample(document, schema, { members: 'required' });
  createExample(document, schema, { members: 'all' });
}

/** Reads all schemas, and the members of a request. */
function readAll(root: object): void {
  const document = new ApiDocument(root);
  const { operations } = readApi(document);
  const body = operations[0]?.body?.schema;
  if (!body) throw new Error('There is no body.');
  for (const { schema } of listMembers(document, body)) readSchema(document, schema.value);
  const { components } = root as { readonly components: { readonly schemas: object } };
  for (const value of Object.values(components.schemas)) readSchema(document, value);
}

async function expectLinear(run: (length: number) => unknown): Promise<void> {
  const steps = (length: number): Promise<number> => countSteps(CLI, () => run(length));
  const [few, many] = [await steps(MOST / 4), await steps(MOST)];
  expect(many / few).toBeLessThan(LIMIT);
  expect(many / MOST).toBeLessThan(MAX_STEPS);
}

describe.each(sample(CHAINS, 6))('%s', (_, schema) => {
  test('are written as types', () =>
    expectLinear(async (length) => {
      const document = JSON.stringify(chained(length, schema));
      const { code, stderr } = await runCommand(['types', '-'], document);
      const warnings = stderr.split('\n').filter((line) => line !== '' && !EXPECTED_WARNING.test(line));
      expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
    }));

  test('are described', () => expectLinear((length) => readAll(chained(length, schema))));
});

describe('pointers that fork at each reference', () => {
  /** Each pointer is followed through two references, which are followed through two others. */
  function fork(length: number): object {
    const p: object[] = [];
    let x: object = { type: 'string' };
    for (let index = 0; index < length; index++) {
      p[index] = { $ref: `#/p/${index + 1}/a/b` };
      x = { a: { $ref: `#/p/${index + 1}/a/b` }, b: x };
    }
    p[length] = { a: { b: x } };
    return { ...chained(1, () => ({ $ref: '#/p/0/a/b' })), p };
  }

  test.each([40, 80])('%i times', (length) => {
    const document = new ApiDocument(fork(length));
    const [operation] = readApi(document).operations;
    expect(operation?.parameters.map(({ schema }) => summarizeType(document, schema))).toEqual(['string']);
    expect(document.warnings).toEqual([]);
  });
});
