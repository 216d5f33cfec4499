/**
 * Serves a folder as a static host does: under a path, compressed, with the page of missing addresses.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

/**
 * Starts a server on any free port of this machine.
 *
 * @param {string} folder
 * @param {string} base the path of the folder: `/a/b/`
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` is that of the folder
 */
export async function serveFolder(folder, base) {
  const server = createServer((request, response) => {
    answer(folder, base, request, response).catch((error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * @param {string} folder
 * @param {string} base
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, base, request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const found = pathname.startsWith(base) ? await readInside(folder, pathname.slice(base.length)) : undefined;
  const content = found?.content ?? (await readInside(folder, '404.html'))?.content ?? Buffer.from('');
  const headers = {
    'content-type': TYPES[extname(found?.path ?? '404.html')] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  };
  response.writeHead(found === undefined ? 404 : 200, headers).end(gzipSync(content));
}

/** @param {string} folder @param {string} path */
async function readInside(folder, path) {
  const name = normalize(decodeURIComponent(path === '' || path.endsWith('/') ? `${path}index.html` : path));
  if (name.startsWith(`..${sep}`)) return undefined;
  try {
    return { path: name, content: await readFile(join(folder, name)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return undefined;
    throw error;
  }
}
