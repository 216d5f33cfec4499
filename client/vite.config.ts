import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds `dist/index.js`: one ES module with the generated messages, without the two dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    lib: { entry: resolve(import.meta.dirname, 'index.ts'), formats: ['es'], fileName: () => 'index.js' },
    rolldownOptions: { external: ['@improbable-eng/grpc-web', 'google-protobuf'] },
  },
});
