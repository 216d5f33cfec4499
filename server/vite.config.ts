import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Everything by name stays outside: grpc-health-check and reflection read .proto files beside themselves at run time, and
// the builder is reached through this package's own name.
export default defineConfig({
  root: here('.'),
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist'),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        server: here('index.ts'),
        'server-main': here('main.ts'),
        'server-pool-worker': here('pool-worker.ts'),
      },
      external: (id) => /^[^./\0]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'server-[name].js' },
    },
  },
});
