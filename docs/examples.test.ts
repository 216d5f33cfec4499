/** Runs the examples of the pages: each `js` block that a `text` block follows prints what that says. */
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Addresses } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAcme, type Acme } from './test/acme.js';
import { FIRST_PAGES, isPrinting, listLibraries, listPages, parseBlocks, ROOT, runBlock } from './test/pages.js';

const FOLDER = `${ROOT}.cache/examples`;
const pages = listPages()
  .filter((page) => !FIRST_PAGES.some((first) => first === page))
  .map((page) => ({ page, blocks: parseBlocks(page) }));
const printing = pages.flatMap(({ blocks }) =>
  blocks.filter((block) => isPrinting(block) && listLibraries(block).length === 0),
);
/** Pages of which no example may stay unrun. */
const COMPLETE = /^docs\/(?:guides\/client|faq|reference\/options|recipes\/.*)\.md$/;

const server = createServer();
let addresses: Addresses;
let acme: Acme;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  acme = await startAcme();
  addresses = await server.listen({ port: 0, gatewayPort: 0 });
});

afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await acme.stop();
  await server.drain();
});

describe('examples', () => {
  test.each(pages.filter(({ page }) => COMPLETE.test(page)))(
    'every js block of $page says what it prints',
    ({ blocks }) => {
      const programs = blocks.filter(({ language }) => language === 'js');
      expect(programs.filter((block) => !isPrinting(block))).toStrictEqual([]);
    },
  );

  test.each(printing)('$title', async (block) => {
    const address = (text: string): string =>
      acme.address(text).replaceAll('http://127.0.0.1:8080', addresses.gateway ?? '');
    expect(await runBlock(FOLDER, block, address)).toBe(acme.address(block.next?.code ?? '').trim());
  });
});
