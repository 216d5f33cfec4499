/** What the rows of a form would change stays whole, or is named. */
import { expect, test } from 'vitest';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { losesContent } from './fill-form.js';
import { readOne } from './test/read.js';
import { readBytes } from './reading.js';

test.each([
  ['{"a":1,"b":[true,null,"é\\u00e9"]}', false],
  ['{"a": 1.0}', false],
  ['{"a":1e2,"b":100,"c":0.10}', false],
  ['{"a":9007199254740993}', true],
  ['{"a":1e400}', true],
  ['{"a":1e-400}', true],
  ['[-0]', true],
  ['{"b":1,"2":1,"1":2}', true],
  ['{"a":1,"a":2}', true],
])('%s: lost by reading and writing: %s', (text, lost) => {
  expect(losesContent(text, JSON.parse(text) as unknown)).toBe(lost);
});

test.each([
  ['a=b+c', 'a=b%20c', true],
  ['a=%e9', 'a=%E9', true],
  ['a=%E9', 'a=%EF%BF%BD', false],
  ['caf%E9=1', 'caf%EF%BF%BD=1', false],
  ['a=%ED%A0%80', 'a=%EF%BF%BD', false],
  ['é=ü', '%C3%A9=%C3%BC', true],
  ['a', 'a=', true],
  ['a=1&a=2', 'a=2&a=1', false],
])('%s and %s: same bytes: %s', (one, other, same) => {
  expect(readBytes(one) === readBytes(other)).toBe(same);
});

test.each([
  ['curl \'https://h.test/a?q=é|"é"\'', 'A page sends `é`, `|`, `"` in the URL percent-encoded, not as in the text.'],
  ["curl 'https://h.test/a?q=é+b'", 'The URL isn’t sent as it is in the text.'],
  ["curl 'https://h.test/é/a?q=%C3%A9'", undefined],
])('%s: what a page sends otherwise: %s', async (text, note) => {
  const { form } = await readOne(text);
  expect(form?.unread.map((each) => each.note)).toEqual(note === undefined ? [] : [note]);
});

test.each([
  ['https://h.test', 'https://h.test', 'GET /'],
  ['https://h.test?a=1', 'https://h.test', 'GET /?a=1'],
  ['https://form.test/b', 'https://form.test', 'GET /b'],
  ['https://{host}/b', 'https://form.test', 'GET https://{host}/b'],
  ['/b', 'https://form.test', 'GET /b'],
])('endpoint("GET %s") has the base %s and the route %s', async (url, baseUrl, route) => {
  const { form } = await readOne(`endpoint("GET ${url}")`);
  expect(form).toMatchObject({ baseUrl, route });
});

test.each([
  'https://{tenant}.h.test/{id}',
  "fetch('https://{tenant}.h.test/{id}')",
  'GET https://{tenant}.h.test/{id} HTTP/1.1\n\n',
])('a placeholder of the host is a value to enter: %s', async (text) => {
  const { form } = await readOne(text);
  expect(form).toMatchObject({
    route: 'GET /{id}',
    baseUrl: 'https://{{tenant}}.h.test',
    unresolved: ['{{tenant}}'],
    unread: [],
  });
});

test.each([
  'https://h.test/a?q=caf%E9',
  "fetch('https://h.test/a?q=caf%E9')",
  "axios.get('https://h.test/a?q=caf%E9')",
  'GET https://h.test/a?q=caf%E9 HTTP/1.1\n\n',
  JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: 'https://h.test/a?q=caf%E9', headers: [] } }] } }),
])('%s keeps bytes that aren’t UTF-8', async (text) => {
  const { form = EMPTY_FORM } = await readOne(text);
  expect(deriveState({ ...form, unread: [] }).request?.url).toBe('https://h.test/a?q=caf%E9');
});

test.each(['{"a":1e400,"b":1.0}', '{"b":1,"2":1,"1":2}', '[1e999]', '{"a":-0}'])(
  'the body %s keeps its text',
  async (body) => {
    const init = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '${body}' }`;
    const { incomplete, form = EMPTY_FORM } = await readOne(`fetch('https://h.test/a', ${init})`);
    expect(incomplete).toBe(false);
    expect(deriveState(form).request?.body).toBe(body);
  },
);

test.each([
  ['curl https://h.test/a', '*/*'],
  ["curl https://h.test/a -H 'Accept: text/html'", 'text/html'],
  [`curl https://h.test/a --json '{"a":1}'`, 'application/json'],
  ["fetch('https://h.test/a')", '*/*'],
  ["fetch('https://h.test/a', { headers: { Accept: 'text/html' } })", 'text/html'],
  ["axios.get('https://h.test/a')", 'application/json, text/plain, */*'],
  [JSON.stringify({ info: { name: 'a', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [{ name: 'a', request: 'https://h.test/a' }] }), '*/*'], // prettier-ignore
])('%s accepts what its client accepts, whatever the form had before', async (text, accept) => {
  for (const vendor of ['', 'github']) {
    const { form = EMPTY_FORM } = await readOne(text, { ...EMPTY_FORM, vendor, baseUrl: 'https://h.test' });
    expect(deriveState(form).request?.headers['accept']).toBe(accept);
  }
});
