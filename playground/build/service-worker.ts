import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { transformWithOxc, type Plugin } from 'vite';
import { readFile } from 'node:fs/promises';

const SOURCE = fileURLToPath(new URL('../service-worker/service-worker.ts', import.meta.url));

/** Writes `service-worker.js` beside the page, last, because it contains the names of all built files. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const files = [
        '',
        'favicon.svg',
        ...Object.keys(bundle)
          .filter((name) => name !== 'index.html')
          .sort(),
      ];
      const hash = createHash('sha256');
      for (const output of Object.values(bundle)) hash.update(output.type === 'asset' ? output.source : output.code);
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: `const BUILD_HASH = '${hash.digest('hex').slice(0, 16)}';\nconst BUILT_FILES = ${JSON.stringify(files)};\n${code}`,
      });
    },
  },
};
