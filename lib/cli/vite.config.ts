import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The builder is reached by its public names; the parser of documents is bundled, so that the package depends on nothing.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist'),
    emptyOutDir: false,
    minify: true,
    license: { fileName: 'THIRD-PARTY-NOTICES.txt' },
    rolldownOptions: {
      input: { cli: here('main.ts') },
      external: /^(?:node:|endpoint\.js(?:\/|$))/,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js' },
    },
  },
});
