/**
 * The declarations in users' compilers: their cost, their error messages, and an editor's completions. `npm test` runs one compiler,
 * `npm run test:full` all of them and an editor.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiDocument, writeCatalogue } from 'endpoint.js/openapi';
import ts from 'typescript59';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { createApiDocument, writeCalls } from '../../dev/testing/generated-api.mjs';
import { runCommand } from '../test/cli-io.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
type Compiler = '@typescript/native' | 'typescript' | 'typescript59';
const COMPILERS: readonly Compiler[] = sample(['@typescript/native', 'typescript', 'typescript59']);

/** Calls through a catalogue. */
const CALLS = 400;
const folder = mkdtempSync(join(tmpdir(), 'endpoint.js-types-'));
const { resolve } = createRequire(import.meta.url);

interface Compilation {
  /** The error message of each line. */
  readonly errors: ReadonlyMap<number, string>;
  readonly instantiations: number;
}

async function run(compiler: Compiler, ...args: string[]): Promise<string> {
  const tsc = join(resolve(`${compiler}/package.json`), '../bin/tsc');
  return new Promise((settle) => {
    // A compiler exits with an error when it finds mistakes, which the tests expect.
    execFile(process.execPath, [tsc, '--pretty', 'false', ...args], { maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      settle(stdout + stderr),
    );
  });
}

const OPTIONS = {
  target: 'es2022',
  lib: ['es2022'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  strict: true,
  noEmit: true,
};

/** Compiles code after an import of the package; lines are numbered from the code's first. */
async function compile(compiler: Compiler, name: string, code: string): Promise<Compilation> {
  const project = join(folder, `${name}-${compiler.replace('/', '-')}`);
  mkdirSync(project);
  const head = `import { createEndpoint, endpoint, type EndpointOptions } from '../declarations/lib/index.js';\n`;
  writeFileSync(
    join(project, 'code.ts'),
    `${head}${code}\nexport { createEndpoint, endpoint, type EndpointOptions };\n`,
  );
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['code.ts'] }));
  const output = await run(compiler, '--extendedDiagnostics', '-p', project);
  const errors = new Map<number, string>();
  // An error outside of the code, such as a mistake in the declarations, fails the test.
  for (const [, line, message = ''] of output.matchAll(/^(?:\S*code\.ts\((\d+),\d+\): )?error (.*(?:\n .*)*)/gm)) {
    if (line === undefined) throw new Error(output);
    errors.set(Number(line) - 1, message);
  }
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]);
  if (!(instantiations > 0) || /^(?!\S*code\.ts)\S+\.ts\(\d+/m.test(output)) throw new Error(output);
  return { errors, instantiations };
}

beforeAll(async () => {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        rootDir: ROOT,
        outDir: join(folder, 'declarations'),
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
      },
      files: ['globals.d.ts', 'index.ts', 'send.ts'].map((file) => join(ROOT, 'lib', file)),
    }),
  );
  const errors = await run('@typescript/native', '-p', config);
  if (errors !== '') throw new Error(errors);
});

afterAll(() => rmSync(folder, { recursive: true }));

const METHODS = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'HEAD'];

/** Every kind of route in turn, without common names. */
function writeRouteCall(index: number): string {
  const [a, b, c, d] = ['owner', 'repo', 'number', 'head'].map((name) => name + index);
  const kinds: [url: string, ...required: (string | undefined)[]][] = [
    [`/v${index}/repos/{${a}}/{${b}}`, a, b],
    [`/v${index}/repos/{${a}}/{${b}}/issues/{${c}}{?page${index},per_page,labels*}`, a, b, c],
    [`/v${index}/repos/:${a}/:${b}/pulls/:${c}`, a, b, c],
    [`/v${index}/orgs/{${a}}/teams{?q${index},sort:3}{&page}`, a],
    [`/v${index}/files/{+${a}}{/rest${index}*}{.format}`, a],
    [`/v${index}/user`],
    [`https://user:secret@host${index}.example:8443/api/:${a}/{${b}}{#${c}}`, a, b],
    [`/v${index}/{${a},${b}}/{${c}:3}/x?fixed=1&x={x${index}}`, a, b, c],
    [`/v${index}/repos/:${a}/:${b}/compare/:${c}...:${d}{?page}`, a, b, c, d],
    [`/v${index}/projects/{${a}}:cancel{;matrix${index},params*}`, a],
  ];
  const [url, ...required] = kinds[index % kinds.length] ?? [''];
  const options = required.length === 0 ? '' : `, { ${required.map((name) => `${name}: 'x'`).join(', ')} }`;
  return `export const r${index} = endpoint('${METHODS[index % METHODS.length]} ${url}'${options});`;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const chain = (length: number, builder = 'endpoint'): string =>
  `export const api = ${builder}${lines(length, (index) => `.defaults({ name${index}: ${index} })`)};\n` +
  `api('GET /{name0}/{name${length - 1}}');\napi('GET /{another}');`;

const CATALOGUE = [
  `'GET /search': { query: { q: string } }`,
  `'PATCH /hook': { body: { url: string } }`,
  `'GET /a/{b}/{c}': { path: { b: number; c: string } }`,
  `'PUT /a/{b}/{c}': { path: { b: number; c: string } }`,
  `'GET /a/{b}/files/{+path}': { path: { b: number; path: string } }`,
  `'GET /pets/{id}': { path: { id: number }; query?: { tags?: string[] } }`,
  `'GET /ids{?ids}': { query?: { ids?: string[] } }`,
  `'POST /either': { body: { x: 1 } | { y: 2 } }`,
];

/** Routes that miss one of the catalogue narrowly, with those that they mean. */
const hints: [route: string, ...meant: string[]][] = [
  ['GET /a/{b}/files/{path}', 'GET /a/{b}/files/{+path}'],
  ['POST /a/{b}/files/{+path}', 'GET /a/{b}/files/{+path}'],
  ['GET /a/{x}/{c}', 'GET /a/{b}/{c}'],
  ['GET /a/:b/:c', 'GET /a/{b}/{c}'],
  ['get /search', 'GET /search'],
  ['/search', 'GET /search'],
  ['GET /search/', 'GET /search'],
  ['GET /pets/{pet}', 'GET /pets/{id}'],
  ['GET /pets/{id}{?tags*}', 'GET /pets/{id}'],
  ['GET /pest/{id}{?tags}', 'GET /pets/{id}'],
  ['GET /ids', 'GET /ids{?ids}'],
  ['GET /ids{?ids*}', 'GET /ids{?ids}'],
  ['GET /serch', 'GET /search'],
  ['GET /a/{b}/fils/{+path}', 'GET /a/{b}/files/{+path}'],
  ['DELETE /a/{b}/{c}', 'GET /a/{b}/{c}', 'PUT /a/{b}/{c}'],
];

/** The first line of the message about a route. */
const notParameter = (route: string, ...types: string[]): string =>
  `TS2345: Argument of type '"${route}"' is not assignable to parameter of type '${types.map((type) => `"${type}"`).join(' | ')}'.`;

describe.each(COMPILERS)('%s', (compiler) => {
  test('a route costs at most 250 instantiations', async () => {
    const { errors, instantiations } = await compile(compiler, 'thousand-routes', lines(1000, writeRouteCall));
    expect(errors).toStrictEqual(new Map());
    expect(instantiations / 1000).toBeLessThanOrEqual(250);
  });

  test('a call through a catalogue costs at most 500 instantiations', async () => {
    const routes = writeCatalogue(new ApiDocument(createApiDocument(CALLS))).replace('export interface', 'interface');
    const code = ['const api = createEndpoint<Routes>();', ...writeCalls(CALLS), routes].join('\n');
    const { errors, instantiations } = await compile(compiler, 'calls', code);
    expect(errors).toStrictEqual(new Map());
    expect(instantiations / CALLS).toBeLessThanOrEqual(500);
  });

  test('400 chained defaults cost at most 250 instantiations each', async () => {
    const { errors, instantiations } = await compile(compiler, 'chained-defaults', chain(400));
    // The parameters of all of them are optional, and no others.
    expect([...errors]).toStrictEqual([[402, expect.stringContaining('MissingParameters<"another">')]]);
    expect(instantiations / 400).toBeLessThanOrEqual(250);
  });

  test('400 chained defaults of a catalogue compile', async () => {
    const routes = `{ 'GET /{name0}/{name399}': { path: { name0: 1; name399: 2 } }; 'GET /{another}': { path: { another: 1 } } }`;
    const { errors } = await compile(compiler, 'chained-catalogue', chain(400, `createEndpoint<${routes}>()`));
    expect([...errors]).toStrictEqual([[402, notParameter('GET /{another}', 'another: is missing; pass it')]]);
  });

  test('error messages name the mistake', async () => {
    const cases: [code: string, ...phrases: string[]][] = [
      [`endpoint('GET /orgs/{org}/repos');`, `MissingParameters<"org">`],
      [`endpoint('GET /orgs/:org', {});`, `Property 'org' is missing`],
      [`endpoint('GET /repos/{owner}/{repo}', { owner: 'x' });`, `Property 'repo' is missing`],
      [`endpoint('GET /repos/{owner}/{repo}', {});`, `owner, repo`],
      [`endpoint('GET /orgs/{org}', { orgg: 'x' });`, `Property 'org' is missing`],
      [`endpoint({ method: 'PUT', url: '/orgs/{org}' });`, `Property 'org' is missing`],
      [`endpoint.merge('GET /orgs/{org}');`, `MissingParameters<"org">`],
      [`endpoint.defaults({ repo: 'x' })('GET /repos/{owner}/{repo}');`, `MissingParameters<"owner">`],
      [`endpoint('GET /orgs/{org}', { org: null });`, `'null' is not assignable to type 'ParameterValue'`],
      [`endpoint('FETCH /orgs');`, `a method instead of FETCH`],
      [`endpoint('GET /orgs', { method: 'POST' });`, `'"POST"' is not assignable to type '"GET"`],
      [`api('GET /search');`, notParameter('GET /search', 'q: is missing; pass it')],
      [`api.merge('GET /search');`, notParameter('GET /search', 'q: is missing; pass it')],
      [`api('GET /a/{b}/{c}');`, notParameter('GET /a/{b}/{c}', 'b: is missing; pass it', 'c: is missing; pass it')],
      [`api('GET /a/{b}/{c}', {});`, `Argument of type '{}'`, `: b, c`],
      [`api('POST /either');`, notParameter('POST /either', 'x: is missing; pass it', 'y: is missing; pass it')],
      [`api.defaults({ b: 1 })('GET /a/{b}/{c}');`, notParameter('GET /a/{b}/{c}', 'c: is missing; pass it')],
      [`api('GET /search', {});`, `Property 'q' is missing`],
      [`api('GET /search', { q: 'x', pag: 1 });`, `'pag' does not exist`],
      [`api('GET /search', { q: 1 });`, `'number' is not assignable to type 'string'`],
      [`api('GET /unknown');`, `"GET /unknown"`, `"GET /search"`],
      ...hints.map(([route, ...meant]): [string, string] => [
        `api('${route}', {});`,
        notParameter(route, ...meant.map((one) => `Did you mean '${one}'?`)),
      ]),
      [`api('GET /a/{b}/{d}');`, notParameter('GET /a/{b}/{d}', `Did you mean 'GET /a/{b}/{c}'?`)],
      [`api('PATCH /hook');`, notParameter('PATCH /hook', 'in.body.url: is missing; pass it')],
      [`api('PATCH /hook', {});`, `Property '"in.body.url"' is missing`],
    ];
    const api = `const api = createEndpoint<{ ${CATALOGUE.join('; ')} }>();`;
    const { errors } = await compile(compiler, 'mistakes', [api, ...cases.map(([code]) => code)].join('\n'));
    expect([...errors.keys()]).toStrictEqual(cases.map((_, index) => index + 2));
    const found = cases.map(([code, ...phrases], index) => {
      const message = errors.get(index + 2) ?? '';
      return [code, ...phrases.filter((phrase) => message.includes(phrase))];
    });
    expect(found).toStrictEqual(cases);
    expect([...errors.values()].join('\n')).not.toContain('No overload matches');
  });
});

/** The API of the guide's catalogue. */
function createGuideDocument(): object {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const response = (schema: object) => ({ description: '', ...json(schema) });
  const text = { type: 'string' };
  const texts = { type: 'array', items: text };
  const query = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });
  const problem = response({ $ref: '#/components/schemas/Problem' });
  const search = [query('q', text, true), query('sort', { enum: ['stars', 'updated'] })];
  const found = { properties: { items: texts }, required: ['items'] };
  const hook = { properties: { url: text }, required: ['url'] };
  const owner = { name: 'owner', in: 'path', required: true, schema: text };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/search': { get: { parameters: search, responses: { 200: response(found), 422: problem } } },
      '/app/hook/config': { patch: { requestBody: { required: true, ...json(hook) } } },
      '/repos/{owner}/topics': { put: { parameters: [owner], requestBody: { required: true, ...json(texts) } } },
      '/books': {
        get: {
          parameters: [query('page', { type: 'integer' }), query('tag', texts)],
          responses: { 200: response(texts), default: problem },
        },
      },
    },
    components: { schemas: { Problem: { properties: { message: text }, required: ['message'] } } },
  };
}

test.each(['written', 'generated'])('the code of the guide compiles with a %s catalogue', async (catalogue) => {
  const guide = readFileSync(join(ROOT, 'docs/guides/types.md'), 'utf8');
  const { stdout } = await runCommand(['types', '-'], JSON.stringify(createGuideDocument()));
  const code = [...guide.matchAll(/^```ts\n([^]*?)^```$/gm)]
    .map(([, block = '']) => block.replace(/^import [^;]*;$/gm, ''))
    .join('\n')
    .replace(/^interface Problem \{[^]*?^interface Routes \{[^]*?^\}$/m, (written) =>
      catalogue === 'generated' ? stdout : written,
    );
  expect(code.includes(stdout)).toBe(catalogue === 'generated');
  expect(code.match(/@ts-expect-error/g)?.length).toBeGreaterThan(4);
  const head = `
import type { CatalogueArguments, CatalogueOptions, ErrorOf, ResponseOf } from '../declarations/lib/index.js';
import { send } from '../declarations/lib/send.js';
`;
  expect((await compile('@typescript/native', `guide-${catalogue}`, head + code)).errors).toStrictEqual(new Map());
});

describe.each(sample(['an editor'], 0))('%s', () => {
  /** The completions at `¦`. */
  function completions(code: string): string[] {
    const file = join(folder, 'editor.ts');
    const text = `import { createEndpoint, endpoint } from './declarations/lib/index.js';
const api = createEndpoint<{ 'GET /search': { query: { q: string; page?: number } }; 'POST /x': { body: { kind: 'a' | 'b' } } }>();
${code}`;
    const service = ts.createLanguageService({
      getCompilationSettings: () => ({
        strict: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: [],
      }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const content = name === file ? text.replace('¦', '') : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => ts.sys.fileExists(name),
      readFile: (name) => ts.sys.readFile(name),
    });
    const found = service.getCompletionsAtPosition(file, text.indexOf('¦'), {})?.entries ?? [];
    return found.map(({ name }) => name);
  }

  test.each<[title: string, code: string, expected: string[]]>([
    ['routes of a catalogue', `api('¦');`, ['GET /search', 'POST /x']],
    ['routes of a catalogue, before options', `api('¦', {});`, ['GET /search', 'POST /x']],
    ['parameters of a catalogue', `api('GET /search', { ¦ });`, ['q', 'page', 'headers']],
    ['values of a catalogue', `api('POST /x', { kind: '¦' });`, ['a', 'b']],
    [
      'parameters of any route',
      `endpoint('GET /repos/{owner}/{repo}{?page}', { ¦ });`,
      ['owner', 'repo', 'page', 'mediaType'],
    ],
    ['missing parameters', `endpoint('GET /repos/{owner}/:repo', { owner: 'x', ¦ });`, ['repo']],
  ])('proposes %s', (_, code, expected) => {
    expect(completions(code)).toEqual(expect.arrayContaining(expected));
  });
});
