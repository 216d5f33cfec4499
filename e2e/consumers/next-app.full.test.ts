/** The packed packages in an app of Next: in a server component, a client component and a route handler in the edge runtime. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import { collectCleanups, FIND_MS } from '../../envoy/test/envoy.js';
import { freePort } from '../../process/ports.mjs';
import { run, start, stop } from '../../process/processes.mjs';
import { ENGINES } from '../../dev/testing/engines/index.mjs';
import { installProject } from './project.js';
import { ask, runProgram, startServices, type Results, type Services } from './test/services.js';

const WORKS = { '`endpoint.js`': 'works', '`endpoint.js-client`': 'works' };
const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

const { defer } = collectCleanups();
let services: Services;
let reference: Results;
let site: string;
let version: string;
beforeAll(async () => {
  const folder = await installProject('next-app', ['lib', 'client']);
  for (const name of ['suite.js', 'modules.js', 'main.js'])
    cpSync(join(import.meta.dirname, 'runtimes', name), join(folder, name));
  const next = join(folder, 'node_modules', 'next');
  version = (JSON.parse(readFileSync(join(next, 'package.json'), 'utf8')) as { version: string }).version;
  const command = [join(next, 'dist', 'bin', 'next')];
  const { failure, output } = await run(process.execPath, [...command, 'build'], { cwd: folder, env: ENV });
  if (failure !== undefined) throw new Error(`next build ${failure}:\n${output}`);
  const port = await freePort(24_950);
  site = `http://127.0.0.1:${port}`;
  services = await startServices([site]);
  defer(() => services.stop());
  reference = await runProgram([process.execPath, 'main.js'], folder, services.settings);
  const serve = ['start', '--hostname', '127.0.0.1', '--port', `${port}`];
  const child = start(process.execPath, [...command, ...serve], { cwd: folder, env: ENV });
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  defer(() => stop(child));
}, FIND_MS);

const settings = (): string => JSON.stringify(services.settings);

test('a server component', async () => {
  const response = await ask(`${site}/page?settings=${encodeURIComponent(settings())}`);
  const [, text = ''] = /<pre>(.*?)<\/pre>/.exec(await response.text()) ?? [];
  expect(JSON.parse(decodeURIComponent(text))).toEqual(reference);
  recordSupport('runtimes', 'Next, server', { version, ...WORKS });
});

test('a route handler in the edge runtime', async () => {
  const response = await ask(site, { method: 'POST', body: settings() });
  const found = JSON.parse(await response.text()) as Results;
  expect(found).toEqual(reference);
  recordSupport('runtimes', 'Next, edge', { version, ...WORKS });
});

test('a client component', async () => {
  const page = await ENGINES.Chromium(console.error);
  defer(() => page.close());
  await page.open(`${site}/page`);
  const waiting = `new Promise((settle) => {
    const timer = setInterval(() => globalThis.runSuite && settle(clearInterval(timer)), 20);
  })`;
  const found = await page.evaluate(`${waiting}.then(() => runSuite(${JSON.stringify(settings())}))`);
  const { same, relative, userAgents } = JSON.parse(String(found)) as Results;
  // A page has an origin, so that a relative host is one.
  expect([same, relative]).toEqual([reference.same, '']);
  expect(userAgents.filter((agent) => agent.includes('endpoint.js'))).toEqual([]);
  recordSupport('runtimes', 'Next, client', { version: `${version}, ${page.version}`, ...WORKS });
});
