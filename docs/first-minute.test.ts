/** README and Getting started, followed to the letter: each command and program, in an empty folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../dev/commands/build.mjs';
import { listTargets, packPackage } from '../dev/commands/pack.mjs';
import { npmCommand } from '../dev/setup/install.mjs';
import { startServer } from '../dev/testing/static-server.mjs';
import { run } from '../process/processes.mjs';
import { type Block, FIRST_PAGES, parseBlocks } from './test/pages.js';
import { makeTemporaryFolder } from '../dev/testing/temporary-folder.mjs';

/** What the pages request of GitHub's API, which the test replaces. */
const GITHUB = '/repos/nodejs/undici/contributors?per_page=1';
/** Sends requests for GitHub's API to this machine. */
const REDIRECT = `
const { fetch } = globalThis;
globalThis.fetch = (url, init) => fetch(String(url).replace(/^https:\\/\\/api\\.github\\.com/, process.env.GITHUB), init);
`;

const folder = makeTemporaryFolder();
let tarball: string;
let github: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  await build(listTargets('lib'), console.error);
  ({ tarball } = await packPackage('lib', folder));
  github = await startServer(({ url = '' }, response) => {
    response.writeHead(url === GITHUB ? 200 : 404, { 'content-type': 'application/json' }).end('[{}]');
  });
  writeFileSync(join(folder, 'redirect.mjs'), REDIRECT);
});

afterAll(async () => {
  await github.stop();
});

/** Runs a command, which installs the packed package in place of npm's or a copied one, and returns what it prints. */
async function runLine(line: string, cwd: string): Promise<string> {
  const [name = '', ...args] = line.replace(/(?<=^npm install )\S*endpoint\.js\S*/, tarball).split(' ');
  if (name !== 'npm' && name !== 'node') throw new Error(`${line}: add ${name} to this test.`);
  const [program, ...first] = name === 'npm' ? npmCommand() : [process.execPath];
  const redirect = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'redirect.mjs')).href}`, GITHUB: github.url };
  const env = { ...process.env, ...(name === 'node' && redirect) };
  const { failure, output, stdout } = await run(program, [...first, ...args], { cwd, env });
  if (failure !== undefined) throw new Error(`${line} ${failure}:\n${output}`);
  return stdout.trim();
}

/** Follows a block: its commands, or its program under the name of its first line. */
async function follow(project: string, { title, language, code, next }: Block): Promise<void> {
  if (language === 'sh')
    for (const line of code.trim().split('\n')) {
      const printed = await runLine(line, project);
      if (line === 'node --test') expect(printed).toMatch(/^. pass 3$/m);
    }
  if (language !== 'js') return;
  const [, name = `${title.replaceAll(/\W/g, '-')}.mjs`] = /^\/\/ ([\w.]+\.mjs)\n/.exec(code) ?? [];
  writeFileSync(join(project, name), code);
  if (next?.language !== 'text') return;
  expect([name, await runLine(`node ${name}`, project)]).toEqual([name, next.code.trim()]);
}

test.each(FIRST_PAGES)('every command and program of %s does what the page says', async (page) => {
  const project = join(folder, page.replaceAll(/\W/g, '-'));
  mkdirSync(project);
  // The scripts of this repository are run by other tests, and by `npm test` itself.
  const blocks = parseBlocks(page).filter(({ code }) => !/^npm (?:start|test)\b/.test(code));
  if (!blocks.some(({ language }) => language === 'sh')) await runLine('npm install endpoint.js', project);
  for (const block of blocks) await follow(project, block);
  expect(blocks.filter(({ language }) => language === 'js').length).toBeGreaterThan(2);
});
