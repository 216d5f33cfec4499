/** Objects of a stranger, whose keys are those of options, in all spellings, and calls that such objects get into. */
import {
  createEndpoint,
  EndpointError,
  type Endpoint,
  type EndpointOptions,
  type EndpointSettings,
  type RequestOptions,
} from 'endpoint.js';
import fc from 'fast-check';
import { inspect, isDeepStrictEqual } from 'node:util';

const { in: LOCATION } = createEndpoint();

/** The names of options, in spellings that a parser of queries or JSON hands on; a symbol never comes from text. */
const NAMES = [
  'baseUrl', 'url', 'method', 'headers', 'mediaType', 'data', 'request',
  'baseURL', 'BaseUrl', 'base_url', 'baseUrl ', 'URL', 'Headers', 'origins', 'vendor', 'query', 'in', '@in',
  'Symbol(endpoint.js/in)', 'endpoint.js/in', '__proto__', 'constructor', 'prototype', 'toJSON', 'id', 'q', '',
]; // prettier-ignore
const TEXTS = [
  'https://evil.example', 'http://h.example', 'https://h.example:8443', 'HTTPS://EVIL.example/x', 'https://u:p@evil.example',
  'https://h.example.evil.example', 'https://h.example@evil.example', '//evil.example', '\\\\evil.example', 'https:evil.example',
  '', '/', '/evil', 'GET https://evil.example', 'http://page.test', 'x:/', 'ftp://evil.example', 'https://h.example/other', '..',
  'delete', 'POST', 'Bearer stolen', 'null', '{"a":1}',
]; // prettier-ignore
const VALUES = [
  null, true, 0, [], ['https://evil.example', 'b'], {},
  { authorization: null, 'x-a': 'b' }, { authorization: 'Bearer stolen' }, { query: { a: 1 } }, { path: { id: '..' } },
  { baseUrl: 'https://evil.example' }, { format: 'raw' }, { url: 'https://evil.example', method: 'DELETE' },
]; // prettier-ignore
const member = fc.oneof(fc.constantFrom<unknown>(...TEXTS), fc.constantFrom<unknown>(...VALUES));
/** As JSON.parse makes it: `__proto__` is a key like any other. */
const stranger: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), member), { minLength: 1, maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

const BASES = ['https://h.example', 'https://H.example:443/v1/', 'http://h.example:8080', '', '/api'];
const ORIGINS = [[], ['https://other.example'], ['https://other.example', 'http://localhost:3000']];
const TOKEN = { authorization: 'Bearer secret' };

/** How an object of a stranger gets into a call. */
const WAYS = ['options', 'spread', 'route in options', 'defaults', 'merge'] as const;

/** A builder, a call, and an object of a stranger. */
export const strangerCase = fc.record({
  settings: fc.record({
    baseUrl: fc.constantFrom(...BASES),
    origins: fc.constantFrom(...ORIGINS),
    missing: fc.constantFrom('error' as const, 'omit' as const),
    headers: fc.constant(TOKEN),
  }),
  defaults: fc.oneof(
    fc.constant<EndpointOptions>({}),
    fc.constant<EndpointOptions>({ headers: TOKEN, page: 1 }),
    stranger,
  ),
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT'),
  url: fc.constantFrom(
    '/books',
    '/books/{q}',
    'books{?q,url}',
    '{+q}',
    'https://other.example/{q}',
    '/{baseUrl}',
    '{/url*}',
  ),
  way: fc.constantFrom(...WAYS),
  stranger,
});

type Generated = typeof strangerCase extends fc.Arbitrary<infer Case> ? Case : never;
type StrangerCase = Omit<Generated, 'settings'> & {
  readonly settings: EndpointSettings & { readonly baseUrl: string };
};

/** The request, or undefined after an error of the builder; any other error is thrown. */
function attempt(build: () => RequestOptions): RequestOptions | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

function callWith(api: Endpoint, { method, url, way, stranger: object }: StrangerCase): RequestOptions {
  const route = `${method} ${url}`;
  switch (way) {
    case 'options':
      return api(route, object);
    case 'spread':
      return api(route, { id: 7, ...object });
    case 'route in options':
      return api({ method, url, ...object } as EndpointOptions);
    case 'defaults':
      return api.defaults(object)(route, {});
    default:
      return api.parse(api.merge(route, object));
  }
}

const PAGE = 'http://page.test/dir/page';
const originOf = (url: string): string => {
  const { protocol, host } = new URL(url, PAGE);
  return protocol + host;
};

/** Whether a request was built, and what is wrong with it. */
interface StrangerVerdict {
  readonly built: boolean;
  readonly violations: readonly string[];
}

const NOT_BUILT: StrangerVerdict = { built: false, violations: [] };

/** Whether a request leaves the origins of the settings. */
export function judgeOrigin(one: StrangerCase): StrangerVerdict {
  const { settings, defaults } = one;
  const request = attempt(() => callWith(createEndpoint(settings).defaults(defaults), one));
  if (!request) return NOT_BUILT;
  const allowed = [settings.baseUrl, ...(settings.origins ?? [])].map(originOf);
  return { built: true, violations: allowed.includes(originOf(request.url)) ? [] : [`leads to ${request.url}`] };
}

/** The parameters of a query, nested ones by their first name. */
const readQuery = (url: string): [name: string, value: string][] =>
  [...new URLSearchParams(url.split('?')[1])].map(([name, value]) => [name.replace(/\[.*/s, ''), value]);

/** Whether each key of an object under `endpoint.in` is a parameter, and nothing else. */
export function judgeKeys({ settings, method, stranger: object }: StrangerCase): StrangerVerdict {
  const api = createEndpoint(settings);
  const isQuery = method === 'GET' || method === 'HEAD';
  const call = (members: object): RequestOptions =>
    api(`${method} /books`, { [LOCATION]: { [isQuery ? 'query' : 'body']: members } });
  const request = attempt(() => call(object));
  if (!request) return NOT_BUILT;
  const { url, body, ...others } = request;
  const { url: plainUrl, body: _, ...plainOthers } = call({});
  const violations: string[] = [];
  if (!isDeepStrictEqual(others, plainOthers)) violations.push(`is another request: ${inspect(request)}`);
  if (url.split('?')[0] !== plainUrl) violations.push(`leads to ${url}`);
  if (!isQuery && JSON.stringify(body) !== JSON.stringify(object)) violations.push(`has the body ${inspect(body)}`);
  const query = readQuery(url);
  for (const [name] of query) if (!Object.hasOwn(object, name)) violations.push(`has the parameter ${name}`);
  for (const [name, text] of isQuery ? Object.entries(object) : [])
    if (typeof text === 'string' && !query.some((pair) => isDeepStrictEqual(pair, [name, text])))
      violations.push(`lacks the parameter ${name}`);
  return { built: true, violations };
}
