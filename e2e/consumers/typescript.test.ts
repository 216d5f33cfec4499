/** As typescript.full.test.ts, with the compiler of this repository. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../dev/commands/build.mjs';
import { readManifest } from '../../dev/commands/pack.mjs';
import { install } from '../../dev/testing/installed.js';
import { compile, expectedOutcome } from './compile.js';

const SOURCES = join(ROOT, 'e2e', 'consumers', 'typescript');
const project = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
beforeAll(async () => {
  cpSync(SOURCES, project, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await install(project, {
    packages: ['lib', 'client'],
    dependencies: ['@improbable-eng/grpc-web', 'google-protobuf'],
  });
});
afterAll(() => rmSync(project, { recursive: true }));

test('TypeScript finds every entry, from ES modules and from CommonJS', async () => {
  const tsc = join(ROOT, 'node_modules', '@typescript/native', 'bin', 'tsc');
  expect(await compile(project, tsc, '7.0', 'nodenext')).toEqual(expectedOutcome('7.0', 'nodenext'));
});

test('the program imports every entry', () => {
  const program = readFileSync(join(SOURCES, 'program.ts'), 'utf8');
  const imported = [...program.matchAll(/ from '(endpoint\.js[^']*)'/g)].map(([, specifier]) => specifier);
  const entries = (['lib', 'client'] as const).flatMap((folder) => {
    const { name, exports } = readManifest(folder);
    const modules = Object.entries(exports).filter(([, entry]) => typeof entry !== 'string');
    return modules.map(([subpath]) => subpath.replace('.', name));
  });
  // Its types are those of `@octokit/types`: the project `octokit` compiles it.
  imported.push('endpoint.js/octokit');
  expect(new Set(imported)).toEqual(new Set(entries));
});
