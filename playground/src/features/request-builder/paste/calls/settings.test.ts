import { expect, test } from 'vitest';
import { readOne } from '../test/read.js';

/** The effect of a setting: none, the browser adds something which is noted, or the request isn't complete, or isn't read. */
type Effect = 'none' | 'noted' | 'incomplete';

async function judge(text: string): Promise<Effect> {
  const { incomplete = true, notes } = await readOne(text);
  return incomplete ? 'incomplete' : notes?.length === 0 ? 'none' : 'noted';
}

type Settings = Readonly<Record<Effect, readonly string[]>>;

const list = (settings: Settings) =>
  Object.entries(settings).flatMap(([effect, all]) => all.map((setting) => [setting, effect] as const));

/** The members of `RequestInit` (Fetch Standard), those of engines, and others. */
const FETCH: Settings = {
  none: [
    'method: "PUT"',
    'headers: { a: "b" }',
    'body: "a", method: "PUT"',
    'body: null',
    'referrer: "about:client"',
    'referrerPolicy: "no-referrer"',
    'mode: "cors"',
    'mode: "same-origin"',
    'credentials: "omit"',
    'credentials: "same-origin"',
    'cache: "default"',
    'redirect: "manual"',
    'integrity: "sha256-a"',
    'keepalive: true',
    'signal',
    'duplex: "half"',
    'priority: "low"',
    'window: null',
    'dispatcher',
  ],
  noted: ['referrer: "https://h.example/"', 'credentials: "include"', 'cache: "no-store"'],
  incomplete: ['mode: "no-cors"', 'mode: "navigate"', 'mode', 'agent', 'timeout: 5', 'next: { revalidate: 60 }'],
};

test.each(list(FETCH))('fetch with { %s }: %s', async (setting, effect) => {
  expect(await judge(`fetch('https://h.example/a', { ${setting} })`)).toBe(effect);
});

/** The request configuration of axios, as its documentation lists it. */
const AXIOS: Settings = {
  none: [
    'baseURL: "https://i.example"',
    'headers: { a: "b" }',
    'params: { a: 1, b: [2, 3], c: { d: 4 }, e: null }',
    'data: { a: 1 }',
    'timeout: 1000',
    'auth: { username: "a", password: "b" }',
    'responseType: "json"',
    'responseEncoding: "utf8"',
    'maxContentLength: 1',
    'maxRedirects: 0',
    'httpAgent: a',
    'httpsAgent: a',
    'cancelToken: a',
    'signal: a',
    'decompress: true',
    'insecureHTTPParser: true',
    'transitional: {}',
    'maxRate: 1',
  ],
  noted: ['withCredentials: true'],
  incomplete: [
    'allowAbsoluteUrls: false',
    'transformRequest: [(data) => data]',
    'transformResponse: [(data) => data]',
    'headers: { common: { a: "b" } }',
    'params: new URLSearchParams({ a: "b" })',
    'params: { "a[]": 1 }',
    'params',
    'paramsSerializer: { indexes: null }',
    'data: new FormData()',
    'adapter: "fetch"',
    'auth: { username: "é", password: "b" }',
    'xsrfCookieName: "a"',
    'xsrfHeaderName: "a"',
    'withXSRFToken: true',
    'onUploadProgress: (event) => event',
    'onDownloadProgress: (event) => event',
    'maxBodyLength: Infinity',
    'validateStatus: (status) => true',
    'beforeRedirect: (options) => options',
    'socketPath: "/a"',
    'transport: a',
    'proxy: false',
    'env: {}',
    'formSerializer: {}',
    'fetchOptions: {}',
    'lookup: a',
    'family: 4',
  ],
};

test.each(list(AXIOS))('axios with { %s }: %s', async (setting, effect) => {
  expect(await judge(`axios({ method: 'PUT', url: 'https://h.example/a', ${setting} })`)).toBe(effect);
});
