/** What is packed again after a change is what npm installs, here and from a colleague's clone. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { sample } from '../testing/full.js';
import { renameUniquely, runPack } from './pack.mjs';

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  for (const name of ['package', 'project/vendor']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'packed', version: '0.1.0' }));
  writeFileSync(join(folder, 'project', 'package.json'), JSON.stringify({ private: true }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} program */
async function pack(program) {
  writeFileSync(join(folder, 'package', 'index.js'), program);
  return basename(await renameUniquely(await runPack(join(folder, 'package'), join(folder, 'project', 'vendor'))));
}

/** Runs npm, then the package that it has installed. @param {string} project @param {string} cache @param {string[]} args */
async function install(project, cache, ...args) {
  const [npm, ...before] = npmCommand();
  const cwd = join(folder, project);
  const env = { ...process.env, npm_config_cache: join(folder, cache) };
  const { failure, output } = await run(npm, [...before, ...args, '--offline', '--no-audit', '--no-fund'], {
    cwd,
    env,
  });
  if (failure !== undefined) throw new Error(output);
  return (await run(process.execPath, ['-e', "require('packed')"], { cwd })).stdout.trim();
}

test('the name has the version, the commit and a digest of the bytes', async () => {
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname });
  const [one, same, other] = [await pack('// 1'), await pack('// 1'), await pack('// 2')];
  const [, commit = ''] = /^packed-0\.1\.0-([0-9a-f]{8,})-[0-9a-f]{8}\.tgz$/.exec(one) ?? [];
  expect([stdout.startsWith(commit), commit.length > 7]).toEqual([true, true]);
  expect([same, other === one]).toEqual([one, false]);
});

/** Installs a copy of the project by its lock file. @param {string} cache */
function installCopy(cache) {
  for (const path of ['package.json', 'package-lock.json', 'vendor'])
    cpSync(join(folder, 'project', path), join(folder, 'copy', path), { recursive: true });
  return install('copy', cache, 'ci');
}

// It installs five times.
test.each(sample(['whatever is packed later'], 0))(
  'a lock file installs the bytes that it was written for, %s',
  async () => {
    const first = await pack("console.log('first')");
    expect(await install('project', 'cache', 'install', `./vendor/${first}`)).toBe('first');
    const second = await pack("console.log('second')");
    expect(await installCopy("a colleague's cache")).toBe('first');
    expect(await install('project', 'cache', 'install', `./vendor/${second}`)).toBe('second');
    expect(await installCopy('cache')).toBe('second');
    expect(await installCopy("a colleague's cache")).toBe('second');
  },
);
