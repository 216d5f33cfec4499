/** The blocks of TypeScript in the pages that begin with the library: each compiles, and those of Next answer. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAcme, type Acme } from './test/acme.js';
import { compileBlocks, isTypeScript, nameFile } from './test/compile.js';
import { listLibraries, listPages, parseBlocks, ROOT, type Block } from './test/pages.js';

const FOLDER = `${ROOT}.cache/recipes`;
const blocks = listPages()
  .filter((page) => /^docs\/(?:getting-started|recipes\/.*)\.md$/.test(page))
  .flatMap(parseBlocks)
  .filter((block) => isTypeScript(block) && listLibraries(block).length === 0);

let acme: Acme;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  acme = await startAcme();
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await acme.stop();
});

test('the blocks of TypeScript compile', async () => {
  expect(blocks.length).toBeGreaterThan(4);
  expect(await compileBlocks(FOLDER, blocks)).toBe('');
});

/** Imports a block as a module. */
async function importBlock(block: Block): Promise<Record<string, unknown>> {
  const { code } = await transform(acme.address(block.code), { loader: 'tsx', jsx: 'automatic' });
  const file = join(FOLDER, `${nameFile(block)}.mjs`);
  writeFileSync(file, code);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
}

function findBlock(page: string, text: string): Block {
  const block = blocks.find((one) => one.page === page && one.code.includes(text));
  if (!block) throw new Error(`${page} has no block with ${text}.`);
  return block;
}

describe('Next', () => {
  type Props = { params: Promise<{ id: string }> };
  const props = (id: string): Props => ({ params: Promise.resolve({ id }) });

  test('the server component', async () => {
    const { default: page } = await importBlock(findBlock('docs/recipes/next.md', 'UserPage'));
    const render = page as (properties: Props) => Promise<ReactNode>;
    expect(renderToStaticMarkup(await render(props('7')))).toBe('<h1>Ada</h1>');
    expect(renderToStaticMarkup(await render(props('99')))).toBe('<p>There is no such user.</p>');
    await expect(render(props('..'))).rejects.toMatchObject({ code: 'unsafe-value' });
  });

  test('the route handler', async () => {
    const { GET } = await importBlock(findBlock('docs/recipes/next.md', 'export async function GET'));
    const handle = GET as (request: Request, properties: Props) => Promise<Response>;
    const answers = ['7', '99', '..'].map(async (id) => {
      const response = await handle(new Request('https://site.example/'), props(id));
      return [response.status, await response.json()];
    });
    expect(await Promise.all(answers)).toStrictEqual([
      [200, { id: 7, name: 'Ada' }],
      [404, { message: 'There is no user 99.' }],
      [400, { message: 'id: would make the path segment "..", which escapes the path.' }],
    ]);
  });
});
