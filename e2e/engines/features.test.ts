/** The published files use no syntax and no feature that an engine of their floor lacks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build, ROOT } from '../../dev/commands/build.mjs';
import { findNewFeatures } from '../../dev/testing/compatibility/features.mjs';
import * as floors from '../../dev/testing/compatibility/floors.mjs';

await build(['lib', 'script-tag', 'client', 'client-esm', 'playground'], console.error);

/** The scripts of a folder. */
const list = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`);

/** The command runs in Node alone. */
const entries = list('lib/dist').filter((path) => !/\/cli\b/.test(path));

describe.each([
  [
    'Chrome 85, Firefox 79 and Safari 14',
    floors.LIBRARY,
    floors.LIBRARY_NAMES,
    [...entries, ...list('lib/dist/shared')],
  ],
  ['Chrome 85, Firefox 79 and Safari 14', floors.LIBRARY, floors.CLIENT_NAMES, ['client/dist/index.js']],
  [
    'Chrome 85, Firefox 79 and Safari 14',
    floors.LIBRARY,
    floors.CLIENT_FILE_NAMES,
    ['client/dist/endpoint-client.esm.js'],
  ],
  ['Chrome 120, Firefox 125 and Safari 17', floors.PLAYGROUND, floors.PLAYGROUND_NAMES, list('playground/dist/assets')],
])('in %s', (_, floor, allowed, paths) => {
  const found = new Set<string>();

  test.each(paths)('%s', (path) => {
    const names = findNewFeatures(readFileSync(join(ROOT, path), 'utf8'), floor).map(({ name }) => name);
    for (const name of names) found.add(name);
    expect(names.filter((name) => !(name in allowed))).toEqual([]);
  });

  test('each exception is needed', () => {
    expect(Object.keys(allowed).filter((name) => !found.has(name))).toEqual([]);
  });
});
