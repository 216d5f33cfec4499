import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const ENTRY = '\0entry';

/** The code that a bundler keeps when all or some exports are used. */
async function bundle(code: string): Promise<string> {
  const result = (await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['endpoint.js-source'] },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('bundle-entry') ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? code : undefined),
      },
    ],
    build: { write: false, lib: { entry: 'bundle-entry', formats: ['es'], fileName: 'bundle' } },
  })) as Rolldown.RolldownOutput[];
  return result.flatMap(({ output }) => output.map((file) => (file.type === 'chunk' ? file.code : ''))).join('');
}

test.each([
  ["export { match } from 'endpoint.js/uri-template'", true],
  ["export { compile, expand, parse, parseTemplate, variables } from 'endpoint.js/uri-template'", false],
  ["export * from 'endpoint.js'", false],
])('%s contains the code of matching: %s', async (code, expected) => {
  const bundled = await bundle(code);
  expect(bundled).toContain('EndpointError');
  expect(bundled.includes("can't be matched")).toBe(expected);
});
