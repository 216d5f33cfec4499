/** A program pays for what it imports: bundlers leave the remaining code of the built package out. */
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../dev/commands/build.mjs';
import { readManifest } from '../../dev/commands/pack.mjs';
import { prepare } from '../../dev/setup/install.mjs';
import { IMPORTS } from './imports.cases.js';

/** The file that an entry of the package has for its users; here, tests would get the source. */
function findEntry(id: string): string | undefined {
  const entry = readManifest('lib').exports[id.replace('endpoint.js', '.')];
  return typeof entry === 'object' ? join(ROOT, 'lib', entry.default) : undefined;
}

async function bundleWithEsbuild(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

/** Rollup alone doesn't read `sideEffects` of package.json: only the code decides. */
async function bundleWithRollup(code: string): Promise<string> {
  const bundle = await rollup({
    input: 'entry',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : findEntry(id)),
        load: (id) => (id === 'entry' ? code : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  return (await transform(output[0].code, { minify: true, format: 'esm' })).code;
}

beforeAll(() => prepare(['lib'], console.error));

describe.each([
  ['esbuild', bundleWithEsbuild],
  ['rollup', bundleWithRollup],
])('%s', (_, bundle) => {
  test.each(IMPORTS)('%s: at most %d bytes, without %s', async (code, maxBytes, unused) => {
    const bundled = await bundle(code);
    expect(bundled).not.toMatch(unused);
    expect(Buffer.byteLength(bundled)).toBeLessThan(maxBytes);
  });
});
