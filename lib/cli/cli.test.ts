/** The built command as a program, installed with nothing beside it. */
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install } from '../../dev/testing/installed.js';
import type { Outcome } from '../test/cli-io.js';
import { fileURLToPath } from 'node:url';
import { build } from '../../dev/commands/build.mjs';

const DOCUMENT = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/x': { get: {} } } };

let folder = '';
let program = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  await install(folder, { packages: ['lib'] });
  program = join(folder, 'node_modules', 'endpoint.js', 'dist', 'cli.js');
}, 200_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spawned(args: readonly string[], stdin = ''): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' });
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), stdout, stderr };
}

describe('the program', () => {
  test('begins with its interpreter', () => {
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test('prints results', async () => {
    const outcome = await spawned(['build', 'GET /repos/{owner}', 'owner=o']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toStrictEqual(endpoint('GET /repos/{owner}', { owner: 'o' }));
  });

  test.each([
    [
      ['build', 'GET /{a}'],
      1,
      /^error missing-parameter: a: .*\n {2}GET \/\{a\}\n {8}\^\nSee \S*guides\/errors\.html#missing-parameter\b.*\n$/,
    ],
    [['build'], 2, /^route: is missing; /],
    [['nope', '--port', '0'], 2, /^command: "nope" is unknown; use build or types\.\n/],
    [['types', 'nowhere.yaml'], 1, /nowhere\.yaml doesn't exist\.\n$/],
  ])('%j exits with %i', async (args, code, stderr) => {
    const outcome = await spawned(args);
    expect(outcome).toStrictEqual({ code, stdout: '', stderr: expect.stringMatching(stderr) });
  });

  test('reads standard input, and writes more than the buffer of a pipe', async () => {
    const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/x${index}`, { get: {} }]));
    const { code, stdout } = await spawned(['types', '-'], JSON.stringify({ ...DOCUMENT, paths }));
    expect(code).toBe(0);
    expect(stdout.match(/"GET /g)).toHaveLength(4000);
  });

  test('ends without an error when its reader closes early', async () => {
    const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/x${index}`, { get: {} }]));
    const child = spawn(process.execPath, [program, 'types', '-'], { stdio: 'pipe' });
    const stderr = text(child.stderr);
    const exit = once(child, 'exit');
    child.stdin.end(JSON.stringify({ ...DOCUMENT, paths }));
    await Promise.race([once(child.stdout, 'data'), exit]);
    child.stdout.destroy();
    expect(await exit).toStrictEqual([0, null]);
    expect(await stderr).toBe('');
  });
});

test("--output writes a file, and reports one that can't be written", async () => {
  const output = join(folder, 'routes.d.ts');
  const document = JSON.stringify(DOCUMENT);
  expect(await spawned(['types', '-', '--output', output], document)).toStrictEqual({ code: 0, stdout: '', stderr: '' }); // prettier-ignore
  expect(readFileSync(output, 'utf8')).toContain('"GET /x": {};');
  const failed = await spawned(['types', '-', '-o', join(folder, 'no', 'such', 'folder')], document);
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining("can't be written: ENOENT") });
});

describe('the package', () => {
  const dist = (): string => join(folder, 'node_modules', 'endpoint.js', 'dist');

  test('contains the licence of each package that is bundled', () => {
    const notices = readFileSync(join(dist(), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const names = [...notices.matchAll(/^## (\S+) - \d+\.\d+\.\d+ \(MIT\)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['@apidevtools/json-schema-ref-parser', 'js-yaml']);
    expect(notices.match(/^(?:The MIT License \(MIT\)|\(The MIT License\))$/gm)).toHaveLength(names.length);
    expect(readdirSync(dist())).toContain('THIRD-PARTY-NOTICES.txt');
  });

  test('loads the parser of documents for types only', () => {
    const chunks = readdirSync(dist()).filter((name) => /^cli.*\.js$/.test(name));
    expect(chunks).toEqual(['cli-command.js', 'cli-load-document.js', 'cli.js']);
    const main = readFileSync(join(dist(), 'cli.js'), 'utf8');
    expect(main).toMatch(/import\([`'"]\.\/cli-load-document\.js[`'"]\)/);
    expect(main).not.toMatch(/from *[`'"]\.\/cli-load-document\.js/);
  });

  test('runs on Node and its own public names only', () => {
    for (const name of readdirSync(dist()).filter((file) => /^cli.*\.js$/.test(file))) {
      const code = readFileSync(join(dist(), name), 'utf8');
      const specifiers = [...code.matchAll(/\b(?:from|import|require)\(?["'`]([^"'`]+)["'`]/g)].map(([, path]) => path);
      const others = specifiers.filter((path = '') => !/^(?:node:|\.\/cli-|endpoint\.js(?:\/|$))/.test(path));
      expect({ name, others }).toEqual({ name, others: [] });
    }
  });
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The examples of the guide: `sh` blocks that begin with the command, each with the `text` block after it. */
const guide = readFileSync(`${ROOT}docs/guides/command-line.md`, 'utf8');
const examples = [...guide.matchAll(/^```sh\n(npx endpoint\.js build .*)\n```\n(?:\n```text\n([^]*?)^```$)?/gm)].map(
  ([, command = '', output]) => ({ command, output }),
);

describe.skipIf(process.platform === 'win32')('the guide', () => {
  beforeAll(async () => build(['lib', 'cli'], console.error), 200_000);

  test('has examples', () => expect(examples.length).toBeGreaterThan(4));

  test.each(examples)('prints its output for $command', async ({ command, output }) => {
    const script = `"$NODE" "$CLI" ${command.slice('npx endpoint.js '.length)}`;
    const printed = await new Promise<string>((resolve) => {
      const env = { ...process.env, NODE: process.execPath, CLI: `${ROOT}lib/dist/cli.js` };
      execFile('sh', ['-c', script], { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    if (output === undefined) expect(printed).not.toMatch(/^error |--help\.$/m);
    else expect(printed).toBe(output);
  });
});
