import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { readFirstPort } from './global-setup.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type BridgeKind = 'envoy' | 'embedded';

/** Server, bridge and page, as `npm start` starts them. */
export interface Stack {
  /** Address of the page. */
  readonly url: string;
  /** Address of the bridge. */
  readonly bridge: string;
  readonly bridgeKind: BridgeKind;
  readonly pids: { readonly server: number; readonly envoy: number | null };
  /** Stops everything, and waits for the end. */
  stop(): Promise<void>;
}

const READY_MS = 600_000;
const STOP_MS = 20_000;

function isStack(value: unknown): value is Omit<Stack, 'stop'> {
  return typeof value === 'object' && value !== null && 'url' in value && 'bridge' in value && 'pids' in value;
}

async function stop(child: ChildProcess): Promise<void> {
  child.stderr?.removeAllListeners('data').resume();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

/**
 * Starts a stack and waits until it is ready.
 * @param firstPort the first port to try: this one for the page, the next for the bridge, then the server
 */
export async function startStack(bridgeKind: BridgeKind, firstPort: number): Promise<Stack> {
  const ports = ['--port', '--bridge-port', '--server-port'].flatMap((flag, index) => [
    flag,
    String(firstPort + index),
  ]);
  const args = ['dev/commands/main.mjs', 'start', '--bridge', bridgeKind, ...ports, '--json'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ready = new Promise<Omit<Stack, 'stop'>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready after ${READY_MS} ms.\n${output}`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`Ended with code ${code} before it was ready.\n${output}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer);
      const value: unknown = JSON.parse(line);
      if (isStack(value)) resolve(value);
      else reject(new Error(`A ready stack prints something else: ${line}`));
    });
  });
  try {
    const stack = await ready;
    // Nothing, unless a part of it ends too early.
    child.stderr.on('data', (chunk: Buffer) => console.error(`${stack.url}: ${chunk.toString().trim()}`));
    return { ...stack, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

export interface StackOptions {
  readonly bridgeKind: BridgeKind;
}

interface TestFixtures {
  /** Stops a server at the end of the test. */
  readonly untilEnd: <Server extends { stop(): Promise<void> }>(server: Server) => Server;
  /** Skips a test that needs Envoy where Envoy is turned off. */
  readonly bridgeAllowed: void;
  /** Revokes the permissions of a test, which a reused context keeps. */
  readonly noPermissionsKept: void;
  /** A page in a separate context: a reused context keeps the clock that a test has installed. */
  readonly freshPage: Page;
  /** Fails a test whose page had an uncaught exception or a violation of its content security policy. */
  readonly noPageErrors: void;
}

interface WorkerFixtures extends StackOptions {
  /** One stack for all tests of a worker that leave it unchanged. */
  readonly stack: Stack;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the fixtures come first, and none is used
  untilEnd: async ({}, use) => {
    const servers: { stop(): Promise<void> }[] = [];
    await use((server) => {
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },
  bridgeKind: ['embedded', { option: true, scope: 'worker' }],
  stack: [
    async ({ bridgeKind }, use, { parallelIndex }) => {
      const stack = await startStack(bridgeKind, readFirstPort(parallelIndex));
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: READY_MS + STOP_MS },
  ],
  bridgeAllowed: [
    async ({ bridgeKind }, use, testInfo) => {
      const ruledOut = bridgeKind === 'envoy' && process.env['ENDPOINTJS_NO_ENVOY'] === '1';
      testInfo.skip(ruledOut, 'ENDPOINTJS_NO_ENVOY=1 rules Envoy out.');
      await use();
    },
    { auto: true },
  ],
  noPermissionsKept: [
    async ({ context }, use) => {
      await use();
      await context.clearPermissions();
    },
    { auto: true },
  ],
  freshPage: async ({ browser }, use) => {
    const page = await browser.newPage();
    await use(page);
    await page.close();
  },
  noPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) errors.push(message.text());
      });
      await use();
      if (errors.length > 0) throw new Error(`In the page:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
