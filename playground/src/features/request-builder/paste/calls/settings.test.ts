import { expect, test } from 'vitest';
import { readOne } from '../test/read.js';

/** The effect of a setting: none, the browser adds something which is noted, or the request isn't complete, or isn't read. */
type Effect = 'none' | 'noted' | 'incomplete';

async function judge(text: string): Promise<Effect> {
  const { incomplete = true, notes } = await readOne(text);
  return incomplete ? 'incomplete' : notes?.length === 0 ? 'none' : 'noted';
}

/** The members of `RequestInit` (Fetch Standard), those of engines, and others. */
const FETCH: readonly (readonly [setting: string, effect: Effect])[] = [
  ['method: "PUT"', 'none'],
  ['headers: { a: "b" }', 'none'],
  ['body: "a", method: "PUT"', 'none'],
  ['body: null', 'none'],
  ['referrer: "about:client"', 'none'],
  ['referrer: "https://h.example/"', 'noted'],
  ['referrerPolicy: "no-referrer"', 'none'],
  ['mode: "cors"', 'none'],
  ['mode: "same-origin"', 'none'],
  ['mode: "no-cors"', 'incomplete'],
  ['mode: "navigate"', 'incomplete'],
  ['mode', 'incomplete'],
  ['credentials: "omit"', 'none'],
  ['credentials: "same-origin"', 'none'],
  ['credentials: "include"', 'noted'],
  ['cache: "default"', 'none'],
  ['cache: "no-store"', 'noted'],
  ['redirect: "manual"', 'none'],
  ['integrity: "sha256-a"', 'none'],
  ['keepalive: true', 'none'],
  ['signal', 'none'],
  ['duplex: "half"', 'none'],
  ['priority: "low"', 'none'],
  ['window: null', 'none'],
  ['dispatcher', 'none'],
  ['agent', 'incomplete'],
  ['timeout: 5', 'incomplete'],
  ['next: { revalidate: 60 }', 'incomplete'],
];

test.each(FETCH)('fetch with { %s }: %s', async (setting, effect) => {
  expect(await judge(`fetch('https://h.example/a', { ${setting} })`)).toBe(effect);
});

/** The request configuration of axios, as its documentation lists it. */
const AXIOS: readonly (readonly [setting: string, effect: Effect])[] = [
  ['baseURL: "https://i.example"', 'none'],
  ['allowAbsoluteUrls: false', 'incomplete'],
  ['transformRequest: [(data) => data]', 'incomplete'],
  ['transformResponse: [(data) => data]', 'incomplete'],
  ['headers: { a: "b" }', 'none'],
  ['headers: { common: { a: "b" } }', 'incomplete'],
  ['params: { a: 1, b: [2, 3], c: { d: 4 }, e: null }', 'none'],
  ['params: new URLSearchParams({ a: "b" })', 'incomplete'],
  ['params: { "a[]": 1 }', 'incomplete'],
  ['params', 'incomplete'],
  ['paramsSerializer: { indexes: null }', 'incomplete'],
  ['data: { a: 1 }', 'none'],
  ['data: new FormData()', 'incomplete'],
  ['timeout: 1000', 'none'],
  ['withCredentials: true', 'noted'],
  ['adapter: "fetch"', 'incomplete'],
  ['auth: { username: "a", password: "b" }', 'none'],
  ['auth: { username: "é", password: "b" }', 'incomplete'],
  ['responseType: "json"', 'none'],
  ['responseEncoding: "utf8"', 'none'],
  ['xsrfCookieName: "a"', 'incomplete'],
  ['xsrfHeaderName: "a"', 'incomplete'],
  ['withXSRFToken: true', 'incomplete'],
  ['onUploadProgress: (event) => event', 'incomplete'],
  ['onDownloadProgress: (event) => event', 'incomplete'],
  ['maxContentLength: 1', 'none'],
  ['maxBodyLength: Infinity', 'incomplete'],
  ['validateStatus: (status) => true', 'incomplete'],
  ['maxRedirects: 0', 'none'],
  ['beforeRedirect: (options) => options', 'incomplete'],
  ['socketPath: "/a"', 'incomplete'],
  ['transport: a', 'incomplete'],
  ['httpAgent: a', 'none'],
  ['httpsAgent: a', 'none'],
  ['proxy: false', 'incomplete'],
  ['cancelToken: a', 'none'],
  ['signal: a', 'none'],
  ['decompress: true', 'none'],
  ['insecureHTTPParser: true', 'none'],
  ['transitional: {}', 'none'],
  ['env: {}', 'incomplete'],
  ['formSerializer: {}', 'incomplete'],
  ['maxRate: 1', 'none'],
  ['fetchOptions: {}', 'incomplete'],
  ['lookup: a', 'incomplete'],
  ['family: 4', 'incomplete'],
];

test.each(AXIOS)('axios with { %s }: %s', async (setting, effect) => {
  expect(await judge(`axios({ method: 'PUT', url: 'https://h.example/a', ${setting} })`)).toBe(effect);
});
