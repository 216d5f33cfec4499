/** The built command as a program, installed with nothing beside it. */
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../dev/testing/full.js';
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

describe('documents and the files they refer to', () => {
  const inParameter = (reference: string): string =>
    JSON.stringify({ ...DOCUMENT, paths: { '/x': { get: { parameters: [{ $ref: reference }] } } } });
  const parameter = JSON.stringify({
    p: { name: 'found', in: 'query', schema: { $ref: '#/s' } },
    s: { type: 'boolean' },
  });

  beforeAll(() => {
    mkdirSync(join(folder, 'api', 'sub folder'), { recursive: true });
    writeFileSync(join(folder, 'outside.json'), parameter);
    writeFileSync(join(folder, 'api', 'sub folder', 'inside.json'), parameter);
    symlinkSync(join(folder, 'outside.json'), join(folder, 'api', 'link.json'));
  });

  const cases: readonly [reference: string, found: boolean, stderr: string][] = [
    ['sub%20folder/inside.json#/p', true, ''],
    ['sub folder/inside.json#/p', true, ''],
    ['../outside.json#/p', false, 'if the document may refer to it, pass --allow '],
    ['link.json#/p', false, 'if the document may refer to it, pass --allow '],
    ['https://127.0.0.1:1/x.json#/p', false, 'pass --allow https://127.0.0.1:1.'],
    ['file:///etc/hosts', false, 'pass --allow /etc.'],
    ['gone.json#/p', false, "doesn't exist."],
  ];

  test.each(sample(cases, 3))('a file refers to %s', async (reference, found, expected) => {
    const path = join(folder, 'api', 'openapi.json');
    writeFileSync(path, inParameter(reference));
    const { code, stdout, stderr } = await spawned(['types', path]);
    expect(code).toBe(0);
    expect(stdout.includes('found?: S;')).toBe(found);
    expect(stderr === '').toBe(found);
    expect(stderr).toContain(expected);
  });

  test('a document on the web refers to its own origin only', async () => {
    const requested: (string | undefined)[] = [];
    const serve = (): Promise<ReturnType<typeof createServer>> =>
      new Promise((resolve) => {
        const server = createServer(({ url, headers: { host } }, response) => {
          requested.push(`${host} ${url}`);
          const reference = new URL(url ?? '', 'http://h').searchParams.get('ref');
          response.end(reference === null ? parameter : inParameter(reference));
        });
        server.listen(0, '127.0.0.1', () => resolve(server));
      });
    const [origin, other] = await Promise.all([serve(), serve()]);
    const [originPort, otherPort] = [origin, other].map((server) => (server.address() as AddressInfo).port);
    try {
      const url = (reference: string): string =>
        `http://127.0.0.1:${originPort}/openapi?ref=${encodeURIComponent(reference)}`;
      const good = await spawned(['types', url('/p.json#/p')]);
      expect(good).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('found?: S;') });
      const bad = await spawned(['types', url(`http://127.0.0.1:${otherPort}/p.json#/p`)]);
      expect(bad).toMatchObject({ code: 0, stderr: expect.stringContaining(`pass --allow http://127.0.0.1:${otherPort}.`) }); // prettier-ignore
      expect(bad.stdout).not.toContain('found');
      expect(requested.filter((line) => line?.includes(`:${otherPort} `))).toStrictEqual([]);
    } finally {
      origin.close();
      other.close();
    }
  });

  test("--output writes a file, and reports one that can't be written", async () => {
    const output = join(folder, 'routes.d.ts');
    const document = JSON.stringify(DOCUMENT);
    expect(await spawned(['types', '-', '--output', output], document)).toStrictEqual({ code: 0, stdout: '', stderr: '' }); // prettier-ignore
    expect(readFileSync(output, 'utf8')).toContain('"GET /x": {};');
    const failed = await spawned(['types', '-', '-o', join(folder, 'no', 'such', 'folder')], document);
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining("can't be written: ENOENT") });
  });
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
