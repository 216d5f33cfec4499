/** Snippets of the target `typescript`, compiled by each version of TypeScript. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toSnippet, type SnippetSource } from 'endpoint.js/snippets';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { prepare } from '../setup/install.mjs';
import { full, sample } from '../testing/full.js';
import { createCases } from './cases.js';

const LIMIT_MS = 120_000;
const { resolve } = createRequire(import.meta.url);

const REPOSITORY = { owner: 'octokit', repo: 'endpoint.js' };

/** Sources with types, lists and objects, which the hostile cases have few of. */
const SOURCES: readonly SnippetSource[] = [
  { route: 'GET /repos/{owner}/{repo}/issues{?labels*,page}', options: { ...REPOSITORY, labels: ['a', 'b'], q: 1 } },
  { route: 'GET /{+path}{/id}{.format}{?a,b}{&c}{#d}', options: { path: 'a/b', id: 1, format: 'json', a: true } },
  { route: 'POST /x', options: { list: [], nested: { deep: [{ a: null }] }, mixed: [1, 'a', [true]] } },
  { route: 'PUT /x/{id}', options: { id: 5, [endpoint.in]: { query: { id: 'a' }, body: { id: true } } } },
  {
    route: 'GET /issues/{number}',
    options: { number: '7', state: 'open' },
    types: {
      number: { type: 'integer', required: true },
      state: { type: '"open" | "closed" | "a | b"' },
      labels: { type: 'string | string[]' },
      injected: { type: '1 }; process.exit(1); interface X {' },
    },
  },
];

let folder: string;
beforeAll(async () => {
  await prepare(['lib', 'types'], console.error);
  // Inside of the repository, so that the package is found by its name.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.cache', 'types-'));
}, LIMIT_MS);
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The compiler's report, empty without errors. */
async function compile(compiler: string, project: string): Promise<string> {
  const tsc = join(resolve(`${compiler}/package.json`), '../bin/tsc');
  return new Promise((settle) => {
    execFile(process.execPath, [tsc, '--pretty', 'false', '-p', project], { maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      settle(stdout + stderr),
    );
  });
}

test.each(sample(['@typescript/native', 'typescript', 'typescript59']))(
  '%s compiles the interface with a call',
  async (compiler) => {
    const origin = 'https://api.example';
    const cases = createCases(origin)
      .filter(({ source }, index) => source && (full || index % 20 === 0))
      .map(({ request, source, form }) => toSnippet(request, 'typescript', source, form));
    const typed = SOURCES.map((source) =>
      toSnippet(endpoint(source.route, source.options ?? {}), 'typescript', source),
    );
    const files = await Promise.all(
      [...typed, ...cases].map(async (code, index) => {
        const name = `${index}.ts`;
        await writeFile(join(folder, name), code);
        return name;
      }),
    );
    const options = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      noEmit: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    expect((await compile(compiler, folder)).slice(0, 3000)).toBe('');
  },
  LIMIT_MS,
);
