/** The recipes that need libraries of other projects, or another runtime: `dev/full` has them. */
import { execFile } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveFull } from '../dev/full/packages.mjs';
import { startAcme, type Acme } from './test/acme.js';
import { compileBlocks, isTypeScript } from './test/compile.js';
import {
  isPrinting,
  LIBRARIES,
  linkLibraries,
  listLibraries,
  listPages,
  parseBlocks,
  ROOT,
  runBlock,
} from './test/pages.js';

const FOLDER = join(ROOT, '.cache', 'recipes-full');
const blocks = listPages().flatMap(parseBlocks);
const withLibraries = blocks.filter((block) => listLibraries(block).length > 0);

let acme: Acme;
beforeAll(async () => {
  linkLibraries(FOLDER);
  acme = await startAcme();
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await acme.stop();
});

test('each library has a recipe', () => {
  expect([...new Set(withLibraries.flatMap(listLibraries))].sort()).toStrictEqual([...LIBRARIES].sort());
});

test.each(withLibraries.filter(isPrinting))('$title', async (block) => {
  expect(await runBlock(FOLDER, block, acme.address)).toBe(acme.address(block.next?.code ?? '').trim());
});

test('the blocks of TypeScript compile', async () => {
  const typed = withLibraries.filter(isTypeScript);
  expect(typed.length).toBeGreaterThan(0);
  expect(await compileBlocks(FOLDER, typed)).toBe('');
});

test('Deno', async () => {
  const [program, printed] = ['ts', 'text'].map((language) =>
    blocks.find((block) => block.page === 'docs/recipes/deno.md' && block.language === language),
  );
  // A project as `deno add` makes it; the package is the project's own built one.
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(join(ROOT, 'lib'), join(FOLDER, 'node_modules', 'endpoint.js'), 'junction');
  writeFileSync(join(FOLDER, 'main.ts'), acme.address(program?.code ?? ''));
  const host = acme.address('https://api.acme.example').replace('http://', '');
  const deno = [resolveFull('deno/bin.cjs'), 'run', `--allow-net=${host}`, '--no-prompt', '--quiet'];
  const command = [...deno, '--node-modules-dir=manual', 'main.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: FOLDER, timeout: 120_000 });
  expect(stdout).toBe(printed?.code);
});
