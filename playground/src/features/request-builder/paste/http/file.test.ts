/** Files of editors, and commands for the console of OpenSearch and Elasticsearch. */
import { expect, test } from 'vitest';
import { deriveState } from '../../model/build.js';
import { EMPTY_FORM } from '../../model/form.js';
import { readPasted } from '../paste.js';
import type { PastedRequest } from '../reading.js';
import { readAll, readOne } from '../test/read.js';

function build({ form }: PastedRequest) {
  const { request } = deriveState({ ...form, unresolved: [], unread: [] });
  return [`${request?.method.toUpperCase()} ${request?.url}`, request?.body, request?.headers['content-type']];
}

const JSON_TYPE = 'application/json';
const FILE = `@host = https://h.test
@base = {{host}}/v1

### List
GET {{ base }}/items
    ?page=2
    &size=5
Accept: text/plain

### Create one
# @name create
POST {{base}}/items HTTP/1.1
Content-Type: application/json
# a comment
X-Trace: {{trace}}

{
  "name": "a"
}

> {% client.log(response.body) %}

###
DELETE {{base}}/items/{{create.response.body.id}}

###
`;

test('reads the requests of a file with its variables', async () => {
  const requests = await readAll(FILE);
  expect(requests.map(({ name, method, url }) => [name, method, url])).toEqual([
    ['List', 'GET', 'https://h.test/v1/items?page=2&size=5'],
    ['create', 'POST', 'https://h.test/v1/items'],
    ['', 'DELETE', 'https://h.test/v1/items/{{create.response.body.id}}'],
  ]);
  expect(requests.map(({ form }) => form.unread)).toEqual([[], [], []]);
  expect(requests[1]?.notes).toEqual([
    'Scripts and files for the response aren’t read.',
    'Values to enter in the form: `{{trace}}`.',
  ]);
  expect(requests[1]?.form.parameters).toMatchObject([{ name: 'name', value: 'a' }]);
});

test.each<[text: string, requests: readonly (readonly unknown[])[]]>([
  ['GET /_search\n{ "size": 1 }', [['POST https://form.test/_search', { size: 1 }, JSON_TYPE]]],
  [
    '# first\nPUT my-index/_doc/1\n{\n  "a": {\n    "b": [1]\n  }\n}\n\n# then\nGET my-index/_doc/1\nGET _cat/indices?v # all\n\n',
    [
      ['PUT https://form.test/my-index/_doc/1', { a: { b: [1] } }, JSON_TYPE],
      ['GET https://form.test/my-index/_doc/1', undefined, undefined],
      ['GET https://form.test/_cat/indices?v', undefined, undefined],
    ],
  ],
  [
    'POST _bulk\n{ "index": { "_id": "1" } }\n{ "a": 1 }\nGET _count',
    [
      ['POST https://form.test/_bulk', '{ "index": { "_id": "1" } }\n{ "a": 1 }\n', 'application/x-ndjson'],
      ['GET https://form.test/_count', undefined, undefined],
    ],
  ],
  [
    'POST _scripts/a\n{\n  // the language\n  "source": """\n    return "a" + 1;\n  """, /* and */ "url": "http://x#y" # so\n}',
    [['POST https://form.test/_scripts/a', { source: '\n    return "a" + 1;\n  ', url: 'http://x#y' }, JSON_TYPE]],
  ],
  ['### a\nhttps://h.test/a\n\n### b\nHEAD https://h.test/b', [['GET https://h.test/a', undefined, undefined], ['HEAD https://h.test/b', undefined, undefined]]],
  ['POST https://h.test/a\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=2 3', [['POST https://h.test/a', { a: '1', b: '2 3' }, 'application/x-www-form-urlencoded']]],
  ['POST https://h.test/a\nContent-Type: text/plain\n\n# a\n### b\n> c', [['POST https://h.test/a', '# a\n### b\n> c', 'text/plain']]],
  ['###\nDELETE https://h.test/a?b=c d\n  &e=f g\n', [['DELETE https://h.test/a?b=c%20d&e=f%20g', undefined, undefined]]],
  ['@host = https://h.test\n@q = x y\nDELETE {{host}}/a b?c={{q}}\n\n', [['DELETE https://h.test/a%20b?c=x%20y', undefined, undefined]]],
  ['POST https://h.test/a HTTP/1.1\nContent-Type: application/json\n\n{\n  # one\n  "a": "#1", // two\n}', [['POST https://h.test/a', '{\n  # one\n  "a": "#1", // two\n}', JSON_TYPE]]],
  ['POST https://h.test/a HTTP/1.1\nContent-Type: application/json\n\n{\n  # "b": 1,\n  "a": "#1" // two\n}', [['POST https://h.test/a', { a: '#1' }, JSON_TYPE]]],
  ['GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\n{}', [['GET https://h.test/a', undefined, undefined]]],
])('reads %j', async (text, requests) => {
  const read = await readAll(text);
  expect(read.map(build)).toEqual(requests);
  expect(read.map(({ form }) => form.unread)).toEqual(requests.map(() => []));
}); // prettier-ignore

test.each<[text: string, path: readonly string[], note: RegExp]>([
  ['POST https://h.test/a\nContent-Type: application/xml\n\n< ./a.xml', ['data'], /^The file \.\/a\.xml/],
  ['POST https://h.test/a\nContent-Type: application/xml\n\n<@latin1 ./a.xml', ['data'], /^The file \.\/a\.xml/],
  ['POST https://h.test/a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="a"\n\n< ./a\n--b--', ['data'], /its field “a”/],
  ['< {%\n  request.variables.set("a", "b")\n%}\nGET https://h.test/a\nAccept: */*', ['route'], /^Scripts before the request/],
  ['POST https://h.test/a\nX-Request-Type: GraphQL\n\nquery { a }', ['data'], /GraphQL/],
  ['GET https://h.test/a\nAuthorization: Digest mona secret', ['headers', 'authorization'], /^An editor makes/],
  ['GET https://h.test/a\nAuthorization: Basic {{user}} {{password}}', ['headers', 'authorization'], /^The credentials depend on `\{\{user\}\}`/],
])('%j names what isn’t read', async (text, path, note) => {
  const { form } = await readOne(text);
  expect(form?.unread).toContainEqual({ path, note: expect.stringMatching(note) as string });
}); // prettier-ignore

test('lines of a body that some editors leave out are kept, and named', async () => {
  const [request] = await readAll('###\nPOST https://h.test/a\nContent-Type: text/plain\n\na\n# b\n');
  expect([request && build(request)[1], request?.notes]).toEqual(['a\n# b', [expect.stringMatching(/^Lines of the body/)]]);
}); // prettier-ignore

test('editors encode a user and a password', async () => {
  const { form } = await readOne('GET https://h.test/a\nAuthorization: Basic mona secret');
  expect(form?.headers).toMatchObject([{ name: 'authorization', value: `Basic ${btoa('mona:secret')}` }]);
});

test('a {name} is a placeholder: of the route in a path, an open value in a query', async () => {
  const { form } = await readOne('GET /users/{user-id}?sort={order}\nHost: h.test');
  expect(form).toMatchObject({ route: 'GET /users/{user-id}', parameters: [{ name: 'sort', value: '{{order}}' }] });
}); // prettier-ignore

test.each([
  ['###\nGET https://h.test/a\n\n###\n< ./a.js\nsee below', '“see below” isn’t the first line of a request'],
  ['GRAPHQL https://h.test/a\n\nquery { a }', 'GRAPHQL isn’t a method'],
])('%j is refused', async (text, refusal) => {
  expect(await readPasted(text, EMPTY_FORM)).toEqual({ refusal: expect.stringContaining(refusal) as string });
});
