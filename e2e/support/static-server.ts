import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readPort } from './ports.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves files as any static host would, compressed where the browser accepts it.
 * @param folders path prefix (`/play/`) → folder
 * @param pages path → text, for pages that aren't files
 */
export async function serveStatic(
  folders: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>> = {},
) {
  async function read(path: string): Promise<Buffer | string | undefined> {
    if (pages[path] !== undefined) return pages[path];
    const prefix = Object.keys(folders).find((candidate) => path.startsWith(candidate));
    if (prefix === undefined) return undefined;
    const file = normalize(path.slice(prefix.length) || 'index.html');
    return file.startsWith('..') ? undefined : readFile(join(folders[prefix] ?? '', file)).catch(() => undefined);
  }
  const compressed = new Map<string, Buffer>();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const content = await read(pathname);
    const type = TYPES[extname(pathname)] ?? 'text/html; charset=utf-8';
    if (content === undefined) {
      response.writeHead(404, { 'content-type': type }).end();
      return;
    }
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      response.writeHead(200, { 'content-type': type }).end(content);
      return;
    }
    const small = compressed.get(pathname) ?? gzipSync(content, { level: 9 });
    compressed.set(pathname, small);
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', vary: 'accept-encoding' }).end(small);
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${readPort(server)}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
