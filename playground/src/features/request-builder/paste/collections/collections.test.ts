/** Each construct of an archive or collection is read exactly, or is named and the request isn’t complete. */
import { expect, test } from 'vitest';
import { EMPTY_FORM } from '../../model/form.js';
import { readPasted } from '../paste.js';
import { readOne } from '../test/read.js';

/** The request of an archive. */
const har = (request: object) =>
  JSON.stringify({ log: { entries: [{ request: { method: 'POST', url: 'https://h.test/a', headers: [], ...request } }] } }); // prettier-ignore
const post = (postData: unknown, others = {}) => har({ postData, ...others });
const headers = (...pairs: readonly (readonly [string, string])[]) => ({
  headers: pairs.map(([name, value]) => ({ name, value })),
});
/** The request of a collection. */
const postman = (request: object) =>
  JSON.stringify({ info: { schema: 'https://schema.getpostman.com/' }, item: [{ request: { method: 'POST', url: 'https://h.test/a', ...request } }] }); // prettier-ignore
const graphql = (content: unknown) => postman({ body: { mode: 'graphql', graphql: content } });
const FORM = 'application/x-www-form-urlencoded';

test.each<[name: string, text: string, note: RegExp]>([
  ['a length without a body', har(headers(['Content-Length', '12'])), /has 0 bytes of the body, which had 12/],
  ['a size without a body', har({ bodySize: 5 }), /has 0 bytes of the body, which had 5/],
  ['a size as text', har({ bodySize: '5' }), /has 0 bytes of the body, which had 5/],
  ['a stream without a body', har(headers(['transfer-encoding', 'chunked'])), /doesn’t have the body/],
  ['another length', post({ mimeType: 'a/b', text: 'ab' }, headers(['content-length', '9'])), /2 bytes of the body, which had 9/], // prettier-ignore
  ['a body in a file', post({ mimeType: 'text/plain', _file: 'a.bin' }), /in a file beside the archive/],
  ['a file in a form', post({ mimeType: FORM, params: [{ name: 'a', fileName: 'b.txt' }] }), /Files in the body aren’t read: a\./], // prettier-ignore
  ['a file in a multipart body', post({ mimeType: 'multipart/form-data', params: [{ name: 'a', fileName: 'b' }] }), /multipart body is left out, with its field “a”/], // prettier-ignore
  ['a body that isn’t an object', post('a=1'), /`postData` isn’t an object/],
  ['a body that isn’t text', post({ mimeType: 'application/json', text: { a: 1 } }), /isn’t text in the archive/],
  ['an encoded body', post({ mimeType: 'a/b', text: 'YQ==', encoding: 'base64' }), /encoded \(base64\)/],
  ['a body without all bytes', post({ mimeType: 'a/b', text: '\ufffd' }), /doesn’t have all bytes/],
  ['a compressed body', post({ mimeType: 'a/b', text: 'a' }, headers(['content-encoding', 'gzip'])), /another form \(gzip\)/], // prettier-ignore
  ['no method', har({ method: undefined }), /doesn’t have the method/],
  ['another host', har(headers(['host', 'other.test'])), /The host header \(other\.test\) differs/],
  ['GraphQL with broken variables', graphql({ query: '{a}', variables: '{"a":' }), /variables of the GraphQL body aren’t a JSON object/], // prettier-ignore
  ['GraphQL with a list of variables', graphql({ query: '{a}', variables: '[1]' }), /aren’t a JSON object/],
  ['GraphQL without a query', graphql({ variables: '{}' }), /The GraphQL body has no query/],
  ['GraphQL as a text', graphql('{a}'), /The GraphQL body has no query/],
  ['a raw body that isn’t text', postman({ body: { mode: 'raw', raw: { a: 1 } } }), /isn’t text in the collection/],
  ['a body without a mode', postman({ body: { raw: 'a' } }), /The body has no mode/],
  ['a body that isn’t an object', postman({ body: 'a' }), /isn’t an object in the collection/],
  ['a body of another mode', postman({ body: { mode: 'x', x: 'a' } }), /its mode \(x\) isn’t read/],
  ['a file', postman({ body: { mode: 'file', file: { src: 'a' } } }), /The file with the body isn’t read/],
  ['headers in one text', postman({ header: 'a: b\nc' }), /The headers are one text/],
  ['other credentials', postman({ auth: { type: 'oauth1', oauth1: [] } }), /credentials \(oauth1\) are left out/],
])('%s is named', async (_, text, note) => {
  const { notes, incomplete } = await readOne(text);
  expect(notes?.join(' ')).toMatch(note);
  expect(incomplete).toBe(true);
});

test.each<[name: string, text: string, parameters: readonly unknown[]]>([
  ['a length of 0', har(headers(['content-length', '0'])), []],
  ['a stream with its body', post({ mimeType: 'text/plain', text: 'a' }, headers(['transfer-encoding', 'chunked'])), ['a']], // prettier-ignore
  ['a type with a parameter', post({ mimeType: 'text/plain', text: 'a' }, headers(['content-type', 'Text/Plain; charset=utf-8'])), ['a']], // prettier-ignore
  ['a form with its file name as a text', post({ mimeType: FORM, params: [{ name: 'a', value: 'b' }] }), ['b']],
  ['GraphQL', graphql({ query: '{a}', variables: '{"b": 1}' }), ['{a}', '{"b":1}']],
  ['GraphQL with empty variables', graphql({ query: '{a}', variables: ' ' }), ['{a}']],
])('%s is read', async (_, text, parameters) => {
  const { incomplete, form } = await readOne(text);
  expect(incomplete).toBe(false);
  expect(form?.parameters.map(({ value }) => value)).toEqual(parameters);
});

test('an entry without accept has that of a browser', async () => {
  expect((await readOne(har({ method: 'GET' }))).form?.headers).toMatchObject([{ name: 'accept', value: '*/*' }]);
});

test.each(['about:blank', 'ws://h.test/a'])('%s is left out of a collection, and is named', async (url) => {
  const reading = await readPasted(postman({ url }), EMPTY_FORM);
  expect(reading).toEqual({ refusal: expect.stringMatching(/has no request\. “” is left out: Only http/) as string });
});

// As newman 6.2.2 sends them.
test.each<[header: readonly (readonly [string, string])[], sent: object]>([
  [[['X-A', '1'], ['X-A', '2']], { 'x-a': '1, 2' }],
  [[['X-A', '1'], ['x-a', '2']], { 'x-a': '2' }],
])('Postman sends the headers %j as %j, and no body for a form without fields', async (header, sent) => {
  const { form } = await readOne(postman({ header: header.map(([key, value]) => ({ key, value })), body: { mode: 'urlencoded', urlencoded: [] } }));
  expect(Object.fromEntries(form?.headers.map(({ name, value }) => [name, value]) ?? [])).toEqual({ accept: '*/*', ...sent });
}); // prettier-ignore

test('a variable in the variables of GraphQL stays', async () => {
  const { form } = await readOne(graphql({ query: '{a}', variables: '{"b": {{b}}, "c": "{{c}}"}' }));
  expect(form).toMatchObject({ unread: [], unresolved: ['{{b}}', '{{c}}'] });
});

test('a password in digits is a password', async () => {
  const { form } = await readOne(postman({ auth: { type: 'basic', basic: { username: 'a', password: 1 } } }));
  expect(form?.headers).toMatchObject([{ name: 'accept' }, { name: 'authorization', value: `Basic ${btoa('a:1')}` }]);
});
