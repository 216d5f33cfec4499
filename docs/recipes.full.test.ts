/** The recipes that need libraries of other projects: `dev/full` has them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAcme, type Acme } from './test/acme.js';
import { compileBlocks, isTypeScript } from './test/compile.js';
import { isPrinting, linkLibraries, listLibraries, listPages, parseBlocks, ROOT, runBlock } from './test/pages.js';

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

test.each(withLibraries.filter(isPrinting))('$title', async (block) => {
  expect(await runBlock(FOLDER, block, acme.address)).toBe(acme.address(block.next?.code ?? '').trim());
});

test('the blocks of TypeScript compile', async () => {
  const typed = withLibraries.filter(isTypeScript);
  expect(typed.length).toBeGreaterThan(0);
  expect(await compileBlocks(FOLDER, typed)).toBe('');
});
