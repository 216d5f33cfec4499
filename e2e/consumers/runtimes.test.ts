/** The packed packages in Node, in pages from `file:`, and in sandboxed frames. Other runtimes: runtimes.full.test.ts. */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import { ROOT } from '../../dev/commands/build.mjs';
import { full, sample } from '../../dev/testing/full.js';
import { install } from '../../dev/testing/installed.js';
import { FIND_MS } from '../../envoy/test/envoy.js';
import { ENGINES } from '../../dev/testing/engines/index.mjs';
import type { Page } from '../../dev/testing/engines/page.js';
import { serveStatic } from '../../dev/testing/static-server.mjs';
import { CLIENT, framingPage, startCdn, suitePage, writeFilePage } from './test/pages.js';
import { runProgram, startServices, type Results, type Services } from './test/services.js';

const SUITE = join(import.meta.dirname, 'runtimes');
const PROJECT = join(ROOT, '.cache', 'consumers', 'pages');

let services: Services;
let reference: Results;
let cdn: Awaited<ReturnType<typeof startCdn>>;
beforeAll(async () => {
  rmSync(PROJECT, { recursive: true, force: true });
  mkdirSync(PROJECT, { recursive: true });
  await install(PROJECT, {
    packages: ['lib', 'client'],
    dependencies: ['@improbable-eng/grpc-web', 'google-protobuf'],
  });
  cpSync(SUITE, PROJECT, { recursive: true });
  services = await startServices(['null']);
  reference = await runProgram([process.execPath, 'main.js'], PROJECT, services.settings);
  cdn = await startCdn(PROJECT);
  return async () => {
    await cdn.stop();
    await services.stop();
  };
}, FIND_MS);

describe('Node', () => {
  test('gives the results that are expected', () => {
    const { builds, fetched, calls, unreachable, expanded, matched } = JSON.parse(reference.same);
    expect(builds.map(({ code, url }: { code?: string; url: string }) => code ?? url)).toEqual([
      'https://api.github.com/repos/o/r/issues?state=%C3%B6pen%20%E2%9C%93&page=2',
      'https://api.github.com/user/repos',
      'https://api.github.com/files/a%20b/c?list=1,2&k=v#x',
      expect.stringMatching(/since=1970-01-01.*&big=100000000000000000000$/),
      'https://api.github.com/o',
      'https://h/api/a?c%5B%5D=1&c%5B%5D=2',
      'missing-parameter',
      'unsafe-value',
      'invalid-value',
    ]);
    expect([expanded, matched]).toEqual(['/x/y?b=%E2%9C%93&d=e', { b: 'ü', c: '1' }]);
    expect(fetched.map(({ method, url, type, body }: Record<string, string>) => [method, url, type, body])).toEqual([
      ['GET', '/items/%C3%A9%2F%C3%BC?q=%E2%9C%93%20%25', '', ''],
      ['PATCH', '/items/1', 'application/json; charset=utf-8', '{"name":"😀","tags":["a","b"]}'],
      ['POST', '/form', 'application/x-www-form-urlencoded', 'a=%C3%BC&b=1&b=2'],
    ]);
    expect(calls).toHaveLength(services.settings.hosts.length);
    for (const call of calls) {
      expect(call).toEqual({
        answer: {
          success: true,
          message: '{"code":"echo","str1":"ü ✓ 😀","str2":"{}","int_value":-1}',
          status: 'OK',
          attempts: 1,
        },
        refused: { code: 3, name: 'INVALID_ARGUMENT' },
        late: { code: 4, name: 'DEADLINE_EXCEEDED' },
        cancelled: { code: 1, name: 'CANCELLED' },
      });
    }
    expect(unreachable).toBe(14);
    expect(reference.relative).toContain('TypeError: host: "/api" is relative, but there is no page;');
    expect(new Set(reference.userAgents)).toEqual(new Set(['acme-endpoint.js/0.1.0']));
  });

  test('gives the same to CommonJS', async () => {
    expect(await runProgram([process.execPath, 'main.cjs'], PROJECT, services.settings)).toEqual(reference);
  });
});

/** With import maps: since Chrome 89, Firefox 108, Safari 16.4. */
const engines = Object.entries(ENGINES).filter(([name]) => name !== 'WPE WebKit 2.38');

describe.each(sample(engines))('%s', (name, openEngine) => {
  let page: Page;
  beforeAll(async () => {
    page = await openEngine(console.error);
  }, FIND_MS);
  afterAll(() => page.close());

  /** Opens a page whose scripts run the suite, and checks what they found. */
  const check = async (row: string, address: string): Promise<void> => {
    await page.open(address);
    await expect.poll(() => page.evaluate('"finished" in globalThis')).toBe(true);
    const found = (await page.evaluate('globalThis.finished')) as { results: string; scriptTag: string };
    const { same, userAgents, relative } = JSON.parse(found.results) as Results;
    expect(same).toBe(reference.same);
    expect(found.scriptTag).toBe(JSON.stringify(JSON.parse(reference.same).builds));
    expect(userAgents.filter((agent) => agent.includes('endpoint.js'))).toEqual([]);
    expect(relative).toContain('TypeError: host: "/api" is relative, but its page has an opaque origin');
    if (!full || name !== 'Chromium') return;
    recordSupport('runtimes', row, {
      version: page.version,
      '`endpoint.js`': 'works, by a script tag and from a CDN',
      '`endpoint.js-client`': 'works, from a CDN',
    });
  };

  test('a page from file:, with a script tag beside it, and modules of a CDN', async () => {
    await check('`file://` page', writeFilePage(PROJECT, cdn.url, services.settings));
  });

  test('a frame that may only run scripts', async () => {
    const content = suitePage(cdn.url, services.settings);
    const site = await serveStatic({}, { '/': framingPage('src="frame.html"'), '/frame.html': content });
    await check('sandboxed frame', site.url);
    await site.stop();
  });

  // Browsers refuse them. Only the profile of an automated Firefox allows them, so it shows that they would run.
  const allowed = name === 'Firefox ESR';
  test(`modules beside a page from file: are ${allowed ? 'run' : 'refused'}`, async () => {
    const address = writeFilePage(PROJECT, '.', services.settings);
    if (allowed) return check('`file://` page', address);
    await page.open(address);
    expect(await page.evaluate('[typeof endpointJs, typeof finished]')).toEqual(['object', 'undefined']);
  });

  test('the page without a bundler in the guide of the client', async () => {
    const [, example = ''] =
      /^```html\n([^]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/guides/client.md'), 'utf8')) ?? [];
    const pages = { '/': '' };
    const site = await serveStatic({ '/vendor/': dirname(join(PROJECT, CLIENT)) }, pages);
    const server = createServer({ origins: [site.url] });
    const { gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
    pages['/'] = example.replace('http://127.0.0.1:8080', gateway);
    expect(pages['/']).toContain(gateway);
    await page.open(site.url);
    await expect.poll(() => page.evaluate('document.querySelector("output").textContent')).toBe('/repos/nodejs');
    await server.drain();
    await site.stop();
  });

  const OPAQUE = 'is relative, but its page has an opaque origin';
  const HTTP_404 = '/api/api.ApiService/CallApi returned HTTP 404';
  test.each([
    ['a worker from a blob', 'start(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))', HTTP_404],
    ['a worker from a data: address', 'start("data:text/javascript," + encodeURIComponent(code))', OPAQUE],
    ['a frame of text', 'frame()', HTTP_404],
    ['a sandboxed frame of text', 'frame("allow-scripts")', OPAQUE],
  ])('a relative host in %s', async (_, place, expected) => {
    const site = await serveStatic({}, { '/': '<!doctype html><title>Places</title>' });
    await page.open(site.url);
    const found = await page.evaluate(`new Promise((settle) => {
      const code = ${JSON.stringify(`
        import { createCallClient } from '${cdn.url}/${CLIENT}';
        const call = async () => createCallClient({ host: '/api' }).call({ code: 'echo' });
        call().catch(({ message }) => (globalThis.parent ?? globalThis).postMessage(message, globalThis.parent && '*'));`)};
      const start = (url) => {
        const worker = new Worker(url, { type: 'module' });
        worker.onmessage = ({ data }) => settle(data);
        worker.onerror = ({ message }) => settle('error: ' + message);
      };
      const frame = (sandbox) => {
        addEventListener('message', ({ data }) => settle(data));
        const element = document.createElement('iframe');
        if (sandbox) element.sandbox = sandbox;
        element.srcdoc = '<script type="module">' + code + '</' + 'script>';
        document.body.append(element);
      };
      ${place};
    })`);
    await site.stop();
    expect(found).toContain(expected);
    if (expected === HTTP_404) expect(found).toContain(site.url);
  });
});
