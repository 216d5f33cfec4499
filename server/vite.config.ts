import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The launcher starts Envoy with the configuration of the repository. */
const envoyConfiguration: Plugin = {
  name: 'envoy-configuration',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'envoy.yaml', source: readFileSync(here('../envoy/envoy.yaml')) });
  },
};

// Imports by name stay external: grpc-health-check and reflection read .proto files beside themselves at run time.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [envoyConfiguration],
  build: {
    ssr: true,
    ssrEmitAssets: true,
    target: 'node20',
    outDir: here('dist'),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        index: here('index.ts'),
        main: here('process/main.ts'),
        launch: here('process/launch.ts'),
        guard: here('../process/guard.mjs'),
        'pool-worker': here('operations/pool-worker.ts'),
        'health-thread': here('transports/health-thread.ts'),
      },
      external: (id) => /^[^./\0]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
});
