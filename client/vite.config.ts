import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

/** The generated messages have the only private fields; as public ones they need no helpers in older engines. */
const publicFields: Plugin = {
  name: 'public-fields',
  transform: (code, id) => (id.includes('/proto/gen/') ? code.replaceAll('#one_of_decls', 'one_of_decls') : undefined),
};

/**
 * Each is one ES module with the generated messages: `vite build` writes `dist/index.js` without the two dependencies,
 * `vite build --mode esm` the file for pages without a bundler, with them.
 */
export default defineConfig(({ mode }) => {
  const whole = mode === 'esm';
  const { name, version, license } = manifest;
  const banner = `/*! ${name} ${version}, ${license}; contains the packages of THIRD-PARTY-NOTICES.txt */`;
  return {
    root: import.meta.dirname,
    publicDir: false,
    plugins: [publicFields],
    build: {
      outDir: resolve(import.meta.dirname, 'dist'),
      emptyOutDir: false,
      // The engines of docs/guides/client.md.
      target: ['chrome85', 'firefox79', 'safari14'],
      minify: whole,
      sourcemap: whole,
      license: whole && { fileName: 'THIRD-PARTY-NOTICES.txt' },
      lib: {
        entry: resolve(import.meta.dirname, 'index.ts'),
        formats: ['es'],
        fileName: () => (whole ? 'endpoint-client.esm.js' : 'index.js'),
      },
      rolldownOptions: {
        external: whole ? [] : ['@improbable-eng/grpc-web', 'google-protobuf'],
        output: whole ? { postBanner: banner, minify: true } : {},
        // Without helpers for public fields.
        transform: {
          assumptions: { setPublicClassFields: true },
          typescript: { removeClassFieldsWithoutInitializer: true },
        },
      },
    },
  };
});
