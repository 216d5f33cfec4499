/**
 * What a catalogue's types allow can be sent: for each kind of schema, in each location, version and style, the compiler accepts the values
 * that can be sent and rejects the others. What is sent of them is in style-table.test.ts and lib/tools/documents.test.ts.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiDocument, writeCatalogue } from './index.js';

const FOLDER = fileURLToPath(new URL('../../.cache/sent-types/', import.meta.url));
const VERSIONS = ['2.0', '3.0.3', '3.1.0'] as const;
type Version = (typeof VERSIONS)[number];

interface Kind {
  readonly schema: object;
  readonly sent: readonly unknown[];
  readonly rejected: readonly unknown[];
  /** All by default. */
  readonly versions?: readonly Version[];
}

const text = { type: 'string' };
const range = { type: 'object', properties: { from: text, to: { type: 'integer' } } };
const V3: readonly Version[] = ['3.0.3', '3.1.0'];

/** Schemas of one value, in a path or a query. */
const VALUES: Readonly<Record<string, Kind>> = {
  text: { schema: text, sent: ['x y/ü'], rejected: [1, null] },
  integer: { schema: { type: 'integer' }, sent: [0, 7], rejected: ['7', null] },
  long: { schema: { type: 'integer', format: 'int64' }, sent: [7, '1917043659912705296'], rejected: [true, null] },
  longReference: { schema: { $ref: '#/components/schemas/Long' }, sent: ['1917043659912705296'], rejected: [true, null], versions: V3 },
  listOfLong: { schema: { type: 'array', items: { type: 'integer', format: 'int64' } }, sent: [['1917043659912705296', 7]], rejected: [[true], null] },
  boolean: { schema: { type: 'boolean' }, sent: [false], rejected: ['false', null] },
  enumeration: { schema: { type: 'string', enum: ['a', 'b'] }, sent: ['b'], rejected: ['c', null] },
  enumWithNull: { schema: { enum: ['a', null] }, sent: ['a'], rejected: [null], versions: V3 },
  constant: { schema: { const: 'a' }, sent: ['a'], rejected: ['b', null], versions: ['3.1.0'] },
  nullable: { schema: { type: 'string', nullable: true }, sent: ['x'], rejected: [null, 1], versions: ['3.0.3'] },
  typeNull: { schema: { type: ['integer', 'null'] }, sent: [1], rejected: [null, 'x'], versions: ['3.1.0'] },
  oneOfNull: { schema: { oneOf: [text, { type: 'null' }] }, sent: ['x'], rejected: [null, 1], versions: ['3.1.0'] },
  nullableReference: { schema: { $ref: '#/components/schemas/Nullable' }, sent: ['x'], rejected: [null], versions: V3 },
  nullReference: { schema: { anyOf: [{ $ref: '#/components/schemas/Null' }, { type: 'integer' }] }, sent: [1], rejected: [null, 'x'], versions: ['3.1.0'] },
  oneOf: { schema: { oneOf: [text, { type: 'integer' }] }, sent: ['x', 1], rejected: [true, null], versions: V3 },
  allOf: { schema: { allOf: [text, { maxLength: 3 }] }, sent: ['x'], rejected: [1, null], versions: V3 },
  list: { schema: { type: 'array', items: text }, sent: [['a', 'b c']], rejected: [[1], null] },
  listOfNullable: { schema: { type: 'array', items: { type: ['string', 'null'] } }, sent: [['a']], rejected: [[null]], versions: ['3.1.0'] },
}; // prettier-ignore

interface Call {
  readonly route: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isSent: boolean;
}

const LISTS = ['repeat', 'comma'] as const;
type Lists = (typeof LISTS)[number];

interface Scenario {
  readonly name: string;
  /** The builder's style of lists. */
  readonly arrays: Lists;
  readonly document: object;
  readonly calls: readonly Call[];
}

function createScenario(version: Version, lists: Lists, arrays: Lists): Scenario {
  const kinds = Object.entries(VALUES).filter(([, { versions = VERSIONS }]) => versions.includes(version));
  const isSwagger = version === '2.0';
  const style = isSwagger
    ? { collectionFormat: lists === 'repeat' ? 'multi' : 'csv' }
    : { explode: lists === 'repeat' };
  const paths: Record<string, object> = {};
  const calls: Call[] = [];
  const add = (path: string, parameter: object, sent: readonly unknown[], rejected: readonly unknown[]): void => {
    paths[path] = { get: { parameters: [parameter] } };
    const isNamed = lists !== arrays && /^\/list.*\/query$/.test(path);
    const expression = isNamed ? `{?v${lists === 'repeat' ? '*' : ''}}` : '';
    const route = `GET ${path}${expression}`;
    calls.push(
      ...sent.map((v) => ({ route, options: { v }, isSent: true })),
      ...rejected.map((v) => ({ route, options: { v }, isSent: false })),
    );
  };
  for (const [name, { schema, sent, rejected }] of kinds) {
    const described = isSwagger ? schema : { schema };
    add(`/${name}/path/{v}`, { name: 'v', in: 'path', required: true, ...described }, sent, rejected);
    add(`/${name}/query`, { name: 'v', in: 'query', ...described, ...style }, sent, rejected);
  }
  if (!isSwagger) {
    const deep = { name: 'v', in: 'query', style: 'deepObject', explode: true, schema: range };
    add('/deep', deep, [{ from: 'a', to: 1 }], [{ from: 1 }, { other: 1 }]);
    paths['/spread'] = { get: { parameters: [{ name: 'v', in: 'query', explode: true, schema: range }] } };
    calls.push({ route: 'GET /spread', options: { from: 'a', to: 1 }, isSent: true });
    calls.push({ route: 'GET /spread', options: { v: { from: 'a', to: 1 } }, isSent: false });
  }
  const schemas = {
    Nullable: { type: 'string', nullable: true, enum: ['x', null] },
    Null: { type: 'null' },
    Long: { type: 'integer', format: 'int64' },
  };
  const head = isSwagger ? { swagger: version } : { openapi: version, components: { schemas } };
  const name = `v${version.replaceAll('.', '')}${lists}-${arrays}`;
  return { name, arrays, document: { ...head, info: { title: name }, paths }, calls };
}

const scenarios = VERSIONS.flatMap((version) =>
  LISTS.flatMap((lists) => LISTS.map((arrays) => createScenario(version, lists, arrays))),
);

async function compile(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(resolve('@typescript/native/package.json'), '../bin/tsc');
  return new Promise((settle) => {
    // The compiler's exit code is that of its errors, which are in the output.
    execFile(process.execPath, [tsc, '--pretty', 'false', '-p', FOLDER], (_, stdout, stderr) =>
      settle(stdout + stderr),
    );
  });
}

let output: string;
const warnings: string[] = [];

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, arrays, document, calls } of scenarios) {
    const parsed = new ApiDocument(document);
    writeFileSync(`${FOLDER}${name}.d.ts`, writeCatalogue(parsed, 'Routes', arrays));
    warnings.push(...parsed.warnings);
    const lines = calls.map(({ route, options, isSent }) => {
      const expected = isSent ? '' : '// @ts-expect-error -- it can not be sent\n';
      return `${expected}api(${JSON.stringify(route)}, ${JSON.stringify(options)});`;
    });
    const head = `import { createEndpoint } from 'endpoint.js';\nimport type { Routes } from './${name}.js';\nconst api = createEndpoint<Routes>();`;
    writeFileSync(`${FOLDER}${name}-calls.ts`, [head, ...lines].join('\n'));
  }
  const compilerOptions = { types: [], skipLibCheck: false, rootDir: '../..' };
  writeFileSync(
    `${FOLDER}tsconfig.json`,
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['.', '../../lib/globals.d.ts'] }),
  );
  output = await compile();
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

test('nothing is left out', () => expect(warnings).toStrictEqual([]));

test('the compiler accepts all values that can be sent, and no others', () => expect(output).toBe(''));
