import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder, serveStatic } from './static-server.mjs';

let root = '';
/** @type {Awaited<ReturnType<typeof serveStatic>>} */
let server;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  for (const folder of ['site/deep', 'files']) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ['site/index.html', 'site/404.html', 'site/deep/a b.js', 'files/x.bin', 'secret.html'])
    writeFileSync(join(root, path), path);
  server = await serveStatic(
    { '/a/': join(root, 'site'), '/files/': join(root, 'files') },
    { '/': 'the page', '/own.js': 'script' },
    { 'x-header': 'yes' },
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The path as it is: `fetch` would resolve its dots. @param {string} path @returns {Promise<import('node:http').IncomingMessage>} */
const get = (path) =>
  new Promise((resolve, reject) => {
    request(server.url, { path }, resolve).on('error', reject).end();
  });

test.each([
  ['/', 200, 'text/html; charset=utf-8', 'the page'],
  ['/own.js', 200, 'text/javascript; charset=utf-8', 'script'],
  ['/a/', 200, 'text/html; charset=utf-8', 'site/index.html'],
  ['/a/deep/a%20b.js?x=1', 200, 'text/javascript; charset=utf-8', 'site/deep/a b.js'],
  ['/a/missing', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/a/deep', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/a/deep/', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/a/index.html/x', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/a/..%2fsecret.html', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/a/%2e%2e%2f%2e%2e%2fsecret.html', 404, 'text/html; charset=utf-8', 'site/404.html'],
  ['/files/x.bin', 200, 'application/octet-stream', 'files/x.bin'],
  ['/files/missing', 404, 'text/html; charset=utf-8', ''],
  ['/elsewhere', 404, 'text/html; charset=utf-8', ''],
])('%s: %i, %s', async (path, status, type, content) => {
  const response = await get(path);
  expect([response.statusCode, response.headers['content-type'], await text(response)]).toEqual([
    status,
    type,
    content,
  ]);
  expect(response.headers).toMatchObject({ 'x-header': 'yes', vary: 'accept-encoding' });
  expect(response.headers).not.toHaveProperty('content-encoding');
});

test('compresses where the client accepts it, and what has changed since anew', async () => {
  const path = join(root, 'site', 'changing.js');
  for (const content of ['first', 'second']) {
    writeFileSync(path, content);
    const response = await fetch(`${server.url}/a/changing.js`);
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', content]);
  }
});

test('a folder has the url of its base', async () => {
  const folder = await serveFolder(join(root, 'site'), '/x/y/');
  try {
    expect(folder.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/x\/y\/$/);
    expect(await (await fetch(folder.url)).text()).toBe('site/index.html');
  } finally {
    await folder.stop();
  }
});
