import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// `vite build` writes the entries for import, `vite build --mode script-tag` the file for a script tag.
export default defineConfig(({ mode }) => {
  const scriptTag = mode === 'script-tag';
  return {
    root: file('.'),
    publicDir: false,
    build: {
      outDir: file('dist'),
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      minify: scriptTag,
      lib: scriptTag
        ? { entry: file('script-tag.ts'), name: 'endpointJs', formats: ['iife'], fileName: () => 'endpoint.min.js' }
        : {
            entry: {
              index: file('index.ts'),
              fetch: file('adapters/fetch.ts'),
              json: file('adapters/json.ts'),
              har: file('adapters/har.ts'),
              snippets: file('snippets/index.ts'),
              explain: file('explain/index.ts'),
              openapi: file('openapi/index.ts'),
              'uri-template': file('template/index.ts'),
            },
            formats: ['es'],
          },
      rolldownOptions: scriptTag
        ? { output: { generatedCode: { symbols: false } } }
        : { output: { chunkFileNames: 'shared/[name].js' } },
    },
  };
});
