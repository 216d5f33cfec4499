/** As imports.test.ts, with webpack and Parcel, by their default settings for production. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFull, resolveFull } from '../dev/full/packages.mjs';
import { prepare } from '../dev/setup/install.mjs';
import { IMPORTS, ROOT, SUBPATH_IMPORTS } from './test/imports.cases.js';

interface WebpackStats {
  hasErrors: () => boolean;
  toString: () => string;
}
type Webpack = (options: object, done: (error: Error | null, stats: WebpackStats) => void) => void;
type Parcel = new (options: object) => {
  run: () => Promise<{ bundleGraph: { getBundles: () => { filePath: string }[] } }>;
};

/** A project elsewhere, with the package as npm would install it. */
let project: string;

beforeAll(async () => {
  await prepare(['lib'], console.error);
  project = mkdtempSync(join(tmpdir(), 'imports-'));
  const installed = join(project, 'node_modules', 'endpoint.js');
  mkdirSync(installed, { recursive: true });
  for (const name of ['dist', 'package.json'])
    cpSync(join(ROOT, 'lib', name), join(installed, name), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
});

afterAll(() => {
  process.chdir(ROOT);
  rmSync(project, { recursive: true, force: true });
});

function writeEntry(code: string): string {
  const entry = join(project, 'entry.js');
  writeFileSync(entry, code);
  return entry;
}

function expectSize(bundled: string, maxBytes: number, unused: RegExp): void {
  expect(bundled).not.toMatch(unused);
  expect(Buffer.byteLength(bundled)).toBeLessThan(maxBytes);
}

test.each([...IMPORTS, ...SUBPATH_IMPORTS])(
  'webpack: %s: at most %d bytes, without %s',
  async (code, maxBytes, unused) => {
    const { default: webpack } = (await importFull('webpack')) as { default: Webpack };
    const entry = writeEntry(code);
    const output = { path: join(project, 'webpack'), filename: 'out.js' };
    const stats = await new Promise<WebpackStats>((resolve, reject) => {
      webpack({ mode: 'production', context: project, entry, output, performance: false }, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
    if (stats.hasErrors()) throw new Error(stats.toString());
    expectSize(readFileSync(join(output.path, output.filename), 'utf8'), maxBytes, unused);
  },
);

// Parcel resolves no other entries by default: it ignores `exports` unless a project's package.json asks for it.
test.each(IMPORTS)('Parcel: %s: at most %d bytes, without %s', async (code, maxBytes, unused) => {
  const { Parcel } = (await importFull('@parcel/core')) as { Parcel: Parcel };
  // Parcel resolves files from the process's folder, whatever its option `cwd` says.
  process.chdir(project);
  const bundler = new Parcel({
    entries: writeEntry(code),
    mode: 'production',
    defaultConfig: resolveFull('@parcel/config-default'),
    shouldDisableCache: true,
    defaultTargetOptions: {
      distDir: join(project, 'parcel'),
      shouldOptimize: true,
      shouldScopeHoist: true,
      sourceMaps: false,
      engines: { browsers: ['chrome 85'] },
    },
  });
  const { bundleGraph } = await bundler.run();
  const bundled = bundleGraph.getBundles().map(({ filePath }) => readFileSync(filePath, 'utf8'));
  expectSize(bundled.join(''), maxBytes, unused);
});
