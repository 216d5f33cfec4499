import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Everything by name stays outside: the builder is reached through this package's own name, and the parser of OpenAPI
// documents is the user's to install.
export default defineConfig({
  root: here('.'),
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist'),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: { cli: here('main.ts') },
      external: (id) => /^[^./\0]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
});
