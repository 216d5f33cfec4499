/** Each violation that is planted is reported once, in one line. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { findViolations } from './main.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

/** @type {readonly (readonly [file: string, specifier: string, found?: string])[]} */
const FORBIDDEN = [
  ['lib/vite.config.ts', '../dev/commands/pack.mjs'],
  ['process/a.mjs', '../envoy/a.mjs'],
  ['envoy/a.mjs', '../server/index.js', 'server/index.ts'],
  ['lib/errors.ts', './options.js', 'lib/options.ts'],
  ['lib/options.ts', './request/a.js', 'lib/request/a.ts'],
  ['lib/types/a.ts', '../errors.js', 'lib/errors.ts'],
  ['lib/template/a.ts', '../request/a.js', 'lib/request/a.ts'],
  ['lib/uri-template.ts', './request/a.js', 'lib/request/a.ts'],
  ['lib/routes/a.ts', '../endpoint.js', 'lib/endpoint.ts'],
  ['lib/request/a.ts', '../endpoint.js', 'lib/endpoint.ts'],
  ['lib/script-tag.ts', './explain/index.js', 'lib/explain/index.ts'],
  ['lib/send.ts', './explain/index.js', 'lib/explain/index.ts'],
  ['lib/adapters/octokit.ts', 'react', 'node_modules/react/index.js'],
  ['lib/adapters/a.ts', '../explain/index.js', 'lib/explain/index.ts'],
  ['lib/explain/a.ts', '../adapters/fetch.js', 'lib/adapters/fetch.ts'],
  ['lib/openapi/a.ts', '../explain/index.js', 'lib/explain/index.ts'],
  ['lib/snippets/a.ts', '../openapi/index.js', 'lib/openapi/index.ts'],
  ['lib/cli/a.ts', '../index.js', 'lib/index.ts'],
  ['lib/a.ts', './explain/index.js', 'lib/explain/index.ts'],
  ['lib/a.ts', './test/a.js', 'lib/test/a.ts'],
  ['client/grpc-web/a.ts', '../failures/a.js', 'client/failures/a.ts'],
  ['client/failures/a.ts', '../index.js', 'client/index.ts'],
  ['client/a.ts', '../proto/gen/a.js'],
  ['client/a.ts', 'endpoint.js', 'lib/index.ts'],
  ['server/observability/a.ts', '../service/a.js', 'server/service/a.ts'],
  ['server/operations/a.ts', '../service/b.js', 'server/service/b.ts'],
  ['server/service/a.ts', '../transports/a.js', 'server/transports/a.ts'],
  ['server/transports/a.ts', '../operations/a.js', 'server/operations/a.ts'],
  ['server/process/a.ts', '../../dev/testing/a.mjs'],
  ['server/a.ts', './process/a.js', 'server/process/a.ts'],
  ['server/a.ts', '../lib/index.js', 'lib/index.ts'],
  ['playground/src/json/a.ts', '../storage/a.js', 'playground/src/storage/a.ts'],
  ['playground/src/ui/a.tsx', '../features/one/a.js', 'playground/src/features/one/a.tsx'],
  ['playground/src/features/one/a.tsx', '../two/a.js', 'playground/src/features/two/a.ts'],
  ['playground/src/app/a.ts', '../../../lib/index.js', 'lib/index.ts'],
  ['playground/build.ts', '../dev/testing/a.mjs'],
  ['examples/a.mjs', '../dev/testing/a.mjs'],
  ['dev/testing/a.mjs', '../../e2e/a.ts'],
  ['docs/.vitepress/a.ts', '../../e2e/a.js', 'e2e/a.ts'],
  ['deploy/b.mjs', '../dev/testing/a.mjs'],
  ['findings/receivers/a.mjs', '../../dev/testing/a.mjs'],
  ['e2e/a.ts', '../server/service/a.js', 'server/service/a.ts'],
  ['envoy/a.test.ts', '../deploy/a.mjs'],
  ['docs/a.test.ts', '../server/service/a.js', 'server/service/a.ts'],
  ['playground/src/features/one/a.test.ts', '../two/a.js', 'playground/src/features/two/a.ts'],
  ['lib/a.test.ts', '../server/service/a.js', 'server/service/a.ts'],
];

/** Two files each, and how the second one imports the first. */
const CYCLES = [
  ['lib/request/cycle-a.ts', 'lib/request/cycle-b.ts', "import { a } from './cycle-a.js';\nexport const b = a;"],
  ['client/cycle-a.ts', 'client/cycle-b.ts', "import type { a } from './cycle-a.js';\nexport type b = a;"],
  ['server/cycle-a.ts', 'server/cycle-b.ts', "export type b = import('./cycle-a.js').a;"],
  ['dev/cycle-a.mjs', 'dev/cycle-b.mjs', "/** @type {import('./cycle-a.mjs').a} */\nexport const b = 1;"],
];

const root = makeTemporaryFolder();

/** @param {string} path @param {string} text */
function plant(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('each violation is found, once', async () => {
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  plant('vite.config.ts', '');
  plant('node_modules/react/package.json', '{ "name": "react" }');
  plant('node_modules/react/index.js', '');
  for (const folder of ['lib', 'client', 'server']) {
    mkdirSync(join(root, folder));
    cpSync(join(ROOT, folder, 'package.json'), join(root, folder, 'package.json'));
  }
  symlinkSync('../lib', join(root, 'node_modules', 'endpoint.js'), 'junction');
  for (const [file, specifier, found = join(dirname(file), specifier)] of FORBIDDEN)
    for (const path of [file, found]) if (!path.startsWith('node_modules') && path !== 'fs') plant(path, '');
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [file, specifier] of FORBIDDEN) texts.set(file, `${texts.get(file) ?? ''}import '${specifier}';\n`);
  for (const [file, text] of texts) plant(file, text);
  for (const [a = '', b = '', text = ''] of CYCLES) {
    plant(a, `export * from './${b.replace(/.*\//, '').replace('.ts', '.js')}';\n`);
    plant(b, text);
  }

  const found = (await findViolations(root)).map((line) => line.replace(/ \(.*/, ''));
  const cycles = found.filter((line) => line.includes(', which imports '));
  expect(cycles.map((line) => line.replace(/ .*/, '').replace(/-[ab]\./, '-?.')).sort()).toEqual(
    CYCLES.map(([a = '']) => a.replace('-a.', '-?.')).sort(),
  );
  const expected = FORBIDDEN.map(
    ([file, specifier, target = join(dirname(file), specifier)]) => `${file} imports ${target}`,
  );
  expect(found.filter((line) => !cycles.includes(line)).sort()).toEqual(expected.sort());
});
