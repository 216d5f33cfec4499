/** Pages without a bundler that run the suite of the runtimes: their modules come from a folder as of a CDN, by an import map. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '../../../dev/testing/static-server.mjs';
import type { Settings } from '../runtimes/suite.js';

/** The client in one file, in a project. */
export const CLIENT = 'node_modules/endpoint.js-client/dist/endpoint-client.esm.js';

/** The entries that the suite imports, and their files in a project. */
const ENTRIES = {
  'endpoint.js': 'node_modules/endpoint.js/dist/index.js',
  'endpoint.js/explain': 'node_modules/endpoint.js/dist/explain.js',
  'endpoint.js/fetch': 'node_modules/endpoint.js/dist/fetch.js',
  'endpoint.js/uri-template': 'node_modules/endpoint.js/dist/uri-template.js',
  'endpoint.js-client': CLIENT,
};

const SCRIPT_TAG = 'node_modules/endpoint.js/dist/endpoint.min.js';

/** Serves a project with its packages to pages of every origin, as CDNs do. */
export function startCdn(project: string) {
  return serveStatic({ '/': project }, {}, { 'access-control-allow-origin': '*' });
}

const NONCE = 'c3VpdGU';

/** A page that sets `finished` to a promise of the results, and posts them to the page around it. It evaluates no text (CSP). */
export function suitePage(cdn: string, settings: Settings, scriptTag = `${cdn}/${SCRIPT_TAG}`): string {
  const imports = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, `${cdn}/${path}`]));
  const source = cdn === '.' ? 'file:' : cdn;
  const policy = `default-src 'none'; base-uri 'none'; script-src 'nonce-${NONCE}' ${source}; connect-src http://127.0.0.1:*`;
  return `<!doctype html>
<meta charset="utf-8" />
<meta http-equiv="content-security-policy" content="${policy}" />
<title>Suite</title>
<script src="${scriptTag}" nonce="${NONCE}"></script>
<script type="importmap" nonce="${NONCE}">${JSON.stringify({ imports })}</script>
<script type="module" nonce="${NONCE}">
  import { modules } from '${cdn}/modules.js';
  import { buildAll, runSuite } from '${cdn}/suite.js';
  const scriptTag = JSON.stringify(buildAll(endpointJs));
  globalThis.finished = runSuite(modules, ${JSON.stringify(settings)}).then((results) => ({ results, scriptTag }));
  globalThis.finished.then((found) => parent.postMessage(found, '*'));
</script>`;
}

/** A page around a sandboxed frame, with an opaque origin; it sets `finished` to a promise of what the frame posts. */
export function framingPage(attribute: string): string {
  return `<!doctype html>
<title>Framing</title>
<script>
  globalThis.finished = new Promise((settle) => addEventListener('message', ({ data }) => settle(data)));
</script>
<iframe sandbox="allow-scripts" ${attribute}></iframe>`;
}

/** Writes a page beside the packages of a project, for modules of `cdn` or, with `.`, for those; returns its address, with `file:`. */
export function writeFilePage(project: string, cdn: string, settings: Settings): string {
  const file = join(project, 'page.html');
  writeFileSync(file, suitePage(cdn, settings, SCRIPT_TAG));
  return pathToFileURL(file).href;
}
