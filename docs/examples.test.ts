/** Runs the examples of the README and the guides: each `js` block that a `text` block follows prints what that says. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { credentials } from '@grpc/grpc-js';
import { createServer, type Addresses } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServiceClient, Request, type Response } from '../proto/gen/node/api.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = `${ROOT}.cache/examples`;
const guides = readdirSync(`${ROOT}docs/guides`).map((name) => `docs/guides/${name}`);

interface Block {
  readonly title: string;
  readonly language: string;
  readonly code: string;
  /** The block right after it. */
  readonly next: Block | undefined;
}

/** The fenced blocks of a page, with the line that they begin at. */
function parseBlocks(page: string): Block[] {
  const text = readFileSync(ROOT + page, 'utf8');
  let next: Block | undefined;
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .toReversed()
    .map(({ 1: language = '', 2: code = '', index, 0: whole }) => {
      const follows =
        next &&
        text
          .slice(index + whole.length)
          .trimStart()
          .startsWith('```' + next.language);
      const title = `${page}:${text.slice(0, index).split('\n').length}`;
      return (next = { title, language, code, next: follows ? next : undefined });
    })
    .toReversed();
}

const examples = ['README.md', 'curl/README.md', 'go/README.md', 'java/README.md', 'python/README.md'];
const pages = [
  'README.md',
  'lib/README.md',
  'client/README.md',
  'server/README.md',
  ...examples.map((name) => `examples/${name}`),
  ...guides,
].map((page) => ({ page, blocks: parseBlocks(page) }));
const printing = pages.flatMap(({ blocks }) =>
  blocks.filter(({ language, next }) => language === 'js' && next?.language === 'text'),
);

const server = createServer();
let addresses: Addresses;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  addresses = await server.listen({ port: 0, gatewayPort: 0 });
});

afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await server.drain();
});

describe('examples', () => {
  // Pages of which no example may stay unrun.
  test.each(['README.md', 'docs/guides/client.md'])('every js block of %s says what it prints', (name) => {
    const blocks = pages.find(({ page }) => page === name)?.blocks.filter(({ language }) => language === 'js') ?? [];
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter(({ next }) => next?.language !== 'text')).toStrictEqual([]);
  });

  test.each(printing)('$title', async ({ title, code, next }) => {
    // Inside of the project, `endpoint.js` is the project's own built package.
    const file = `${FOLDER}/${title.replace(/\W/g, '-')}.mjs`;
    writeFileSync(file, code.replaceAll('http://127.0.0.1:8080', addresses.gateway ?? ''));
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: ROOT, timeout: 120_000 });
    expect(stdout.trim()).toBe(next?.code.trim());
  });

  test('the call from a shell', async () => {
    const block = pages[0]?.blocks.find(({ code }) => code.startsWith('grpcurl'));
    const [, json, method] = /-d '(.*)' \S+ (\S+)\s*$/.exec(block?.code ?? '') ?? [];
    expect(method).toBe('api.ApiService/CallApi');
    const client = new ApiServiceClient(addresses.grpc, credentials.createInsecure());
    const response = await new Promise<Response | undefined>((resolve, reject) => {
      client.CallApi(Request.fromObject(JSON.parse(json ?? '')), (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });
    client.close();
    expect(response?.toObject()).toStrictEqual(JSON.parse(block?.next?.code ?? ''));
  });

  test('every link to a file of the project leads somewhere', () => {
    const missing = pages.flatMap(({ page }) =>
      [...readFileSync(ROOT + page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(({ 1: link = '' }) => new URL(link, `file://${ROOT}${page}`))
        .filter((url) => !existsSync(url))
        .map(String),
    );
    expect(missing).toStrictEqual([]);
  });
});
