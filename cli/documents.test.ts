/** Catalogues of large real documents: three compilers read them, complete them, and refuse what they don't have. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript59';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, type Outcome } from './test-io.js';

const { resolve } = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('../.cache/catalogues/', import.meta.url));

const DOCUMENTS = [
  { name: 'github', path: resolve('@octokit/openapi/generated/api.github.com.json'), routes: 1223 },
  { name: 'netlify', path: resolve('@netlify/open-api'), routes: 181 },
  { name: 'figma', path: resolve('@figma/rest-api-spec/openapi/openapi.yaml'), routes: 54 },
];

/** Calls that are right, and calls that each of the compilers is to refuse. */
const PROBE = `
import type { Routes as GitHub } from './github.js';
import type { Routes as Netlify } from './netlify.js';
import type { Routes as Figma } from './figma.js';

declare function github<R extends keyof GitHub>(route: R, parameters: GitHub[R]): void;
declare function netlify<R extends keyof Netlify>(route: R, parameters: Netlify[R]): void;
declare function figma<R extends keyof Figma>(route: R, parameters: Figma[R]): void;

github('GET /repos/{owner}/{repo}', { path: { owner: 'octokit', repo: 'endpoint.js' } });
github('GET /repos/{owner}/{repo}/contents/{+path}', { path: { owner: 'o', repo: 'r', path: 'a/b' }, query: { ref: 'main' } });
github('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { type: 'all', per_page: 100 } });
github('POST /repos/{owner}/{repo}/issues', { path: { owner: 'o', repo: 'r' }, body: { title: 't', labels: ['a', { name: 'b', color: null }] } });
github('PATCH /app/hook/config', { body: { url: 'https://h', secret: 's' } });
github('GET /user', {});
// @ts-expect-error -- no such route
github('GET /repos/{owner}/{nope}', {});
// @ts-expect-error -- a parameter is missing
github('GET /repos/{owner}/{repo}', { path: { owner: 'o' } });
// @ts-expect-error -- all are missing
github('GET /repos/{owner}/{repo}', {});
// @ts-expect-error -- not one of its values
github('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { type: 'some' } });
// @ts-expect-error -- no such parameter
github('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { nope: 1 } });
// @ts-expect-error -- of another type
github('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { per_page: '100' } });
// @ts-expect-error -- the body lacks a title
github('POST /repos/{owner}/{repo}/issues', { path: { owner: 'o', repo: 'r' }, body: {} });
// @ts-expect-error -- null is no value for a path
github('GET /orgs/{org}/repos', { path: { org: null } });

netlify('GET /sites', { query: { filter: 'owner', page: 2 } });
netlify('PUT /sites/{site_id}/assets/{asset_id}', { path: { site_id: 's', asset_id: 'a' }, query: { state: 'uploaded' } });
// @ts-expect-error -- a query parameter that is required
netlify('PUT /sites/{site_id}/assets/{asset_id}', { path: { site_id: 's', asset_id: 'a' } });
// @ts-expect-error -- not one of its values
netlify('GET /sites', { query: { filter: 'nobody' } });
// @ts-expect-error -- the body is missing
netlify('POST /sites', {});

figma('GET /v1/files/{file_key}', { path: { file_key: 'k' }, query: { depth: 2 } });
figma('POST /v2/webhooks', { body: { event_type: 'PING', context: 'team', context_id: '1', endpoint: 'https://h', passcode: 'p' } });
// @ts-expect-error -- not one of its values, in a type of its own
figma('POST /v2/webhooks', { body: { event_type: 'PONG', context: 'team', context_id: '1', endpoint: 'https://h', passcode: 'p' } });
// @ts-expect-error -- of another type
figma('GET /v1/files/{file_key}', { path: { file_key: 1 } });
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  // What was written is a library's declarations, and is to be checked.
  skipLibCheck: false,
  types: [],
  lib: ['ES2022'],
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
};

const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path } of DOCUMENTS) {
    const outcome = await outcomeOf(['types', path, '--output', `${FOLDER}${name}.d.ts`]);
    outcomes.set(name, outcome);
  }
  writeFileSync(`${FOLDER}probe.ts`, PROBE);
  writeFileSync(`${FOLDER}tsconfig.json`, JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
}, 120_000);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('large documents', () => {
  test.each(DOCUMENTS)('$name has all of its $routes routes', ({ name, routes }) => {
    expect(outcomes.get(name)).toStrictEqual({ code: 0, stdout: '', stderr: '' });
    const written = readFileSync(`${FOLDER}${name}.d.ts`, 'utf8');
    expect(written.match(/^ {2}"(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) [^"]+": \{/gm)).toHaveLength(routes);
  });

  test.each(['typescript', 'typescript60', 'typescript59'])(
    '%s reads them, takes what is right and refuses what is wrong, in reasonable time',
    async (compiler) => {
      const start = performance.now();
      const compiled = promisify(execFile)(process.execPath, [
        resolve(`${compiler}/package.json`).replace(/package.json$/, 'bin/tsc'),
        '-p',
        FOLDER,
      ]);
      await expect(compiled).resolves.toMatchObject({ stdout: '', stderr: '' });
      expect(performance.now() - start).toBeLessThan(30_000);
    },
    60_000,
  );
});

describe('an editor', () => {
  const file = `${FOLDER}editor.ts`;
  const edited = { text: '', version: 0 };
  const textOf = (name: string): string | undefined => (name === file ? edited.text : ts.sys.readFile(name));
  const editor = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, types: [], moduleResolution: ts.ModuleResolutionKind.Bundler }),
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(edited.version) : '0'),
    getScriptSnapshot: (name) => {
      const text = textOf(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => FOLDER,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: textOf,
  });

  /** What an editor offers where `¦` stands. */
  function completionsAt(code: string): string[] {
    const text = `import type { Routes } from './github.js';
declare function api<R extends keyof Routes>(route: R, parameters: Routes[R]): void;
${code}`;
    edited.text = text.replace('¦', '');
    edited.version += 1;
    const { entries = [] } = editor.getCompletionsAtPosition(file, text.indexOf('¦'), {}) ?? {};
    return entries.map(({ name }) => name);
  }

  test('completes routes', () => {
    const completions = completionsAt(`api('¦', {});`);
    expect(completions).toContain('GET /repos/{owner}/{repo}');
    expect(completions).toHaveLength(1223);
  });

  test.each([
    [`api('POST /repos/{owner}/{repo}/issues', { ¦ });`, ['body', 'path']],
    [`api('GET /orgs/{org}/repos', { path: { ¦ } });`, ['org']],
    [
      `api('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { ¦ } });`,
      ['direction', 'page', 'per_page', 'sort', 'type'],
    ],
    [`api('GET /orgs/{org}/repos', { path: { org: 'o' }, query: { direction: '¦' } });`, ['asc', 'desc']],
  ])('completes parameters: %s', (code, expected) => {
    expect(completionsAt(code)).toStrictEqual(expected);
  });
});
