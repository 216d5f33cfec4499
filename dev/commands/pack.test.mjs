/** What is packed again after a change has another name: npm would install the earlier bytes from its cache. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { renameUniquely, runPack } from './pack.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

test('the name has the version, the commit and a digest of the bytes', async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'packed', version: '0.1.0' }));
  const pack = async (/** @type {string} */ program) => {
    writeFileSync(join(folder, 'package', 'index.js'), program);
    return basename(await renameUniquely(await runPack(join(folder, 'package'), folder)));
  };
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname });
  const [one, same, other] = [await pack('// 1'), await pack('// 1'), await pack('// 2')];
  const [, commit = ''] = /^packed-0\.1\.0-([0-9a-f]{8,})-[0-9a-f]{8}\.tgz$/.exec(one) ?? [];
  expect([stdout.startsWith(commit), commit.length > 7, same, other === one]).toEqual([true, true, one, false]);
});
