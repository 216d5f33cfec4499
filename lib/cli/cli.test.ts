/** The built file, as a program. */
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { endpoint } from 'endpoint.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../dev/commands/build.mjs';
import { sample } from '../../dev/testing/full.js';
import type { Outcome } from './test/io.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'dist', 'cli.js');
const DOCUMENT = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/x': { get: {} } } };

let folder = '';

beforeAll(async () => {
  await build(['lib', 'cli'], console.error);
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
}, 200_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spawned(
  args: readonly string[],
  stdin = '',
  options: SpawnOptions & { cli?: string } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [options.cli ?? CLI, ...args], { ...options, stdio: 'pipe' });
  child.stdin?.end(stdin);
  if (!child.stdout || !child.stderr) throw new Error('no pipes');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), stdout, stderr };
}

describe('the program', () => {
  test('begins with what runs it', () => {
    expect(readFileSync(CLI, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test('prints results', async () => {
    const outcome = await spawned(['build', 'GET /repos/{owner}', 'owner=o']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toStrictEqual(endpoint('GET /repos/{owner}', { owner: 'o' }));
  });

  test.each([
    [['build', 'GET /{a}'], 1, /^error missing-parameter: a: .*\n {2}GET \/\{a\}\n {8}\^\n$/],
    [['build'], 2, /^Give a route/],
    [['types', 'nowhere.yaml'], 1, /nowhere\.yaml doesn't exist\.\n$/],
  ])('%j exits with %i', async (args, code, stderr) => {
    const outcome = await spawned(args);
    expect(outcome).toStrictEqual({ code, stdout: '', stderr: expect.stringMatching(stderr) });
  });

  test('reads standard input, and writes more than a pipe holds', async () => {
    const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/x${index}`, { get: {} }]));
    const { code, stdout } = await spawned(['types', '-'], JSON.stringify({ ...DOCUMENT, paths }));
    expect(code).toBe(0);
    expect(stdout.match(/"GET /g)).toHaveLength(4000);
  });

  test('a reader that goes away early is no error', async () => {
    const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/x${index}`, { get: {} }]));
    const child = spawn(process.execPath, [CLI, 'types', '-'], { stdio: 'pipe' });
    const stderr = text(child.stderr);
    child.stdin.end(JSON.stringify({ ...DOCUMENT, paths }));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toStrictEqual([0, null]);
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
    ['../outside.json#/p', false, 'a document may only refer to files beside or below it.'],
    ['link.json#/p', false, 'a document may only refer to files beside or below it.'],
    ['https://127.0.0.1:1/x.json#/p', false, 'a document may only refer to files beside or below it.'],
    ['file:///etc/hosts', false, 'a document may only refer to files beside or below it.'],
    ['gone.json#/p', false, "doesn't exist."],
  ];

  test.each(sample(cases, 3))('a file that refers to %s', async (reference, found, expected) => {
    const path = join(folder, 'api', 'openapi.json');
    writeFileSync(path, inParameter(reference));
    const { code, stdout, stderr } = await spawned(['types', path]);
    expect(code).toBe(0);
    expect(stdout.includes('found?: S;')).toBe(found);
    expect(stderr === '').toBe(found);
    expect(stderr).toContain(expected);
  });

  test('one on the web may refer to its own origin only', async () => {
    const asked: (string | undefined)[] = [];
    const serve = (): Promise<ReturnType<typeof createServer>> =>
      new Promise((resolve) => {
        const server = createServer(({ url, headers: { host } }, response) => {
          asked.push(`${host} ${url}`);
          const reference = new URL(url ?? '', 'http://h').searchParams.get('ref');
          response.end(reference === null ? parameter : inParameter(reference));
        });
        server.listen(0, '127.0.0.1', () => resolve(server));
      });
    const [own, other] = await Promise.all([serve(), serve()]);
    const [ownPort, otherPort] = [own, other].map((server) => (server.address() as AddressInfo).port);
    try {
      const url = (reference: string): string =>
        `http://127.0.0.1:${ownPort}/openapi?ref=${encodeURIComponent(reference)}`;
      const good = await spawned(['types', url('/p.json#/p')]);
      expect(good).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('found?: S;') });
      const bad = await spawned(['types', url(`http://127.0.0.1:${otherPort}/p.json#/p`)]);
      expect(bad).toMatchObject({ code: 0, stderr: expect.stringContaining('may only refer to what is on its own origin') }); // prettier-ignore
      expect(bad.stdout).not.toContain('found');
      expect(asked.filter((line) => line?.includes(`:${otherPort} `))).toStrictEqual([]);
    } finally {
      own.close();
      other.close();
    }
  });

  test('--output writes a file, and says where it can not', async () => {
    const output = join(folder, 'routes.d.ts');
    const document = JSON.stringify(DOCUMENT);
    expect(await spawned(['types', '-', '--output', output], document)).toStrictEqual({ code: 0, stdout: '', stderr: '' }); // prettier-ignore
    expect(readFileSync(output, 'utf8')).toContain('"GET /x": {};');
    const failed = await spawned(['types', '-', '-o', join(folder, 'no', 'such', 'folder')], document);
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining("can't be written: ENOENT") });
  });

  test('without the parser it says what to install', async () => {
    // As npm would install it, beside nothing.
    const installed = join(folder, 'node_modules', 'endpoint.js');
    mkdirSync(installed, { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
    for (const name of [
      'cli.js',
      'cli-processes.js',
      'index.js',
      'explain.js',
      'json.js',
      'har.js',
      'snippets.js',
      'uri-template.js',
      'shared',
    ])
      cpSync(join(ROOT, 'dist', name), join(installed, 'dist', name), { recursive: true });
    const cli = join(installed, 'dist', 'cli.js');
    expect(await spawned(['--version'], '', { cli })).toMatchObject({ code: 0 });
    expect(await spawned(['types', '-'], JSON.stringify(DOCUMENT), { cli })).toStrictEqual({
      code: 1,
      stdout: '',
      stderr:
        'types reads documents with @apidevtools/swagger-parser, which is not installed: npm install --save-dev @apidevtools/swagger-parser@12\n',
    });
  });
});
