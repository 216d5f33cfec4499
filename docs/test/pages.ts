/** The pages of the documentation, and the blocks of code in them. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from '../../dev/commands/build.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Libraries of other projects that recipes use: `npm run test:full` installs them with `dev/full`, and runs these recipes. */
export const LIBRARIES = [
  'ky',
  'axios',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@octokit/core',
  'express',
  'fastify',
  '@fastify/formbody',
  'hono',
  '@hono/node-server',
] as const;

/** Makes the installed libraries those of a folder. */
export function linkLibraries(folder: string): void {
  // A run that was interrupted leaves its links.
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  for (const name of LIBRARIES) {
    const installed = join(ROOT, 'dev', 'full', 'node_modules', name);
    if (!existsSync(installed))
      throw new Error(`${name} is not installed; run npm ci in dev/full, or npm run test:full`);
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed, link, 'junction');
  }
}

/** The pages that a stranger follows first: `first-minute.test.ts` runs them in an empty folder. */
export const FIRST_PAGES = ['README.md', 'docs/getting-started.md'] as const;

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The page and the line that it begins at. */
  readonly title: string;
  readonly language: string;
  readonly code: string;
  /** The block right after it. */
  readonly next: Block | undefined;
}

/** Pages that are written by hand: READMEs, and the site's without its machinery and the generated reference. */
export function listPages(): readonly string[] {
  const examples = ['', ...readdirSync(join(ROOT, 'examples'))]
    .map((folder) => join('examples', folder, 'README.md').replaceAll('\\', '/'))
    .filter((path) => existsSync(join(ROOT, path)));
  const site = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !/\/(?:node_modules|\.vitepress|reference\/api)\//.test(path));
  // lib/README.md has the blocks of README.md: `readmes.test.ts`.
  return ['README.md', 'client/README.md', 'server/README.md', ...examples, ...site.sort()];
}

/** The text of a page. */
export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The fenced blocks of a page. */
export function parseBlocks(page: string): readonly Block[] {
  const text = readPage(page);
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
      return (next = { page, title, language, code, next: follows ? next : undefined });
    })
    .toReversed();
}

/** Whether a block is a program that prints the text of the block after it. */
export const isPrinting = ({ language, next }: Block): boolean => language === 'js' && next?.language === 'text';

/** The libraries that a block imports. */
export const listLibraries = ({ code }: Block): readonly string[] =>
  LIBRARIES.filter((name) => code.includes(` from '${name}'`));

let building: Promise<void> | undefined;

/**
 * Runs a block in a folder, in a thread of its own, and returns what it prints. Inside of the project, `endpoint.js` is the project's own
 * built package, which is built where it is stale.
 *
 * @param address replaces the addresses of the page
 * @throws an error of the block
 */
export async function runBlock(
  folder: string,
  { title, code }: Block,
  address: (text: string) => string,
): Promise<string> {
  await (building ??= build(['lib', 'client', 'server'], console.error));
  const file = join(folder, `${title.replace(/\W/g, '-')}.mjs`);
  // A limit of seconds would pass on a busy machine; shorter ones are meant to pass.
  writeFileSync(file, address(code).replace(/\b(deadline|timeout): \d+_000\b/g, '$1: 3_600_000'));
  // Much cheaper than a process; without the test runner's flags.
  const thread = new Worker(pathToFileURL(file), { execArgv: [], stdout: true, stderr: true });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    readText(thread.stdout),
    readText(thread.stderr),
    once(thread, 'exit'),
  ]);
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode}: ${stderr}`);
  return stdout.trim();
}
