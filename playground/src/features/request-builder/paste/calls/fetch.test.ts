import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../../../../../dev/testing/full.js';
import { compare, describeRequest, expectExact, run, type Sent } from '../test/differential.js';

async function judge(text: string) {
  const sent: Promise<Sent>[] = [];
  const fetch = (...values: Parameters<typeof describeRequest>) => void sent.push(describeRequest(...values));
  return compare(text, await run(text, { fetch, window: { fetch } }, sent));
}

const quote = (text: string) => fc.constantFrom(JSON.stringify(text), `\`${text.replaceAll(/[\\`$]/g, '\\$&')}\``);
const some = (...texts: readonly string[]) => fc.constantFrom(...texts);

const URLS = [
  'https://h.example', 'https://h.example/a?b=c&b=d', 'http://h.example:8080/a/b/?x', 'https://H.example/é b?ü=ö&q=a+b%20c', '/a/b', '//h.example/x', 'a',
  'https://h.example/a/../b/./c', 'https://h.example/{x}/|^`?q={x}|^', 'https://u:p@h.example/', ' https://h.example/\n', 'https:h.example', 'https://h.example/%7b%zz',
  'https://h.example\\a', 'https://h.example/:b/a:c', 'data:text/plain,a', 'localhost:80/x', 'https://h.example/a#f?g', 'https://h.example/?', 'https://h.example/?=&a=&&b', 'https://h.example//a//',
  'https://h.example/a?page={{page}}', 'https://h.example/\ud800', "https://h.example/(a)*!'~?(a)*!'~", 'https://h.example/%2e%2e/a', 'https://h.example/a?url=b&method=c&__proto__=d',
]; // prettier-ignore
const VALUES = ['"x"', "''", '1', '-0', 'null', 'undefined', 'true', 'id', '`a${id}`', '"a" + id', '[1, "b"]', '{ a: 1 }', '"é"', '"a\\nb"', '" a "', '"{{x}}"', '1e400', '1n', 'x => x', '"a,b"', '[]', 'new URLSearchParams({ a: "b c" })', 'new Headers({ a: "b" })', '"\\ud83d"', '0.1', '1e21', '12345678901234567890', 'new URL("https://h.example/x")']; // prettier-ignore
const value = fc.oneof(
  { weight: 3, arbitrary: some('"x"', '"a b&c"', '1', 'true', '"é"') },
  { weight: 1, arbitrary: some(...VALUES) },
);
const name = fc.oneof({ weight: 3, arbitrary: some('a', 'b', 'x-c') }, { weight: 1, arbitrary: some('A', 'content-type', 'Accept', 'x-b', 'cookie', 'host', 'data', 'url', 'é', "'a b'", '__proto__', 'b-c', '0', 'user-agent', 'x[]', '@in') }); // prettier-ignore
const member = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, value).map(([key, each]) => `${key.startsWith("'") ? key : JSON.stringify(key)}: ${each}`) },
  { weight: 1, arbitrary: some('...other', '["x" + id]: 1', '["a"]: 2', 'id', 'get a() { return "x" }', 'a() {}', '__proto__: { a: "b" }', '...{ a: "y" }') },
); // prettier-ignore
const object = fc.array(member, { maxLength: 3 }).map((members) => `{ ${members.join(', ')} }`);
const types = some('"text/plain"', '"application/json"', '"application/x-www-form-urlencoded"', '"Application/JSON; charset=utf-8"', '"multipart/form-data"', 'id'); // prettier-ignore
// Not `__proto__`: Node’s `fetch` loses such a header.
const headers = fc.oneof(
  object,
  types.map((type) => `{ "Content-Type": ${type} }`),
  object.map((members) => `new Headers(${members})`),
  fc.array(fc.tuple(name, value).map(([key, each]) => `[${JSON.stringify(key.replaceAll('_', ''))}, ${each}]`), { maxLength: 3 }).map((pairs) => `[${pairs.join()}]`), // prettier-ignore
  value,
);
const body = fc.oneof(
  value,
  object.map((members) => `JSON.stringify(${members})`),
  fc
    .tuple(object, some('null, 2', '["a"]', '(k, v) => v', 'null, "\\t"', 'undefined, id'))
    .map((pair) => `JSON.stringify(${pair.join(', ')})`),
  object.map((members) => `new URLSearchParams(${members})`),
  object.map((members) => `new URLSearchParams(${members}).toString()`),
  some("'a=1&b=2&a=3'", "'a=%ff&b'", '\'{"a": 1, "a": 2}\'', "'[1, 12345678901234567890]'", "'{\"a\":{\"b\":[null]}}'", '"{"', "'a=' + encodeURIComponent('é&')", 'new FormData()', 'new Blob(["x"])', '`q=${encodeURIComponent(id)}`', 'String(5)', '"\\n"'), // prettier-ignore
);
const methods = fc.oneof({ weight: 3, arbitrary: some('"POST"', '"PUT"', '"DELETE"') }, { weight: 1, arbitrary: some('"GET"', '"get"', '"POST"', '"post"', '"PUT"', '"PATCH"', '"patch"', '"DELETE"', '"HEAD"', '"OPTIONS"', '"QUERY"', '"Foo"', '"TRACE"', 'id > 5 ? "PUT" : "POST"', 'undefined', 'null', '""') }); // prettier-ignore
const option = fc.oneof(
  { weight: 6, arbitrary: methods.map((method) => `method: ${method}`) },
  { weight: 6, arbitrary: headers.map((each) => `headers: ${each}`) },
  { weight: 6, arbitrary: body.map((each) => `body: ${each}`) },
  { weight: 2, arbitrary: some('mode: "cors"', 'mode: "no-cors"', 'credentials: "include"', 'cache: "no-store"', 'redirect: "error"', 'referrer: "https://h.example/"', 'keepalive: true', 'signal: undefined', 'duplex: "half"', 'agent: 1', '...other', 'integrity: ""', 'priority: "high"', 'method') }, // prettier-ignore
);
const options = fc.uniqueArray(option, { maxLength: 5, selector: (text) => text.split(':', 1)[0] }).map((all) => `{ ${all.join(', ')} }`); // prettier-ignore
const target = fc.oneof(
  { weight: 8, arbitrary: some('https://h.example/a', 'https://h.example/a?b=c').chain(quote) },
  { weight: 4, arbitrary: some(...URLS).chain(quote) },
  { weight: 1, arbitrary: some('`https://h.example/${id}?a=${id}`', '"https://h.example/" + token', 'new URL("/x", "https://h.example/a/b")', '`https://h.example/a?${new URLSearchParams({ a: "b c", d: 1 })}`', '`https://h.example/${encodeURIComponent("a/b c")}`', 'base + "/a"', 'id', '5', 'null') }, // prettier-ignore
);
/** Programs around a call: only calls with literals are read. */
const program = fc.tuple(target, options, fc.oneof({ weight: 2, arbitrary: some('fetch(URL_, INIT)', 'await fetch(URL_, INIT)', 'window.fetch(URL_)') }, { weight: 1, arbitrary: some(
  'const o = INIT; await fetch(URL_, o)', 'let o = INIT; o = {}; fetch(URL_, o)', 'const h = new Headers({ a: "b" }); h.set("a", "c"); fetch(URL_, { headers: h })', 'fetch(new Request(URL_, INIT))',
  '{ const id = "inner"; } fetch(`https://h.example/${id}`, INIT)', 'fetch(u, INIT); var u = URL_', 'const JSON = { stringify: () => "x" }; fetch(URL_, { method: "POST", body: JSON.stringify({}) })', 'fetch(...[URL_, INIT])', 'fetch(id ? "https://h.example/1" : URL_, INIT)', 'class Headers2 {} fetch(URL_, INIT, 3)',
) })).map(([url, init, around]) => around.replaceAll('URL_', () => url).replaceAll('INIT', () => init)); // prettier-ignore

test('a call of fetch is read as what it sends, or named as not complete', () =>
  expectExact(program, judge, runs(300)));
