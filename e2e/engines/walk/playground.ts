/** The built playground with a server and its gateway, for a walk in any engine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { build, ROOT } from '../../../dev/commands/build.mjs';
import { serveStatic } from '../../../dev/testing/static-server.mjs';
import { PETS } from '../../support/documents.js';
import { startEchoApi } from '../../support/echo-api.js';

/** Keeps every error of the page, from its beginning: WebDriver shows no console. */
const LISTENERS = `
  window.pageErrors = [];
  const keep = (text) => pageErrors.push(String(text));
  addEventListener('error', ({ message, target }) => {
    // A hint: Firefox reports some for modules that it has loaded. One that can't be loaded rejects its import.
    if (target.rel !== 'modulepreload') keep(message || 'not loaded: ' + target.outerHTML);
  }, true);
  addEventListener('unhandledrejection', (event) => keep(event.reason));
  document.addEventListener('securitypolicyviolation', (event) => keep(event.violatedDirective + ' ' + event.blockedURI));
  const { error } = console;
  console.error = (...parts) => { keep(parts.join(' ')); error(...parts); };
`;

export interface TestPlayground {
  readonly url: string;
  /** The same page at another origin, where nothing is stored. */
  readonly freshUrl: string;
  /** Address of an API that answers each request with its echo. */
  readonly api: string;
  /** Path of an OpenAPI document. */
  readonly openApiFile: string;
  stop(): Promise<void>;
}

export async function startPlayground(): Promise<TestPlayground> {
  await build(['playground'], console.error);
  const dist = join(ROOT, 'playground', 'dist');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const page = html.replace('</title>', '</title><script src="./listeners.js"></script>');
  const site = await serveStatic({ '/': dist }, { '/': page, '/listeners.js': LISTENERS });
  const server = createServer({ origins: [site.url] });
  const { gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  const api = await startEchoApi();
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-walk-'));
  const openApiFile = join(folder, 'pets.yaml');
  writeFileSync(openApiFile, PETS);
  const query = `/?bridge=${encodeURIComponent(gateway)}`;
  return {
    url: site.url + query,
    freshUrl: site.url.replace('127.0.0.1', 'localhost') + query,
    api: api.url,
    openApiFile,
    async stop() {
      rmSync(folder, { recursive: true });
      await api.stop();
      await server.drain();
      await site.stop();
    },
  };
}
