import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { readFirstPort } from './global-setup.js';
import { Playground } from './playground.js';
import { readLines, start, stop } from '../../process/processes.mjs';

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

/**
 * Starts a stack and waits until it is ready.
 * @param firstPort the first port to try: this one for the page, the next for the bridge, then the server
 */
export async function startStack(bridgeKind: BridgeKind, firstPort: number): Promise<Stack> {
  const ports = ['--port', '--bridge-port', '--server-port'].flatMap((flag, index) => [flag, `${firstPort + index}`]);
  const args = ['dev/commands/main.mjs', 'start', '--bridge', bridgeKind, ...ports, '--json'];
  const child = start(process.execPath, args, { cwd: ROOT });
  const errors: string[] = [];
  const state = { isReady: false };
  readLines(child.stderr, (line) => {
    // Nothing, unless a part of it ends too early.
    if (state.isReady) console.error(`${args.join(' ')}: ${line}`);
    else errors.push(line);
  });
  const end = () => {
    state.isReady = false;
    return stop(child, STOP_MS);
  };
  try {
    const ready = await new Promise<string>((resolve, reject) => {
      const fail = (problem: string) => reject(new Error(`${problem}\n${errors.join('\n')}`));
      setTimeout(fail, READY_MS, `Not ready after ${READY_MS} ms.`).unref();
      child.once('exit', (code) => fail(`Ended with code ${code} before it was ready.`));
      readLines(child.stdout, resolve);
    });
    state.isReady = true;
    return { ...(JSON.parse(ready) as Omit<Stack, 'stop'>), stop: end };
  } catch (error) {
    await end();
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
  /** The page, opened and ready: keys pressed before would be lost. */
  readonly playground: Playground;
  /** A page in a separate context: a reused context keeps the clock that a test has installed. */
  readonly freshPage: Page;
  /** Fails a test whose page had an uncaught exception or a violation of its content security policy. */
  readonly noPageErrors: void;
}

interface WorkerFixtures extends StackOptions {
  /** One stack for all tests of a worker that leave it unchanged. */
  readonly stack: Stack;
}

/** Clears what an earlier test has stored in this tab, from a page of the same origin without the playground. */
export async function forget({ page, stack }: { readonly page: Page; readonly stack: Stack }): Promise<void> {
  await page.goto(new URL('manifest.webmanifest', stack.url).href);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('endpoint.js:library').addEventListener('success', resolve);
    });
  });
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
  playground: async ({ page, stack }, use) => {
    await page.goto(stack.url);
    const playground = new Playground(page);
    await expect(playground.line).toContainText('Built');
    await use(playground);
  },
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

export { expect };
