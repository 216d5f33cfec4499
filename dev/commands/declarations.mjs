/**
 * Writes the declarations that the packages publish: those of the public entries, rolled up from the compiler's, so that no declaration
 * of an internal module ships. Those for `require` refer to them.
 * By hand, because Vite writes no declarations.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { ROOT } from './build.mjs';
import { PACKAGES, readManifest } from './pack.mjs';
import { requiredDeclarations } from './required-declarations.mjs';

const EMITTED = join(ROOT, '.cache', 'declarations');

const packages = PACKAGES.map((folder) => ({
  folder,
  entries: Object.values(readManifest(folder).exports).flatMap((entry) =>
    typeof entry === 'string'
      ? []
      : {
          name: basename(entry.default, '.js'),
          source: join(folder, entry['endpoint.js-source']),
        },
  ),
}));

rmSync(EMITTED, { recursive: true, force: true });
mkdirSync(EMITTED, { recursive: true });
const project = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    rootDir: '../..',
    outDir: '.',
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
  },
  files: packages.flatMap(({ entries }) => entries.map(({ source }) => join(ROOT, source))),
};
writeFileSync(join(EMITTED, 'tsconfig.json'), JSON.stringify(project));
const tsc = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', EMITTED], { stdio: 'inherit' });
// The compiler has printed the mistakes.
if (status !== 0) process.exit(1);

for (const { folder, entries } of packages) {
  const bundle = await rollup({
    input: Object.fromEntries(
      entries.map(({ name, source }) => [name, join(EMITTED, source.replace(/\.ts$/, '.d.ts'))]),
    ),
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

const declarations = packages.flatMap(({ folder, entries }) =>
  entries.map(({ name }) => join(ROOT, folder, 'dist', `${name}.d.ts`)),
);
for (const [path, text] of requiredDeclarations(declarations)) writeFileSync(path, text);
