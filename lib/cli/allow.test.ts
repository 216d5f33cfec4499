/** Which files a document may refer to, and what `--allow` adds: each refused file names the flag that allows it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../test/cli-io.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoint-allow-')));
const parameter = JSON.stringify({ p: { name: 'found', in: 'query', schema: { type: 'boolean' } } });
const write = (reference: string): string =>
  JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: { parameters: [{ $ref: reference }] } } } });

/** Two origins; each has a document that refers to a url of its query, a parameter, and a redirect. */
const servers: Server[] = [];
const requested: string[] = [];

beforeAll(async () => {
  for (const name of ['api/a folder', 'common/dee', 'common/deep', 'it is $(here)'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of [
    'outside.json',
    'common/deep/p.json',
    'it is $(here)/p.json',
    'api/..p.json',
    'api/a folder/p.json',
  ])
    writeFileSync(join(folder, name), parameter);
  symlinkSync(join(folder, 'common', 'deep', 'p.json'), join(folder, 'api', 'link.json'));
  symlinkSync(join(folder, 'common'), join(folder, 'linked'));
  for (const _ of ['first', 'second']) {
    const server = createServer(({ url = '', headers: { host } }, response) => {
      requested.push(`${host}${url}`);
      const { pathname, searchParams } = new URL(url, 'http://h');
      if (pathname === '/redirect') response.writeHead(302, { location: searchParams.get('to') ?? '' });
      response.end(pathname === '/openapi.json' ? write(searchParams.get('ref') ?? '') : parameter);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const server of servers) server.close();
});

/** Puts the folder and the origins into a text. */
const fill = (text: string): string =>
  text
    .replaceAll('<folder>', folder)
    .replace(/<(first|second)>/g, (_, name) => `http://127.0.0.1:${((servers[name === 'first' ? 0 : 1] as Server).address() as AddressInfo).port}`); // prettier-ignore

test.skipIf(process.platform === 'win32').each<
  [document: string, reference: string, flag: string, others?: readonly string[]]
>([
  // The document, its reference, the flag that a refusal names, and flags that aren't enough.
  ['file', '../outside.json#/p', '<folder>', ['<folder>/common', '<first>']],
  ['file', '../common/deep/p.json#/p', '<folder>/common/deep', ['<folder>/common/dee', '<folder>/api']],
  ['file', 'link.json#/p', '<folder>/common/deep'],
  ['file', '../linked/deep/p.json#/p', '<folder>/common/deep'],
  ['file', 'file://<folder>/outside.json#/p', '<folder>'],
  ['file', '../it%20is%20$(here)/p.json#/p', "'<folder>/it is $(here)'"],
  ['file', '<first>/p.json#/p', '<first>', ['<second>', '<folder>']],
  ['url', '<second>/p.json#/p', '<second>', ['<folder>']],
  ['text', '<folder>/outside.json#/p', '<folder>'],
  ['text', '<first>/p.json#/p', '<first>'],
])('a %s refers to %s', async (kind, reference, flag, others = []) => {
  const text = write(fill(reference));
  const path = join(folder, 'api', 'openapi.json');
  writeFileSync(path, text);
  const location = { file: path, text: '-', url: fill('<first>/openapi.json?ref=') + encodeURIComponent(fill(reference)) }[kind] ?? ''; // prettier-ignore
  const run = (...places: readonly string[]) =>
    runCommand(['types', location, ...places.flatMap((place) => ['--allow', fill(place)])], text);
  const allowed = flag.replace(/^'|'$/g, '');
  for (const places of [[], ...others.map((place) => [place])]) {
    requested.length = 0;
    const refused = await run(...places);
    expect(refused).toMatchObject({ code: 0, stdout: expect.stringContaining('"GET /x": {};') });
    expect(refused.stderr).toMatch(/^warning: [^\n]* is not read; if the document may refer to it, pass --allow [^\n]*\.\n$/);
    expect(refused.stderr).toContain(` --allow ${fill(flag)}.\n`);
    expect(requested.filter((url) => /^[^/]*:\d+\/p\.json/.test(url))).toEqual([]);
  }
  for (const places of [[allowed], ['<second>', '<folder>/api', allowed]])
    expect(await run(...places)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('found?: boolean;') });
}); // prettier-ignore

test.each([
  ['file', 'a%20folder/p.json#/p'],
  ['file', 'a folder/p.json#/p'],
  ['file', '..p.json#/p'],
  ['url', '/p.json#/p'],
])('a %s refers to %s, which is beside it', async (kind, reference) => {
  const path = join(folder, 'api', 'openapi.json');
  writeFileSync(path, write(reference));
  const location = kind === 'file' ? path : fill('<first>/openapi.json?ref=') + encodeURIComponent(reference);
  expect(await runCommand(['types', location])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('found?: boolean;'),
  });
});

test('a file that is beside a document, but gone', async () => {
  const path = join(folder, 'api', 'openapi.json');
  writeFileSync(path, write('gone.json#/p'));
  expect(await runCommand(['types', path])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("doesn't exist."),
  });
});

test('a folder allows those below it, and links to it', async () => {
  const path = join(folder, 'api', 'openapi.json');
  writeFileSync(path, write('../common/deep/p.json#/p'));
  for (const name of ['common', 'linked', '.', 'api/..'])
    expect(await runCommand(['types', path, '--allow', join(folder, name)])).toMatchObject({ code: 0, stderr: '' });
});

test.each(['<folder>/gone', '<second>/any', '<second>?a', 'http://u@h', 'ftp://h', ''])(
  '--allow %j is neither a folder nor an origin',
  async (place) => {
    const path = join(folder, 'api', 'openapi.json');
    const outcome = await runCommand(['types', path, '--allow', fill(place)]);
    const stderr = expect.stringContaining(
      `--allow: ${JSON.stringify(fill(place))} is neither a folder nor an origin;`,
    );
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr });
  },
);

test('a redirect leads to allowed origins only', async () => {
  const path = join(folder, 'api', 'openapi.json');
  writeFileSync(path, write(fill('<first>/redirect?to=<second>/p.json#/p')));
  requested.length = 0;
  const refused = await runCommand(['types', path, '--allow', fill('<first>')]);
  expect(refused.stderr).toContain(fill('it redirects to another origin); if you trust that, pass --allow <second>.'));
  expect(requested.filter((url) => /^[^/]*:\d+\/p\.json/.test(url))).toEqual([]);
  const allowed = await runCommand(['types', path, '--allow', fill('<first>'), '--allow', fill('<second>')]);
  expect(allowed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('found?: boolean;') });
});
