/** The sizes of the libraries, as `npm run size` measures ours: bundled by esbuild with all dependencies, minified, with brotli. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from '../commands/build.mjs';

const FULL = fileURLToPath(new URL('../full', import.meta.url));

/**
 * @param {import('./library.mjs').Library} library
 * @returns {Promise<number | undefined>} bytes; nothing without a package
 */
export async function measureSize({ package: name, member }) {
  if (name === '') return undefined;
  const { outputFiles } = await build({
    stdin: { contents: `import { ${member} as member } from '${name}';\nconsole.log(member);\n`, resolveDir: FULL },
    bundle: true,
    minify: true,
    treeShaking: true,
    write: false,
    logLevel: 'error',
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? '').length;
}

/** @param {import('./library.mjs').Library} library @returns {string} the installed version; empty for the sources of this repository */
export function readVersion({ package: name }) {
  if (name === '' || name.startsWith('endpoint.js')) return '';
  const [owner = '', ...parts] = name.split('/');
  const folder = owner.startsWith('@') ? `${owner}/${parts[0]}` : owner;
  for (const root of [FULL, ROOT]) {
    try {
      return JSON.parse(readFileSync(`${root}/node_modules/${folder}/package.json`, 'utf8')).version;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${name} isn't installed.`);
}
