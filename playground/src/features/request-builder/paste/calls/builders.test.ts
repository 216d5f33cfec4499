import { endpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../../../../../dev/testing/full.js';
import { EMPTY_FORM } from '../../model/form.js';
import { compare, describeRequest, expectExact, run, type Sent } from '../test/differential.js';

type Arguments = Parameters<typeof endpoint>;

async function judge(text: string) {
  const sent: Promise<Sent>[] = [];
  const record = (...values: Arguments) => void sent.push(describeRequest(...toFetch(endpoint(...values))));
  const clients = { endpoint: Object.assign(record, { in: endpoint.in }), octokit: { request: record } };
  return compare(text, await run(text, clients, sent), EMPTY_FORM);
}

const some = (...texts: readonly string[]) => fc.constantFrom(...texts);
const value = fc.oneof({ weight: 3, arbitrary: some('"x"', '"a b&c"', '1', 'true', '["a", "b"]', '{ a: 1 }') }, { weight: 1, arbitrary: some("''", '-0', 'null', 'undefined', 'id', '`a${id}`', '[[1], { a: 2 }]', '[]', '{}', '"{{x}}"', '1e400', '[null, 1]', '"a/b"', '1n', 'x => x', 'new URLSearchParams({ a: "b" })', 'new Headers({ a: "b" })', 'new Date(0)', '"\\ud83d"', '{ a: undefined }', '[undefined]', '1e21', '"[1]"', '"null"') }); // prettier-ignore
const name = fc.oneof({ weight: 4, arbitrary: some('owner', 'repo', 'page', 'labels', 'title') }, { weight: 1, arbitrary: some('data', 'url', 'method', 'request', 'headers', 'mediaType', 'baseUrl', 'é', 'a b', '__proto__', '0', '@in', 'a[]', 'vendor', 'constructor') }); // prettier-ignore
const member = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, value).map(([key, each]) => `${JSON.stringify(key)}: ${each}`) },
  { weight: 2, arbitrary: some('...other', 'id', '["x" + id]: 1', 'headers: { "x-a": "b", Accept: "c/d" }', 'headers: { "x-a": undefined }', 'headers: { "content-type": "application/x-www-form-urlencoded" }', 'headers: [["x-a", "b"]]', 'headers: new Headers({ "x-a": "b" })', 'headers: { "x-a": token }', 'mediaType: { format: "raw" }', 'mediaType: { previews: ["a", "b"] }', 'mediaType: { format: 1 }', 'baseUrl: "https://h.example/v1"', 'baseUrl: id', 'request: { signal: undefined }', 'request: { timeout: 1 }', '[endpoint.in]: { query: { q: 1 }, body: { b: [1] } }', '"@in": { query: { q: 1 } }') }, // prettier-ignore
);
const options = fc.uniqueArray(member, { maxLength: 5, selector: (text) => text.split(':', 1)[0] }).map((members) => `{ ${members.join(', ')} }`); // prettier-ignore
const route = fc.oneof({ weight: 3, arbitrary: some('"GET /repos/{owner}/{repo}{?page,labels}"', '"POST /repos/{owner}/{repo}/issues"') }, { weight: 2, arbitrary: some('"/a"', '"GET /a?b=c&d={page}"', '"GET https://h.example/a/{owner}"', '"patch /a"', '"DELETE /repos/:owner/:repo"', '`GET /repos/${id}/x`', '"GET /a/{+owner}{/repo}{#page}"', '"GET /{"', '"PUT /a b"', '"GET " + id', '"GET a"', '"{owner}"') }); // prettier-ignore
const program = fc.tuple(route, options, some(
  'endpoint(ROUTE, OPTIONS)', 'octokit.request(ROUTE, OPTIONS)', 'endpoint(ROUTE)', 'endpoint({ method: "POST", url: "/a/{owner}", ...OPTIONS })', 'endpoint({ url: "/a", ...OPTIONS })', 'const o = OPTIONS; endpoint(ROUTE, o)',
  'const o = OPTIONS; o.page = 9; endpoint(ROUTE, o)', 'const o = OPTIONS; const p = { ...o, owner: "z" }; endpoint(ROUTE, p)', 'const endpoint2 = endpoint; endpoint(ROUTE, OPTIONS)', 'endpoint(ROUTE, OPTIONS, 3)', 'endpoint(ROUTE, null)', 'endpoint(OPTIONS)',
)).map(([path, all, text]) => text.replaceAll('ROUTE', () => path).replaceAll('OPTIONS', () => all)); // prettier-ignore

test('a call of a builder is read as what it builds, or named as not complete', () =>
  expectExact(program, judge, runs(200)));
