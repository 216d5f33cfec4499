/** The form of the examples; examples.full.test.ts runs them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { PACKAGES, readManifest } from '../commands/pack.mjs';
import { isReleased } from '../generate/status.mjs';
import { EXAMPLES, readCommands, readExampleManifest } from './example.js';

const folders = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const hasManifest = (name: string): boolean => readdirSync(join(EXAMPLES, name)).includes('package.json');
const projects = folders.filter(hasManifest);
const versions = new Map(PACKAGES.map((folder) => [readManifest(folder).name, readManifest(folder).version]));

test('the table lists every example', () => {
  const listed = readFileSync(join(EXAMPLES, 'README.md'), 'utf8').matchAll(/\[([\w-]+)\]\(\1\)/g);
  expect(Array.from(listed, ([, name = '']) => name).sort()).toEqual(folders.sort());
  expect(projects.length).toBeGreaterThan(7);
});

describe.each(projects)('%s', (name) => {
  const { private: isPrivate, dependencies, devDependencies } = readExampleManifest(name);

  test('has exact versions, those of our packages the current ones, or until a release the packed files', () => {
    expect(isPrivate).toBe(true);
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const current = versions.get(dependency);
      const packed = `file:../../packages/latest/${dependency}.tgz`;
      const own = current === undefined || isReleased(ROOT) ? current : packed;
      const expected = own ?? expect.stringMatching(/^\d+\.\d+\.\d+$/);
      expect([dependency, version]).toEqual([dependency, expected]);
    }
  });

  test('begins with the commands that install and start it', () => {
    const [[install, start] = []] = readCommands(name);
    // A page needs no program to be opened.
    expect([install, start]).toEqual(['npm install', name === 'plain-page' ? undefined : 'npm start']);
  });

  test('is installed and run by examples.full.test.ts', () => {
    const tests = readFileSync(join(import.meta.dirname, 'examples.full.test.ts'), 'utf8');
    expect(tests).toContain(`install('${name}')`);
  });
});
