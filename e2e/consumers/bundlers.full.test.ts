/** Every entry of the packages in each bundler: resolved, bundled for production without a configuration, and run in a browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../dev/commands/pack.mjs';
import { findChromium } from '../../dev/setup/chromium.mjs';
import { recordSupport } from '../../dev/support/tables.mjs';
import { run } from '../../process/processes.mjs';
import { IMPORTS, type ImportCase } from './imports.cases.js';
import { installProject } from './project.js';

/** Every entry by its name: those of both packages. */
const ENTRIES = (['lib', 'client'] as const).flatMap((folder) => {
  const { name, exports } = readManifest(folder);
  const modules = Object.entries(exports).filter(([, entry]) => typeof entry !== 'string');
  return modules.map(([subpath]) => subpath.replace('.', name));
});

const BUILT = `endpoint('GET /users/{name}', { name: 'octocat' }).url`;
/** Programs by the name of their file: each prints one line. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'built.js': `import { endpoint } from 'endpoint.js'; console.log(${BUILT});`,
  'required.cjs': `const { endpoint } = require('endpoint.js'); const all = require('endpoint.js/uri-template');
    console.log(${BUILT}, Object.keys(all).sort().join());`,
  ...Object.fromEntries(
    ENTRIES.map((entry) => [
      `all-${entry.replace('/', '-')}.js`,
      `import * as all from '${entry}'; console.log(Object.keys(all).sort().join());`,
    ]),
  ),
};

const importFile = (each: ImportCase): string => `import-${IMPORTS.indexOf(each)}.js`;

interface Bundler {
  readonly name: string;
  /** Its row, where it has one. */
  readonly row?: string;
  /** What single imports cost in it, where imports.test.ts doesn't check that. */
  readonly imports?: readonly ImportCase[];
  readonly nodeOptions?: readonly string[];
}

const BUNDLERS: readonly Bundler[] = [
  { name: 'esbuild', row: 'esbuild' },
  // Of a module that it needs in part it keeps the tables, which nothing uses: for `explain` these are many.
  { name: 'parcel', row: 'Parcel', imports: IMPORTS.filter(([code]) => !code.includes('/explain')) },
  { name: 'rollup', row: 'rollup' },
  { name: 'vite', row: 'Vite' },
  { name: 'vite-library' },
  { name: 'webpack', row: 'webpack', imports: IMPORTS },
  // It hashes by MD4.
  { name: 'webpack-4', nodeOptions: ['--openssl-legacy-provider'] },
];

let project: string;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  project = await installProject('bundlers', ['lib', 'client']);
  for (const [file, code] of Object.entries(PROGRAMS)) writeFileSync(join(project, file), code);
  for (const each of IMPORTS) writeFileSync(join(project, importFile(each)), each[0]);
  browser = await chromium.launch({
    executablePath: await findChromium({ env: process.env, log: console.error }),
    args: ['--no-sandbox'],
  });
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** What a module prints in a page. */
async function runInPage(code: string): Promise<string> {
  await page.goto('about:blank');
  return page.evaluate(
    (content) =>
      new Promise<string>((resolve, reject) => {
        console.log = (...args: unknown[]) => resolve(args.join(' '));
        window.addEventListener('error', ({ message }) => reject(new Error(message)));
        document.head.append(Object.assign(document.createElement('script'), { type: 'module', text: content }));
      }),
    code,
  );
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`;

describe.each(BUNDLERS)('$name', ({ name, imports = [], nodeOptions = [] }) => {
  const read = (file: string): string => readFileSync(join(project, 'out', name, file), 'utf8');
  beforeAll(async () => {
    const files = [...Object.keys(PROGRAMS), ...imports.map(importFile)];
    const { failure, output } = await run(process.execPath, [...nodeOptions, 'bundle.mjs', name, ...files], {
      cwd: project,
    });
    if (failure !== undefined) throw new Error(`${name} ${failure}:\n${output}`);
  });

  test.each(Object.keys(PROGRAMS))('%s prints in a browser what it prints in Node', async (file) => {
    const { stdout } = await run(process.execPath, [file], { cwd: project });
    expect(stdout).not.toBe('');
    expect(await runInPage(read(file))).toBe(stdout.trim());
  });

  for (const each of imports)
    test(`${each[0]}: at most ${each[1]} bytes, without ${each[2]}`, () => {
      const bundled = read(importFile(each));
      expect(bundled).not.toMatch(each[2]);
      expect(Buffer.byteLength(bundled)).toBeLessThan(each[1]);
    });
});

test.each(BUNDLERS.flatMap(({ name, row }) => (row ? [[name, row] as const] : [])))(
  '%s: the size of { endpoint } is recorded',
  (name, row) => {
    const bundled = readFileSync(join(project, 'out', name, 'built.js'), 'utf8');
    const { version } = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    };
    // Nothing of matching, which only another entry has.
    expect(bundled).not.toMatch(/can't be matched/);
    recordSupport('bundlers', row, {
      version,
      '`{ endpoint }`, minified': kilobytes(Buffer.byteLength(bundled)),
      'with brotli': kilobytes(brotliCompressSync(bundled).length),
    });
  },
);

test('resolve, which linters and test runners use, finds every entry without reading exports', async () => {
  const program = `for (const id of ${JSON.stringify(ENTRIES)}) console.log(require('resolve').sync(id, { basedir: '.' }));`;
  const { stdout, failure } = await run(process.execPath, ['--eval', program], { cwd: project });
  expect(failure).toBeUndefined();
  const folder = (entry: string): string => join(project, 'node_modules', entry.split('/')[0] ?? '');
  const paths = stdout.trim().split('\n');
  expect(ENTRIES.filter((entry, index) => !paths[index]?.startsWith(folder(entry)))).toEqual([]);
});
