/**
 * Bundles modules for production by one bundler, with the settings that it has without a configuration:
 * `node bundle.mjs <bundler> <entry> …` writes `out/<bundler>/<entry>`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [, , name = '', ...entries] = process.argv;
const folder = resolve('out', name);
mkdirSync(folder, { recursive: true });

/** Bundlers have types only where they are installed. @type {(id: string) => Promise<any>} */
const load = (id) => import(id);

/** @param {string} id @param {object} [settings] @returns {(entry: string) => Promise<void>} */
const webpack = (id, settings) => async (entry) => {
  const { default: bundle } = await load(id);
  const output = { path: folder, filename: entry };
  await new Promise((done, reject) => {
    bundle(
      { mode: 'production', entry: resolve(entry), output, performance: false, ...settings },
      (/** @type {Error | null} */ error, /** @type {any} */ stats) => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()));
        else done(undefined);
      },
    );
  });
};

/** @type {Record<string, (entry: string) => Promise<void> | void>} */
const bundlers = {
  async esbuild(entry) {
    const { build } = await load('esbuild');
    const outfile = join(folder, entry);
    await build({ entryPoints: [entry], outfile, bundle: true, minify: true, format: 'esm', logLevel: 'error' });
  },
  parcel(entry) {
    const args = ['build', entry, '--dist-dir', folder, '--no-source-maps', '--no-cache', '--log-level', 'error'];
    execFileSync(process.execPath, [join('node_modules', 'parcel', 'lib', 'bin.js'), ...args], { stdio: 'inherit' });
    if (entry.endsWith('.cjs')) renameSync(join(folder, entry.replace('.cjs', '.js')), join(folder, entry));
  },
  async rollup(entry) {
    const { rollup } = await load('rollup');
    const [resolver, commonjs, terser] = await Promise.all(
      ['node-resolve', 'commonjs', 'terser'].map((plugin) => load(`@rollup/plugin-${plugin}`)),
    );
    const plugins = [resolver.default({ browser: true }), commonjs.default(), terser.default({ module: true })];
    const bundle = await rollup({ input: resolve(entry), plugins, logLevel: 'silent' });
    await bundle.write({ file: join(folder, entry), format: 'es' });
  },
  /** A page. */
  async vite(entry) {
    const { build } = await load('vite');
    const page = `${entry}.html`;
    writeFileSync(page, `<!doctype html><script type="module" src="/${entry}"></script>`);
    const output = { entryFileNames: entry };
    await build({
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: false, rolldownOptions: { input: page, output } },
    });
  },
  async 'vite-library'(entry) {
    const { build } = await load('vite');
    const lib = { entry, formats: ['es'], fileName: () => entry };
    await build({ logLevel: 'error', build: { lib, outDir: folder, emptyOutDir: false } });
  },
  webpack: webpack('webpack'),
  // It parses ES2019.
  'webpack-4': webpack('webpack-4', {
    module: { rules: [{ test: /\.c?js$/, type: 'javascript/auto', loader: resolve('es2019.cjs') }] },
  }),
};

for (const entry of entries) await bundlers[name]?.(entry);
