import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds `dist/client.js`: one ES module with the generated messages in it, its two peer dependencies left out. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist'),
    // The other entries of the package are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    lib: { entry: resolve(import.meta.dirname, 'index.ts'), formats: ['es'], fileName: () => 'client.js' },
    rolldownOptions: { external: ['@improbable-eng/grpc-web', 'google-protobuf'] },
  },
});
