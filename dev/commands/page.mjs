/**
 * Serves the page of `npm start` and `npm run dev`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { WATCHED } from './restart.mjs';

/**
 * Serves the built playground, or its sources, updated at every change.
 *
 * @param {object} options
 * @param {number} options.port on 127.0.0.1; a taken one is an error
 * @param {import('node:events').EventEmitter | undefined} options.edits for the sources alone: gets `edit` with the path of each file
 *   that changes in a watched folder of the server
 * @param {{ bridge?: string }} options.address of the bridge, once it is known
 * @returns {Promise<{ stop: () => Promise<void> }>}
 * @throws {Error} when it can't listen
 */
export async function startPage({ port, edits, address }) {
  // Imported only now: Vite exists once the packages are installed.
  const vite = await import('vite');
  const configFile = join(ROOT, 'vite.config.ts');
  const listen = { port, host: '127.0.0.1', strictPort: true };
  // Vite ends the whole process on SIGTERM, before the server and Envoy are stopped.
  const release = keepListeners();
  try {
    const plugins = [answerBridge(address), keepAssets, ...(edits === undefined ? [] : [reportEdits(edits)])];
    const options = /** @type {const} */ ({ configFile, plugins, logLevel: 'warn', clearScreen: false });
    const server = edits
      ? await (await vite.createServer({ ...options, server: listen })).listen()
      : await vite.preview({ ...options, preview: listen });
    return { stop: () => server.close() };
  } finally {
    release();
  }
}

/**
 * Answers the page's question for its bridge with the address as it is at that moment.
 *
 * @param {{ bridge?: string }} address
 * @returns {import('vite').Plugin}
 */
function answerBridge(address) {
  const answer = (/** @type {import('vite').ViteDevServer | import('vite').PreviewServer} */ { middlewares }) => {
    middlewares.use('/bridge.json', (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'no-store');
      response.end(JSON.stringify(address));
    });
  };
  return { name: 'bridge-address', configureServer: answer, configurePreviewServer: answer };
}

/**
 * Lets browsers keep the built files whose names contain a hash: with the file, they keep its compiled code. The page is the response
 * for a missing file too, and must not be kept as one.
 *
 * @type {import('vite').Plugin}
 */
const keepAssets = {
  name: 'keep-assets',
  configurePreviewServer({ middlewares, config }) {
    middlewares.use('/assets', ({ url = '' }, response, next) => {
      if (/^\/[\w.-]+$/.test(url) && existsSync(join(config.root, config.build.outDir, 'assets', url)))
        response.setHeader('cache-control', 'max-age=31536000, immutable');
      next();
    });
  },
};

/**
 * Lets Vite's watcher, which works alike on every system, watch the server's sources too. As a plugin, because Vite starts anew with
 * another watcher when its configuration is edited.
 *
 * @param {import('node:events').EventEmitter} edits
 * @returns {import('vite').Plugin}
 */
function reportEdits(edits) {
  return {
    name: 'server-edits',
    configureServer({ watcher }) {
      watcher.add(WATCHED.map((folder) => join(ROOT, folder)));
      watcher.on('all', (_, path) => edits.emit('edit', path));
    },
  };
}

/**
 * Remembers the listeners for SIGTERM.
 *
 * @returns {() => void} removes the listeners that were added since
 */
function keepListeners() {
  const before = process.listeners('SIGTERM');
  return () => {
    for (const listener of process.listeners('SIGTERM')) {
      if (!before.includes(listener)) process.off('SIGTERM', listener);
    }
  };
}
