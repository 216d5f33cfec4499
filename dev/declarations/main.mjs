/**
 * Writes the declarations that the packages publish: those of the public entries, rolled up from the compiler's, so that no declaration
 * of an internal module ships.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { ROOT } from '../commands/build.mjs';
import { PACKAGES } from '../commands/pack.mjs';

const EMITTED = join(ROOT, '.cache', 'declarations');

rmSync(EMITTED, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(ROOT, 'dev', 'declarations')],
  { stdio: 'inherit' },
);

for (const folder of PACKAGES) {
  /** @type {{ exports: Record<string, string | { 'endpoint.js-source': string, types: string }> }} */
  const { exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const input = Object.fromEntries(
    Object.values(exports).flatMap((entry) =>
      typeof entry === 'string'
        ? []
        : [
            [
              entry.types.replace('./dist/', '').replace('.d.ts', ''),
              join(EMITTED, folder, entry['endpoint.js-source'].replace(/\.ts$/, '.d.ts')),
            ],
          ],
    ),
  );
  const bundle = await rollup({
    input,
    external: (id) => /^[^./]/.test(id) && !id.startsWith(EMITTED),
    plugins: [dts()],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  await bundle.write({
    dir: join(ROOT, folder, 'dist'),
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `types/${name.replace(/\.d$/, '')}.d.ts`,
  });
  await bundle.close();
}
