/** The bundles: they behave like the sources, which their build rewrites, and unused code is left out of them. */
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { createEndpoint, EndpointError, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { GITHUB_MIX } from '../dev/testing/github-routes.mjs';
import { OWN_PROPERTIES, PART_PROPERTIES } from './vite.config.js';

interface Api {
  createEndpoint: typeof createEndpoint;
  EndpointError: typeof EndpointError;
  toFetch: typeof toFetch;
}

let scriptTag: Api;
let modules: Api;
let explainBuilt: typeof createExplain;

async function buildFiles(mode?: string): Promise<Rolldown.RolldownOutput['output']> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const built = build({ configFile, ...(mode && { mode }), logLevel: 'error', build: { write: false } });
  const [{ output }] = (await built) as [Rolldown.RolldownOutput];
  return output;
}

const files = await buildFiles();

beforeAll(async () => {
  const output = await buildFiles('script-tag');
  // As in a page: the file defines a global variable.
  scriptTag = runInThisContext(`${output[0].code}\nendpointJs`) as Api;

  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-bundle-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const file of files) {
      mkdirSync(dirname(join(folder, file.fileName)), { recursive: true });
      writeFileSync(join(folder, file.fileName), file.type === 'chunk' ? file.code : file.source);
    }
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href) as Promise<unknown>;
    modules = { ...((await load('index.js')) as Api), ...((await load('fetch.js')) as Api) };
    explainBuilt = ((await load('explain.js')) as { createExplain: typeof createExplain }).createExplain;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The results of a builder, as JSON, or the error with its properties. */
function outcome(api: Api, settings: EndpointSettings, call: [string, EndpointOptions]): string {
  try {
    const builder = api.createEndpoint(settings);
    const request = builder(...call);
    const merged = builder.defaults({ d: 1 }).merge(...call);
    return JSON.stringify([request, merged, api.toFetch(request), builder.DEFAULTS, builder.parse(merged)]);
  } catch (error) {
    if (!(error instanceof api.EndpointError)) throw error;
    const { name, message, code, parameter, position } = error;
    return JSON.stringify({ name, message, code, parameter, position });
  }
}

const IN = createEndpoint().in;
/** Parameters with the names that the file shortens in the builder's own objects. */
const shortened = Object.fromEntries([...OWN_PROPERTIES, ...PART_PROPERTIES].map((name) => [name, 1]));
const github = { vendor: 'github', baseUrl: 'https://api.github.com' };

describe('builds the same as the sources', () => {
  test.each<[EndpointSettings, string, EndpointOptions?]>([
    ...(GITHUB_MIX as [string, EndpointOptions][]).map(
      ([route, options]): [EndpointSettings, string, EndpointOptions] => [github, route, options],
    ),
    [{ query: { arrays: 'repeat' } }, '/x', { a: [1, 2] }],
    [{ query: { arrays: 'brackets' } }, '/x', { a: [1, 2], b: { c: [3] } }],
    [{ query: { arrays: 'indices', objects: 'dots' } }, '/x', { a: [{ b: 1 }], c: { d: 2 } }],
    [{ query: { arrays: 'repeat' } }, '/x', { a: [[1]] }],
    [{ strict: true }, '/{a-b}', { 'a-b': 1 }],
    [{ missing: 'omit' }, '/x/{a}'],
    [{ mediaTypeVersion: 'v4', vendor: 'acme', headers: { a: 'b' }, mediaType: { previews: ['p'] } }, '/x'],
    [{ mediaType: { format: 'raw' } }, '/x'],
    [{ baseUrl: 'x' }, '/x'],
    [{}, '/{+a}{/b*}{;c:3}{?d,e*}{&f}{#g}', { a: 'a/b', b: ['x', 'y'], c: 'long', e: { k: 1 }, f: '', g: '#' }],
    [{}, '/:a.:b', { a: 1, b: 2 }],
    [{}, '/{a}', { [IN]: { path: { a: 1 }, query: { url: 2 } } }],
    [{}, 'POST /x', { [IN]: { body: { url: 2, ...shortened } }, request: shortened }],
    [{}, '/{text}', { ...shortened, [IN]: { path: { text: 2 }, query: { origin: 3 } } }],
    [shortened, '/x'],
    [{}, '/{a}'],
    [{}, '/{a', { a: 1 }],
    [{}, '/{a}/b', { a: '..' }],
    [{}, '/x?a=1', { a: 1 }],
    [{}, '/x', { headers: { 'a b': 'c' } }],
    [{}, '/x', { data: 1 }],
  ])('%j %s %j', (settings, route, options = {}) => {
    const expected = outcome({ createEndpoint, EndpointError, toFetch }, settings, [route, options]);
    expect(outcome(scriptTag, settings, [route, options])).toBe(expected);
    expect(outcome(modules, settings, [route, options])).toBe(expected);
    const explained = createExplain(settings)(route, options);
    expect(JSON.stringify(explainBuilt(settings)(route, options))).toBe(JSON.stringify(explained));
  });
});

const ENTRY = '\0entry';

/** The code that a bundler keeps when all or some exports are used. */
async function bundle(code: string): Promise<string> {
  const result = (await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['endpoint.js-source'] },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('bundle-entry') ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? code : undefined),
      },
    ],
    build: { write: false, lib: { entry: 'bundle-entry', formats: ['es'], fileName: 'bundle' } },
  })) as Rolldown.RolldownOutput[];
  return result.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : ''))).join('');
}

test.each([
  ["export { match } from 'endpoint.js/uri-template'", true],
  ["export { compile, expand, parse, parseTemplate, variables } from 'endpoint.js/uri-template'", false],
  ["export * from 'endpoint.js'", false],
])('%s contains the code of matching: %s', async (code, expected) => {
  const bundled = await bundle(code);
  expect(bundled).toContain('EndpointError');
  expect(bundled.includes("can't be matched")).toBe(expected);
});

/** The names that each entry exports: an internal one that slips in would be a promise. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'endpoint.js': ['EndpointError', 'createEndpoint', 'endpoint'],
  'endpoint.js/fetch': ['isForbiddenHeader', 'toFetch'],
  'endpoint.js/send': ['ResponseError', 'send'],
  'endpoint.js/json': ['JSON_LOCATION_KEY', 'optionsFromJson', 'optionsToJson'],
  'endpoint.js/octokit': ['endpoint'],
  'endpoint.js/har': ['toHar'],
  'endpoint.js/snippets': ['snippetTargets', 'toSnippet'],
  'endpoint.js/explain': ['EndpointError', 'applyFix', 'createExplain', 'explain'],
  'endpoint.js/openapi': [
    'ApiDocument',
    'checkDocument',
    'createExample',
    'describeSchema',
    'fillServer',
    'findPlaceholders',
    'listMembers',
    'readApi',
    'summarizeType',
    'writeCatalogue',
  ],
  'endpoint.js/tools': ['EndpointError', 'createTools', 'createToolsFrom'],
  'endpoint.js/uri-template': [
    'EndpointError',
    'compile',
    'compileMatch',
    'compileRoutes',
    'expand',
    'match',
    'parse',
    'parseTemplate',
    'variables',
  ],
};

test.each(Object.entries(EXPORTS))('%s exports its public names alone', async (entry, names) => {
  expect(Object.keys((await import(/* @vite-ignore */ entry)) as object).sort()).toEqual(names);
});

describe('the files that an import opens', () => {
  const listImports = (name: string): string[] => {
    const file = files.find((one) => one.fileName === name);
    return file?.type === 'chunk' ? file.imports.flatMap((one) => [one, ...listImports(one)]) : [];
  };

  test.each([
    ['index', 'builder common request'],
    ['json', 'common'],
    ['fetch', 'body-text common request'],
    ['uri-template', 'common request template'],
    ['openapi', 'common read-api request'],
    ['tools', 'builder common read-api request'],
  ])('%s: %s', (entry, expected) => {
    const names = new Set(listImports(`${entry}.js`).map((name) => /^shared\/(.*)\.js$/.exec(name)?.[1] ?? name));
    expect([...names].toSorted().join(' ')).toBe(expected);
  });
});
