import fc from 'fast-check';
import { test } from 'vitest';
import { importFull } from '../../../../../../dev/full/packages.mjs';
import { runs } from '../../../../../../dev/testing/full.js';
import { compare, describeRequest, expectExact, run, type Sent } from '../test/differential.js';

/** The members of axios that the test uses; it is installed for the full run only. */
interface Axios {
  (...values: unknown[]): Promise<unknown>;
  readonly create: (settings: object) => Axios;
  readonly getUri: (config: object) => string;
}

interface Config {
  readonly method: string;
  readonly data: unknown;
  readonly headers: { readonly toJSON: () => Record<string, string> };
  readonly auth?: { readonly username?: string; readonly password?: string };
}

const { default: axios } = (await importFull('axios')) as { readonly default: Axios };
const DEFAULT_ACCEPT = 'application/json, text/plain, */*';

/** The request of a configuration, as the adapter for browsers sends it. */
function describeConfig(config: Config): Promise<Sent> {
  const { method, data, auth } = config;
  const headers = new Headers(config.headers.toJSON());
  if (headers.get('accept') === DEFAULT_ACCEPT) headers.delete('accept');
  if (data === undefined) headers.delete('content-type');
  if (auth) headers.set('authorization', `Basic ${btoa(`${auth.username || ''}:${auth.password ? Buffer.from(auth.password).toString('latin1') : ''}`)}`); // prettier-ignore
  const body = data as RequestInit['body'];
  return describeRequest(axios.getUri(config), {
    method: method.toUpperCase(),
    headers,
    ...(data !== undefined && { body: body ?? null }),
  });
}

async function judge(text: string) {
  const sent: Promise<Sent>[] = [];
  const adapter = (config: Config) => {
    sent.push(describeConfig(config));
    return Promise.resolve({ data: '', status: 200, statusText: 'OK', headers: {}, config });
  };
  return compare(text, await run(text, { axios: axios.create({ adapter }) }, sent));
}

const some = (...texts: readonly string[]) => fc.constantFrom(...texts);
const value = fc.oneof({ weight: 3, arbitrary: some('"x"', '"a b&c"', '1', 'true', '"é"', '[1, "b"]', '{ a: 1 }') }, { weight: 1, arbitrary: some("''", '-0', 'null', 'undefined', 'false', 'id', '`a${id}`', '[[1], { a: 2 }]', '{ a: { b: [1] } }', '"{{x}}"', '1e400', '[]', '{}', '[null, 1]', 'new URLSearchParams({ a: "b" })', 'new Date(0)', '"\\ud83d"', '" a "', '"a:$,[]+~"', '1e21') }); // prettier-ignore
const name = fc.oneof({ weight: 3, arbitrary: some('a', 'b', 'x-c') }, { weight: 1, arbitrary: some('A', 'content-type', 'Accept', 'cookie', 'data', 'url', 'é', 'a b', 'x[]', 'y{}', ' z ', 'a[b]', 'common', 'get', '0', 'baseUrl', '@in', '__proto__') }); // prettier-ignore
const member = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, value).map(([key, each]) => `${JSON.stringify(key)}: ${each}`) },
  { weight: 1, arbitrary: some('...other', '["x" + id]: 1', 'id') },
); // prettier-ignore
const object = fc.array(member, { maxLength: 3 }).map((members) => `{ ${members.join(', ')} }`);
const data = fc.oneof(object, value, object.map((members) => `new URLSearchParams(${members})`), object.map((members) => `JSON.stringify(${members})`), some("'a=1&b=2'", '\'{ "a": 1 }\'', "' [1] '", "'{'", '[{ a: 1 }]', 'new FormData()', '5', "''")); // prettier-ignore
const types = some('"text/plain"', '"application/json"', '"application/x-www-form-urlencoded"', '"Application/JSON"', '"multipart/form-data"', 'false', 'null', '"application/vnd.api+json"', 'id'); // prettier-ignore
const headers = fc.oneof(object, types.map((type) => `{ "Content-Type": ${type} }`), types.map((type) => `{ "content-type": ${type}, a: "b", A: "c" }`), some('[["a", "b"]]', 'null', '"a: b"', 'new Headers({ a: "b" })')); // prettier-ignore
const option = fc.oneof(
  { weight: 4, arbitrary: headers.map((each) => `headers: ${each}`) },
  { weight: 4, arbitrary: fc.oneof(object, object, value).map((each) => `params: ${each}`) },
  { weight: 3, arbitrary: data.map((each) => `data: ${each}`) },
  { weight: 2, arbitrary: some('auth: { username: "a", password: "b" }', 'auth: { username: "é", password: "é" }', 'auth: { username: "a" }', 'auth: null', 'baseURL: "https://base.example/v1/"', 'baseURL: ""', 'baseURL: "/api"', 'baseURL: id', 'timeout: 5', 'responseType: "json"', 'withCredentials: true', 'paramsSerializer: { indexes: null }', 'transformRequest: (data) => "x" + data', 'transformRequest: []', 'allowAbsoluteUrls: false', 'formSerializer: { dots: true }', 'maxRedirects: 0', '...other', 'xsrfHeaderName: "x"', 'method: "PUT"', 'url: "https://x.example/"') }, // prettier-ignore
);
const options = fc.uniqueArray(option, { maxLength: 4, selector: (text) => text.split(':', 1)[0] });
const url = fc.oneof({ weight: 3, arbitrary: some('"https://h.example/a"', '"https://h.example/a?b=c"') }, { weight: 1, arbitrary: some('"/users"', '"users"', '""', '"//h.example/x"', '"https:h.example"', '"https://h.example/é b/{x}?q={x}#f"', '`https://h.example/${id}`', '"https://h.example/:a/b/../c"', '"HTTPS://H.example"', '"https://u:p@h.example/"', 'id', '"data:,a"') }); // prettier-ignore
const method = some(
  '"get"',
  '"POST"',
  '"put"',
  '"patch"',
  '"DELETE"',
  '"head"',
  '"options"',
  '"Foo"',
  'undefined',
  'id',
);
const call = fc.tuple(url, data, options, method, some(
  'await axios.get(URL_, { OPTIONS })', 'await axios.post(URL_, DATA, { OPTIONS })', 'await axios.put(URL_, DATA)', 'await axios.patch(URL_, DATA, { OPTIONS })', 'await axios.delete(URL_, { OPTIONS })', 'await axios.head(URL_)', 'await axios.options(URL_, { OPTIONS })',
  'await axios({ url: URL_, method: METHOD, OPTIONS })', 'await axios(URL_, { method: METHOD, OPTIONS })', 'await axios.request({ url: URL_, method: METHOD, OPTIONS })', 'await axios(URL_)', 'const o = { url: URL_, method: METHOD, OPTIONS }; await axios(o)', 'const o = { OPTIONS }; o.params = { changed: 1 }; await axios.get(URL_, o)',
  'axios.defaults.headers.common.a = "changed"; await axios.get(URL_)', 'await axios.interceptors.request.use((config) => { config.headers.set("a", "changed"); return config; }); await axios.get(URL_, { OPTIONS })', 'Object.assign(axios.defaults, { params: { changed: 1 } }); await axios.get(URL_)', 'const api = axios; api.defaults.params = { changed: 1 }; await axios.get(URL_)',
  'await axios.post(URL_)', 'await axios.postForm(URL_, DATA)', 'await axios.post(URL_, DATA, { ...{ OPTIONS } })', 'const d = { a: [1] }; d.a.push(2); await axios.post(URL_, d)', 'await axios.post(URL_, { ...DATA })', 'await axios.get(...[URL_, { OPTIONS }])',
)).map(([address, body, all, verb, text]) => text.replaceAll('URL_', () => address).replaceAll('DATA', () => body).replaceAll('OPTIONS', () => all.join(', ')).replaceAll('METHOD', () => verb)); // prettier-ignore

test('a call of axios is read as what it sends, or named as not complete', () => expectExact(call, judge, runs(300)));
