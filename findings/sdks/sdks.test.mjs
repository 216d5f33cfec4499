/** How the results are counted, and that the guide has what the programs recorded. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarked } from '../../dev/support/marked.mjs';
import { classify, count, describeReason } from './classify.mjs';
import { CONSUMERS, MAKERS } from './consumers.mjs';
import { DOCUMENTS } from './documents.mjs';
import { readResult } from './results.mjs';
import { PAGE, TABLES, writeTables } from './table.mjs';

const schema = { type: 'object', properties: { minimum: { type: 'integer', minimum: 1 } }, required: ['minimum'] };
const given = { name: 'a-b', description: 'c', inputSchema: schema };
const { name, description } = given;
const sent = { name, description };
const lost = { type: 'object', properties: { minimum: { type: 'integer' } } };

test.each([
  ['chat', [{ type: 'function', function: { ...sent, parameters: schema } }], []],
  ['responses', [{ type: 'function', ...sent, parameters: schema, strict: false }], []],
  ['Anthropic', [{ ...sent, input_schema: schema }], []],
  ['Google', [{ functionDeclarations: [{ ...sent, parametersJsonSchema: schema }] }], []],
  ['Google without a list', { functionDeclarations: [{ ...sent, parameters: schema }] }, []],
  ['Google (Python)', { functionDeclarations: [{ ...sent, parameters_json_schema: schema }] }, []],
  [
    'its keywords',
    { functionDeclarations: [{ ...sent, parameters: { ...schema, max_length: 1 } }] },
    ['adds `maxLength`'],
  ],
  ['MCP', [{ ...sent, inputSchema: schema }], []],
  ['no schema', [{ functionDeclarations: [sent] }], ['no schema']],
  ['renamed', [{ ...sent, name: 'a_b', input_schema: schema }], ['the name']],
  ['described', [{ ...sent, description: 'd', input_schema: schema }], ['the description']],
  ['members have names of keywords', [{ ...sent, input_schema: lost }], ['loses `minimum`', 'loses `required`']],
  ['added', [{ ...sent, input_schema: { ...schema, title: 'x' } }], ['adds `title`']],
  ['a value', [{ ...sent, input_schema: { ...schema, type: 'OBJECT' } }], ['other values of keywords']],
  ['order', [{ ...sent, input_schema: { required: ['minimum'], properties: schema.properties, type: 'object' } }], []],
])('%s', (_, tools, changes) => expect(classify(given, { sent: tools })).toStrictEqual({ changes }));

test.each([
  ['Unknown format: byte', 'Unknown format: byte'],
  [
    '2 errors\nproperties.a.const\n  Extra inputs are not permitted\nb.$id\n  Extra inputs are not permitted',
    'unknown `$id`, `const`',
  ],
  ['unknown format "x" ignored in schema at path "#/properties/a"', 'unknown format "x" ignored in schema at path …'],
  ['Unsupported {"a":"{b}"} here\nsecond line', 'Unsupported … here'],
  [
    '1 validation error for X\nparameters.a\n  Input should be a valid string [type=string_type, input_value=1]',
    'Input should be a valid string',
  ],
  ['empty in tool "a" at path "b.c". More', 'empty in tool … at path …'],
])('the reason %j', (error, reason) => expect(describeReason(error)).toBe(reason));

test('counts', () => {
  const seen = [{ accepted: /** @type {const} */ (true) }, { error: 'x' }, { sent: [{ ...sent, input_schema: lost }] }];
  expect(count([given, given, given], seen)).toStrictEqual({
    unchanged: 1,
    changed: 1,
    refused: 1,
    changes: { 'loses `minimum`': { tools: 1, example: 'a-b' }, 'loses `required`': { tools: 1, example: 'a-b' } },
    reasons: { x: { tools: 1, example: 'a-b' } },
  });
  expect(() => count([given], [])).toThrow('0 results of 1 tools');
});

describe.each(Object.keys(MAKERS))('the results of %s', (maker) => {
  const result = readResult(maker);
  const total = Object.values(result?.tools ?? {}).reduce((sum, tools) => sum + tools, 0);

  test('each document is named', () =>
    expect(Object.keys({ ...result?.tools, ...result?.missing }).sort()).toStrictEqual(Object.keys(DOCUMENTS).sort()));

  test('each consumer was run with each tool', () => {
    expect(Object.keys(result?.consumers ?? {}).sort()).toStrictEqual(Object.keys(CONSUMERS).sort());
    for (const [id, { versions, unchanged, changed, refused }] of Object.entries(result?.consumers ?? {})) {
      expect(versions).toHaveLength(CONSUMERS[id]?.packages.length ?? 0);
      expect(unchanged + changed + refused).toBe(total);
    }
  });
});

test('there are enough', () => {
  const { tools = {}, consumers = {} } = readResult('ours') ?? {};
  expect(Object.values(tools).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(2700);
  expect(Object.keys(consumers).length).toBeGreaterThanOrEqual(14);
});

test('the tables of the guide are those of the results', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(readMarked(page).map((table) => table.name)).toEqual(expect.arrayContaining(Object.keys(TABLES)));
  /** Without what the formatter aligns. @param {string} text */
  const unaligned = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  expect(unaligned(page)).toBe(unaligned(writeTables(page)));
});
