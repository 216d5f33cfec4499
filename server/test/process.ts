/** The server as a separate process, bundled from its sources. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Reads the line in which a server reports its addresses. */
export async function readFirstLine(
  child: ChildProcessWithoutNullStreams,
): Promise<{ event: string; grpc: string; gateway: string }> {
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const end = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened.`);
  });
  return JSON.parse(await Promise.race([line, end]));
}

export interface ServerProcesses {
  /** Starts a server that ends with its test. */
  readonly start: (args: string[], env?: Record<string, string>) => ChildProcessWithoutNullStreams;
  /** The path of a file in a folder that is removed after the tests. */
  readonly resolvePath: (name: string) => string;
}

/** Bundles the server before the tests of a file. */
export function serverProcesses(): ServerProcesses {
  const running: ChildProcessWithoutNullStreams[] = [];
  let folder = '';
  const resolvePath = (name: string): string => join(folder, name);

  beforeAll(async () => {
    // Inside the package, so that Node finds the dependencies; the builder's sources go into this bundle.
    const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'server-'));
    await build({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      logLevel: 'error',
      build: {
        outDir: folder,
        rolldownOptions: { external: (id) => /^[^./\0]/.test(id) && !id.startsWith('endpoint.js') },
      },
      ssr: { noExternal: [/^endpoint\.js/], resolve: { conditions: ['endpoint.js-source'] } },
    });
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  return {
    resolvePath,
    start(args, env = {}) {
      const child = spawn(process.execPath, [resolvePath('main.js'), ...args], { env: { ...process.env, ...env } });
      running.push(child);
      return child;
    },
  };
}
