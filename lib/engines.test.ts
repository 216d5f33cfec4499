/** The built files use no syntax and no feature that an engine of the library's floor lacks. */
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { findNewFeatures } from '../dev/testing/compatibility/features.mjs';
import { LIBRARY, LIBRARY_NAMES } from '../dev/testing/compatibility/floors.mjs';

/** The files of a build, by name. */
async function buildFiles(mode: string): Promise<[name: string, code: string][]> {
  const outputs = (await build({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    mode,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) =>
    output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}

const files = await Promise.all(['production', 'script-tag'].map(buildFiles));

test.each(files.flat())('%s runs in Chrome 85, Firefox 79 and Safari 14', (_, code) => {
  expect(findNewFeatures(code, LIBRARY, LIBRARY_NAMES)).toEqual([]);
});
