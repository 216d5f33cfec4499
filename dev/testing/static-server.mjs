/**
 * Servers on any free port of this machine: of folders as a static host serves them, and of responses by a function.
 * By hand: a static host rewrites nothing and has a 404.html, unlike Vite's preview.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Starts a server.
 *
 * @param {import('node:http').RequestListener} listener
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` without a slash at its end
 */
export async function startServer(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const HTML = 'text/html; charset=utf-8';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

/** The 404 page. */
const MISSING = '404.html';

/**
 * Serves files as any static host would, compressed where the client accepts it. A folder's `404.html` answers its missing addresses.
 *
 * @param {Readonly<Record<string, string>>} folders path prefix (`/play/`) → folder
 * @param {Readonly<Record<string, string>>} [pages] path → text, for pages that aren't files
 * @param {Readonly<Record<string, string>>} [headers] of every response
 */
export async function serveStatic(folders, pages = {}, headers = {}) {
  return startServer((request, response) => {
    answer(folders, pages, headers, request, response).catch((error) => response.destroy(error));
  });
}

/**
 * Serves one folder, as {@link serveStatic} does; `url` is that of the folder.
 *
 * @param {string} folder
 * @param {string} base the path of the folder: `/a/b/`
 */
export async function serveFolder(folder, base) {
  const { url, stop } = await serveStatic({ [base]: folder }, {}, { 'cache-control': 'no-cache' });
  return { url: url + base, stop };
}

/** Compressed once: pages are measured while they load. @type {Map<string, { content: Buffer, compressed: Buffer }>} */
const compressions = new Map();

/** @param {string} key @param {Buffer} content */
function compress(key, content) {
  const known = compressions.get(key);
  if (known?.content.equals(content)) return known.compressed;
  const compressed = gzipSync(content, { level: 9 });
  compressions.set(key, { content, compressed });
  return compressed;
}

/**
 * @param {Readonly<Record<string, string>>} folders
 * @param {Readonly<Record<string, string>>} pages
 * @param {Readonly<Record<string, string>>} headers
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folders, pages, headers, request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const { status, content, type, key } = await read(folders, pages, pathname);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('content-type', type);
  response.setHeader('vary', 'accept-encoding');
  const compressed = /\bgzip\b/.test(String(request.headers['accept-encoding'])) && content.length > 0;
  if (compressed) response.setHeader('content-encoding', 'gzip');
  response.writeHead(status).end(compressed ? compress(key, content) : content);
}

/**
 * @param {Readonly<Record<string, string>>} folders
 * @param {Readonly<Record<string, string>>} pages
 * @param {string} path
 */
async function read(folders, pages, path) {
  const page = pages[path];
  if (page !== undefined)
    return { status: 200, content: Buffer.from(page), type: TYPES[extname(path)] ?? HTML, key: path };
  const prefix = Object.keys(folders).find((candidate) => path.startsWith(candidate));
  const folder = prefix === undefined ? undefined : folders[prefix];
  if (prefix === undefined || folder === undefined)
    return { status: 404, content: Buffer.alloc(0), type: HTML, key: path };
  const name = path.slice(prefix.length);
  const file = decodeURIComponent(name === '' || name.endsWith('/') ? `${name}index.html` : name);
  const content = await readInside(folder, file);
  if (content !== undefined) {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return { status: 200, content, type, key: join(folder, file) };
  }
  const missing = (await readInside(folder, MISSING)) ?? Buffer.alloc(0);
  return { status: 404, content: missing, type: HTML, key: join(folder, MISSING) };
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<Buffer | undefined>} undefined for a missing file, and for one outside of the folder
 */
async function readInside(folder, path) {
  const name = normalize(path);
  if (name === '..' || name.startsWith(`..${sep}`)) return undefined;
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
