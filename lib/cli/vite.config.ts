import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `serve` starts Envoy with the very file that is used in the repository.
const envoyConfiguration: Plugin = {
  name: 'envoy-configuration',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'envoy.yaml', source: readFileSync(here('../envoy/envoy.yaml')) });
  },
};

// Everything by name stays outside: the builder is reached through this package's own name, and the parser of OpenAPI
// documents is the user's to install.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [envoyConfiguration],
  build: {
    ssr: true,
    ssrEmitAssets: true,
    target: 'node20',
    outDir: here('../dist'),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: { cli: here('main.ts'), guard: here('../scripts/guard.mjs') },
      external: (id) => /^[^./\0]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js' },
    },
  },
});
