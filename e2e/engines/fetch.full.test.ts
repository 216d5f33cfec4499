/**
 * In every engine, `fetch(...toFetch(request))` sends what it sends in Node, and requests that engines treat differently have the same
 * outcome.
 */
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../dev/commands/build.mjs';
import { recordSupport } from '../../dev/support/tables.mjs';
import { FETCH_CASES } from '../../lib/test/fetch.cases.js';
import { startServer } from '../../dev/testing/static-server.mjs';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import type { Page } from '../../dev/testing/engines/page.js';
import { writePage } from './page.js';

const LATIN_1 = 'a header in Latin-1';
/** WebKit's network library on Linux, libsoup, sends UTF-8, which servers read as two characters. */
const SEND_UTF_8: ReadonlySet<Engine> = new Set(['WebKitGTK', 'WPE WebKit 2.38']);

/** Requests as expressions: their bodies and signals are made in each engine. */
const CASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'patch', 'DELETE', 'QUERY'].map((method) => [
      method,
      `api('${method} /x')`,
    ]),
  ),
  'path and query': `api('GET /{a}{?b}', { a: 'é/ü', b: ['1', '2'], c: 'C++ & C#' })`,
  'JSON of parameters': `api('PATCH /x', { a: 'é', b: null, c: [1, { d: true }] })`,
  text: `api('POST /x', { data: 'grüße' })`,
  'a form': `api('POST /x', { a: 'é &', b: [1, 2], c: { d: 3 }, e: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } })`,
  URLSearchParams: `api('DELETE /x', { data: new URLSearchParams('a=1&b=%C3%A9+') })`,
  FormData: `api('POST /x', { data: form({ a: 'é', b: new Blob(['file'], { type: 'text/plain' }) }) })`,
  'a Blob of a type': `api('POST /x', { data: new Blob(['a', 'ü'], { type: 'text/csv' }) })`,
  'a Blob of no type': `api('POST /x', { data: new Blob([new Uint8Array([0, 255])]) })`,
  ArrayBuffer: `api('PUT /x', { data: new Uint8Array([0, 1, 254, 255]).buffer })`,
  headers: `api('GET /x', { headers: { authorization: 'Bearer t', 'X-A': '1, 2', accept: 'text/html' } })`,
  [LATIN_1]: `api('GET /x', { headers: { 'x-a': 'é' } })`,
  'other settings of fetch': `api('GET /x', { request: { cache: 'no-store', method: 'PUT', headers: { 'x-b': '2' } } })`,
  'a signal': `api('GET /x', { request: { signal: new AbortController().signal } })`,
  'an aborted signal': `api('GET /x', { request: { signal: aborted() } })`,
  'a signal that aborts later': `api('GET /slow', { request: { signal: aborted(50) } })`,
  'a body that isn’t valid JSON': `api('POST /x', { a: 1n })`,
  'an object of another type': `({ method: 'post', url: origin + '/x', headers: { 'content-type': 'text/plain' }, body: { a: 1 } })`,
};

/** Defines `send`, in a page and in Node: the message that arrives for a case, or the error. */
const SEND = `({ createEndpoint, toFetch }, origin) => {
  const api = createEndpoint({ baseUrl: origin });
  const form = (fields) => {
    const data = new FormData();
    for (const name of Object.keys(fields)) data.append(name, fields[name]);
    return data;
  };
  const aborted = (after) => {
    const controller = new AbortController();
    if (after === undefined) controller.abort();
    else setTimeout(() => controller.abort(), after);
    return controller.signal;
  };
  const cases = { ${Object.entries(CASES)
    .map(([name, request]) => `${JSON.stringify(name)}: () => ${request}`)
    .join(',\n')} };
  return async (name) => {
    try {
      const response = await fetch(...toFetch(cases[name]()));
      return decodeURIComponent(response.headers.get('x-received'));
    } catch (error) {
      return error.name === 'EndpointError' ? 'EndpointError: ' + error.message : error.name;
    }
  };
}`;

/** The header fields that the caller decides; an engine adds others. */
const FIELDS = ['accept', 'authorization', 'content-type', 'x-a', 'x-b'];

let origin: string;
let send: (name: string) => Promise<string>;

beforeAll(async () => {
  const content = await writePage('fetch.cases.ts', `const send = (${SEND})(endpointJs, location.origin + '/echo');`);
  const server = await startServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const body = await buffer(request);
    if (!url.startsWith('/echo')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(content);
      return;
    }
    if (url.endsWith('/slow')) return;
    const type = headers['content-type'] ?? '';
    const boundary = /boundary=(.+)/.exec(type)?.[1] ?? '\0';
    const fields = FIELDS.map((name) => [name, String(headers[name] ?? '').replace(boundary, 'boundary')]);
    const text = body.toString('latin1').replaceAll(boundary, 'boundary');
    const received = JSON.stringify({
      method,
      url,
      fields,
      text,
      own: String(headers['user-agent']).includes('endpoint.js/'),
    });
    response.writeHead(200, { 'x-received': encodeURIComponent(received), 'cache-control': 'no-store' }).end();
  });
  origin = server.url;
  // oxlint-disable-next-line typescript/no-implied-eval -- the same text as in the pages
  const evaluate = new Function(`return ${SEND};`) as () => (library: unknown, base: string) => typeof send;
  const [{ createEndpoint }, { toFetch }] = await Promise.all([
    import(/* @vite-ignore */ join(ROOT, 'lib', 'dist', 'index.js')),
    import(/* @vite-ignore */ join(ROOT, 'lib', 'dist', 'fetch.js')),
  ]);
  send = evaluate()({ createEndpoint, toFetch }, `${origin}/echo`);
  return () => server.stop();
});

describe.each(Object.keys(ENGINES) as Engine[])('in %s', (engine) => {
  let page: Page;
  let passed = 0;

  beforeAll(async () => {
    page = await ENGINES[engine](console.error);
    await page.open(origin);
    return () => page.close();
  });
  afterAll(() => {
    const total = Object.keys(CASES).length + FETCH_CASES.length;
    const note = SEND_UTF_8.has(engine) ? ': `é` in a header goes as UTF-8' : '';
    recordSupport('engines', engine, { version: page.version, '`toFetch`': `${passed} of ${total}${note}` });
  });

  test.each(Object.keys(CASES))('%s', async (name) => {
    const there = (await page.evaluate(`send(${JSON.stringify(name)})`)) as string;
    // Node sends the builder's own user agent, which a page leaves to the engine.
    expect(there).not.toContain('"own":true');
    const here = (await send(name)).replace('"own":true', '"own":false');
    if (name === LATIN_1 && SEND_UTF_8.has(engine)) expect(there).toBe(here.replace('é', 'Ã©'));
    else {
      expect(there).toBe(here);
      passed += 1;
    }
  });

  test.each(FETCH_CASES.map(({ name }, index) => [name, index] as const))('the outcome of %s', async (_, index) => {
    const run = `cases.runFetchCase(cases.FETCH_CASES[${index}], endpointJs.toFetch)`;
    expect(await page.evaluate(run)).toMatchObject({ ok: true });
    passed += 1;
  });
});
