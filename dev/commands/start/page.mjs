/**
 * The page: the built playground, or its sources by Vite's development server.
 */
import { join } from 'node:path';
import { ROOT } from '../build.mjs';

/**
 * @param {object} options
 * @param {number} options.port on 127.0.0.1; taken is an error
 * @param {boolean} options.dev from the sources, updating at every change
 * @returns {Promise<{ stop: () => Promise<void> }>}
 * @throws {Error} when it can't listen
 */
export async function startPage({ port, dev }) {
  // Not before: Vite is only there when the packages are installed.
  const vite = await import('vite');
  const configFile = join(ROOT, 'vite.config.ts');
  const listen = { port, host: '127.0.0.1', strictPort: true };
  // Vite would end the whole process on SIGTERM, before the server and Envoy were stopped.
  const release = keepListeners();
  try {
    if (!dev) {
      const server = await vite.preview({ configFile, logLevel: 'warn', preview: listen });
      return { stop: () => server.close() };
    }
    const server = await vite.createServer({ configFile, logLevel: 'warn', clearScreen: false, server: listen });
    await server.listen();
    return { stop: () => server.close() };
  } finally {
    release();
  }
}

/**
 * Remembers who listens for SIGTERM.
 *
 * @returns {() => void} takes away whoever has come since
 */
function keepListeners() {
  const before = process.listeners('SIGTERM');
  return () => {
    for (const listener of process.listeners('SIGTERM')) {
      if (!before.includes(listener)) process.off('SIGTERM', listener);
    }
  };
}
