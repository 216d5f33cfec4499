import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** The generated messages have the only private fields; as public ones they need no helpers in older engines. */
const publicFields: Plugin = {
  name: 'public-fields',
  transform: (code, id) => (id.includes('/proto/gen/') ? code.replaceAll('#one_of_decls', 'one_of_decls') : undefined),
};

/** Builds `dist/index.js`: one ES module with the generated messages, without the two dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [publicFields],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    // The engines of docs/guides/client.md.
    target: ['chrome85', 'firefox79', 'safari14'],
    minify: false,
    lib: { entry: resolve(import.meta.dirname, 'index.ts'), formats: ['es'], fileName: () => 'index.js' },
    rolldownOptions: {
      external: ['@improbable-eng/grpc-web', 'google-protobuf'],
      // Without helpers for public fields.
      transform: {
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      },
    },
  },
});
