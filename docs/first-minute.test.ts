/** README and Getting started, followed to the letter: each command and program, in an empty folder. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../dev/commands/build.mjs';
import { listTargets } from '../dev/commands/pack.mjs';
import { npmCommand } from '../dev/setup/install.mjs';
import { sample } from '../dev/testing/full.js';
import { startRegistry } from '../dev/testing/registry.mjs';
import { startServer } from '../dev/testing/static-server.mjs';
import { run } from '../process/processes.mjs';
import { type Block, FIRST_PAGES, parseBlocks, readPage, ROOT } from './test/pages.js';

/** What the pages request of GitHub's API, which the test replaces. */
const GITHUB = '/repos/nodejs/undici/contributors?per_page=1';
/** Sends requests for GitHub's API to this machine. */
const REDIRECT = `
const { fetch } = globalThis;
globalThis.fetch = (url, init) => fetch(String(url).replace(/^https:\\/\\/api\\.github\\.com/, process.env.GITHUB), init);
`;

let folder: string;
let tarball: string;
let registry: Awaited<ReturnType<typeof startRegistry>>;
let github: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  await build(listTargets('lib'), console.error);
  registry = await startRegistry(['lib'], folder);
  [tarball = ''] = registry.tarballs;
  github = await startServer(({ url = '' }, response) => {
    response.writeHead(url === GITHUB ? 200 : 404, { 'content-type': 'application/json' }).end('[{}]');
  });
  writeFileSync(join(folder, 'redirect.mjs'), REDIRECT);
});

afterAll(async () => {
  await registry.stop();
  await github.stop();
  rmSync(folder, { recursive: true });
});

/** The registry of this test, for commands of npm. */
const ourRegistry = () => ({ npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') });

/** The files that a word with one `*` stands for. */
function expand(word: string, cwd: string): readonly string[] {
  const [before, after] = word.split('*');
  const parent = dirname(word);
  if (before === undefined || after === undefined) return [word];
  return readdirSync(join(cwd, parent))
    .map((name) => `${parent}/${name}`)
    .filter((path) => path.startsWith(before) && path.endsWith(after));
}

/** Runs a command as a shell would, and returns what it prints. */
async function runLine(line: string, cwd: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const words = [...line.matchAll(/"([^"]*)"|[^\s"]+/g)];
  const [name = '', ...args] = words.flatMap(([word, quoted]) => quoted ?? expand(word, cwd));
  const [program, ...first] = name === 'npm' ? npmCommand() : [process.execPath];
  const redirect = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'redirect.mjs')).href}`, GITHUB: github.url };
  const env = { ...process.env, ...(name === 'npm' ? settings : redirect) };
  if (name !== 'npm' && name !== 'node') throw new Error(`${line}: add ${name} to this test.`);
  const { failure, output, stdout } = await run(program, [...first, ...args], { cwd, env });
  if (failure !== undefined) throw new Error(`${line} ${failure}:\n${output}`);
  return stdout.trim();
}

function emptyFolder(name: string): string {
  const project = join(folder, name.replaceAll(/\W/g, '-'));
  mkdirSync(join(project, 'vendor'), { recursive: true });
  copyFileSync(tarball, join(project, 'vendor', basename(tarball)));
  return project;
}

/** Writes a program under the name of its first line; another name where it has none. */
function writeProgram(project: string, { title, code }: Block): string {
  const [, name = `${title.replaceAll(/\W/g, '-')}.mjs`] = /^\/\/ ([\w.]+\.mjs)\n/.exec(code) ?? [];
  writeFileSync(join(project, name), code);
  return name;
}

/** Follows blocks in their order. */
async function follow(project: string, blocks: readonly Block[]): Promise<void> {
  for (const block of blocks) {
    if (block.language === 'sh') {
      for (const line of block.code.trim().split('\n')) {
        const printed = await runLine(line, project, ourRegistry());
        if (line === 'node --test') expect(printed).toMatch(/^. pass 3$/m);
      }
    } else if (block.language === 'js') {
      const name = writeProgram(project, block);
      if (block.next?.language !== 'text') continue;
      expect({ name, printed: await runLine(`node ${name}`, project) }).toEqual({
        name,
        printed: block.next.code.trim(),
      });
    }
  }
}

describe.each(FIRST_PAGES)('%s', (page) => {
  test('every command and program does what the page says', async () => {
    const project = emptyFolder(page);
    const blocks = parseBlocks(page).filter(({ code }) => !isForClones(code));
    if (!blocks.some(({ language }) => language === 'sh'))
      await runLine('npm install endpoint.js', project, ourRegistry());
    await follow(project, blocks);
    expect(blocks.filter(({ language }) => language === 'js').length).toBeGreaterThan(2);
  });
});

/** The scripts of this repository, which other tests and `npm test` itself run. */
const isForClones = (code: string): boolean => /^npm (?:start|test)\b/.test(code);

test('README names the two commands of a clone', () => {
  const commands = parseBlocks('README.md').flatMap(({ language, code }) => (language === 'sh' ? [code] : []));
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  expect(commands.join('').match(/^npm \w+/gm)).toEqual(['npm start', 'npm test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', 'pack', 'docs']));
});

test.each(sample(['install the packages'], 0))('the commands that `npm run pack` prints %s', async () => {
  const { failure, output, stdout } = await run(process.execPath, ['dev/commands/pack.mjs'], { cwd: ROOT });
  expect(failure && output).toBeUndefined();
  const commands = stdout.match(/^npm install .*$/gm) ?? [];
  expect(commands).toHaveLength(3);
  // The other two have dependencies in npm's registry.
  for (const [index, command] of commands.entries()) {
    const project = emptyFolder(`packed-${index}`);
    await runLine(command, project);
    writeFileSync(join(project, 'program.mjs'), PROGRAMS[index] ?? '');
    expect(await runLine('node program.mjs', project)).toBe('function');
  }
});

/** A program for each package, in the order of `PACKAGES`. */
const PROGRAMS = [
  `import { createEndpoint } from 'endpoint.js'; console.log(typeof createEndpoint);`,
  `import { createCallClient } from 'endpoint.js-client'; console.log(typeof createCallClient);`,
  `import { createServer } from 'endpoint.js-server'; console.log(typeof createServer);`,
];
