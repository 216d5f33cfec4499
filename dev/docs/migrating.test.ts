/**
 * Runs each line of the guide's tables for other libraries: both cells of code have the result beside them.
 * Not in docs/, where the packages of the site, which are other versions of some of these, would be found first.
 */
import { readFileSync } from 'node:fs';
import {
  createEndpoint,
  EndpointError,
  type EndpointOptions,
  type EndpointSettings,
  type QueryStyle,
} from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { expand, match } from 'endpoint.js/uri-template';
import createClient, { type ClientOptions, type Middleware } from 'openapi-fetch';
import { compile as compile8, match as match8 } from 'path-to-regexp';
import { compile as compile6 } from 'path-to-regexp-6';
import { stringify } from 'qs';
// @ts-expect-error -- its `exports` don't lead to its types
import urlcat, { configure, join, query, subst } from 'urlcat';
import { describe, expect, test } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8');

const baseUrl = 'https://h';
const api = createEndpoint({ baseUrl });
const url = (route: string, parameters: EndpointOptions = {}, style: QueryStyle = {}): string =>
  createEndpoint({ baseUrl, query: style })(route, parameters).url;

/** What was sent, instead of an answer. */
let sent: Promise<{ request: Request; text: string }>;

async function record(...[target, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(target, init);
  sent = request.text().then((body) => ({ request, text: `${request.method} ${request.url} ${body}`.trim() }));
  await sent;
  return Response.json({});
}

type Call = (path: string, options?: object) => Promise<string>;
/** A client of any document: `{}` has no types of paths. */
type Client = Readonly<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Call>>;

function client(options: ClientOptions = {}, middleware?: Middleware['onRequest']): Client {
  const made = createClient<Record<string, never>>({ baseUrl, fetch: record, ...options });
  if (middleware) made.use({ onRequest: middleware });
  const calls = made as unknown as Readonly<Record<string, (path: string, options?: object) => Promise<unknown>>>;
  const call =
    (method: string): Call =>
    async (path, init) => {
      await calls[method]?.(path, init);
      return (await sent).text;
    };
  return { GET: call('GET'), POST: call('POST'), PUT: call('PUT'), DELETE: call('DELETE') };
}

async function send(route: string, options: EndpointOptions, settings: EndpointSettings = {}): Promise<string> {
  await record(...toFetch(createEndpoint({ baseUrl, ...settings })(route, options)));
  return (await sent).text;
}

/** The libraries of each section, by the names in its code. */
const LIBRARIES: Readonly<Record<string, object>> = {
  'path-to-regexp': { compile6, compile8, match8 },
  urlcat: { urlcat, configure, join, query, subst },
  qs: { stringify },
  'openapi-fetch': {
    client,
    withMiddleware: (middleware: Middleware['onRequest']) => client({}, middleware),
    headerOf: (name: string) => async () => (await sent).request.headers.get(name),
  },
};

const OURS = {
  api,
  createEndpoint,
  expand,
  match,
  send,
  url,
  path: (route: string, parameters: EndpointOptions) => createEndpoint()(route, parameters).url,
  query: (values: EndpointOptions, style: QueryStyle) => url('/', values, style).split('?')[1] ?? '',
};

async function run(code: string, scope: object): Promise<string> {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the examples are this project's own
    const evaluate = new Function(...Object.keys(scope), `return ${code}`) as (...members: unknown[]) => unknown;
    return String(await evaluate(...(Object.values(scope) as unknown[])));
  } catch (error) {
    return error instanceof EndpointError ? `error ${error.code}` : (error as Error).name;
  }
}

describe.each(Object.entries(LIBRARIES))('from %s', (library, scope) => {
  const [, section = ''] = guide.split(`## From ${library}\n`);
  const rows = [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| `.*$/gm)].map(([line]) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );

  test('the table has rows of four cells', () => {
    expect(rows.length).toBeGreaterThan(9);
    for (const row of rows) expect(row).toHaveLength(4);
  });

  test.each(rows)('%s: %s', async (theirs = '', theirResult, ours = '', ourResult) => {
    expect(await run(theirs, scope)).toBe(theirResult);
    expect(await run(ours, OURS)).toBe(ourResult);
  });
});
