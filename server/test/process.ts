/** The server as a process of its own, bundled out of its sources. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The line with which a server says where it listens. */
export async function firstLine(
  child: ChildProcessWithoutNullStreams,
): Promise<{ event: string; grpc: string; gateway: string }> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(String(line));
}

export interface ServerProcesses {
  /** Starts a server that ends with its test. */
  readonly start: (args: string[], env?: Record<string, string>) => ChildProcessWithoutNullStreams;
  /** Where a file may be that is removed after the tests. */
  readonly pathOf: (name: string) => string;
}

/** Bundles the server before the tests of a file. */
export function serverProcesses(): ServerProcesses {
  const running: ChildProcessWithoutNullStreams[] = [];
  let folder = '';
  const pathOf = (name: string): string => join(folder, name);

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
    pathOf,
    start(args, env = {}) {
      const child = spawn(process.execPath, [pathOf('server-main.js'), ...args], { env: { ...process.env, ...env } });
      running.push(child);
      return child;
    },
  };
}
