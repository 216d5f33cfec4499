import { expect, test } from 'vitest';
import { deriveState, type BuilderState } from '../model/build.js';
import { EMPTY_FORM, EXAMPLE_FORM, type Form } from '../model/form.js';
import { readPasted } from './paste.js';
import { readOne } from './test/read.js';
import { isPasteable } from './use-paste.js';

const API = 'https://api.github.com';

interface Expected {
  readonly route: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly notes?: readonly RegExp[];
}

test.each<[string, string, Expected]>([
  [
    'a url',
    `${API}/repos/a/b/issues?page=2&labels=bug,x%20y`,
    {
      route: 'GET /repos/a/b/issues',
      url: `${API}/repos/a/b/issues?page=2&labels=bug%2Cx%20y`,
    },
  ],
  ['a url with a name twice', `${API}/s?a=1&a=2`, { route: 'GET /s?a=1&a=2', url: `${API}/s?a=1&a=2` }],
  [
    'a url of another host',
    'https://pets.example/v2/pets?q=a+b#top',
    {
      route: 'GET /v2/pets#top',
      url: 'https://pets.example/v2/pets?q=a%20b#top',
    },
  ],
  ['a host alone', 'https://pets.example', { route: 'GET /', url: 'https://pets.example/' }],
  [
    'a url with names that options have',
    `${API}/a?url=b&headers=c`,
    { route: 'GET /a', url: `${API}/a?url=b&headers=c` },
  ],
  ['a url that is a template', `${API}/repos/{owner}{?page}`, { route: 'GET /repos/{owner}{?page}', url: '' }],
  [
    'curl with a form that would be written in another way',
    `curl -d a=1 -d 'b=2 3' ${API}/f`,
    {
      route: 'POST /f',
      url: `${API}/f`,
      body: 'a=1&b=2 3',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    'curl with rows whose order would change',
    `curl -d a=1 -d b=2 '${API}/f?a=3'`,
    {
      route: 'POST /f?a=3',
      url: `${API}/f?a=3`,
      body: { a: '1', b: '2' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    'curl with --data-raw that begins with @',
    `curl --data-raw '@x' -H 'content-type: text/plain' ${API}/f`,
    {
      route: 'POST /f',
      url: `${API}/f`,
      body: '@x',
      headers: { 'content-type': 'text/plain' },
    },
  ],
  [
    'curl with credentials in the url',
    'curl https://mona:p%40ss@h.example/user',
    {
      route: 'GET /user',
      url: 'https://h.example/user',
      headers: { authorization: `Basic ${btoa('mona:p@ss')}` },
    },
  ],
  [
    'curl with a user alone in the url',
    'curl https://sk_test_x@api.shop.example/v1',
    {
      route: 'GET /v1',
      url: 'https://api.shop.example/v1',
      headers: { authorization: `Basic ${btoa('sk_test_x:')}` },
    },
  ],
  [
    'curl with credentials that aren’t percent-encoded',
    'curl https://u%3A:50%off%E9%40@h.example/x',
    {
      route: 'GET /x',
      url: 'https://h.example/x',
      headers: { authorization: `Basic ${btoa('u::50%off\xe9@')}` },
    },
  ],
  [
    'a Postman API key beside a header of the same name',
    JSON.stringify({
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'a',
          request: {
            method: 'GET',
            url: `${API}/a`,
            header: [{ key: 'x-api-key', value: 'b' }],
            auth: {
              type: 'apikey',
              apikey: [
                { key: 'key', value: 'X-API-Key' },
                { key: 'value', value: 'c' },
              ],
            },
          },
        },
      ],
    }),
    { route: 'GET /a', url: `${API}/a`, headers: { 'x-api-key': 'c' } },
  ],
  [
    'a HAR with headers of the connection',
    JSON.stringify({
      method: 'GET',
      url: `${API}/a`,
      headers: [':path', 'Host', 'TE', 'Upgrade', 'Expect', 'x-a'].map((name) => ({
        name,
        value: name === 'Host' ? 'api.github.com' : 'b',
      })),
    }),
    { route: 'GET /a', url: `${API}/a`, headers: { 'x-a': 'b' } },
  ],
  [
    'curl -G with a query that would be written in another way',
    `curl -G ${API}/search -d q=a,b --data-urlencode 'x=a b'`,
    { route: 'GET /search?q=a,b&x=a+b', url: `${API}/search?q=a,b&x=a+b` },
  ],
  [
    'curl with a comment after the backslash of a line',
    `curl -H 'x-a: 1' \\  # a header\n  ${API}/a`,
    { route: 'GET /a', url: `${API}/a`, headers: { 'x-a': '1' }, notes: [/^A backslash is followed by whitespace/] },
  ],
  [
    'endpoint with endpoint.in',
    `endpoint('PATCH /app/hook/config', { [endpoint.in]: { body: { url: 'https://x' } } })`,
    {
      route: 'PATCH /app/hook/config',
      url: `${API}/app/hook/config`,
      body: { url: 'https://x' },
    },
  ],
])('reads %s', async (_, text, { route, url, notes = [], ...request }) => {
  expect(isPasteable(text)).toBe(true);
  const { form = EMPTY_FORM, ...read } = await readOne(text, { ...EMPTY_FORM, layers: EXAMPLE_FORM.layers });
  expect(form.route).toBe(route);
  expect(read.notes).toEqual(notes.map((note) => expect.stringMatching(note)));
  if (url === '') return;
  const state = deriveState({ ...form, unresolved: [], unread: [] });
  expect(state.problems).toEqual([]);
  expect(state.request).toMatchObject({ ...request, url });
  expect('body' in request).toBe('body' in (state.request ?? {}));
});

test('keeps settings that a pasted request doesn’t have, and switches defaults off', async () => {
  const form: Form = { ...EXAMPLE_FORM, layers: [{ id: 1, name: 'a', on: true, options: '{"x": 1}' }] };
  expect((await readOne(`curl ${API}/a`, form)).form?.layers).toEqual([
    { id: 1, name: 'a', on: false, options: '{"x": 1}' },
  ]);
  expect((await readOne(`endpoint('/a')`, form)).form?.layers).toEqual(form.layers);
});

const HOST = '{{ host }}';
const collectionOf = (request: object) =>
  JSON.stringify({ info: { schema: 'https://schema.getpostman.com/' }, item: [{ request }] });

test.each<[text: string, problems: readonly (readonly [field: string, at: number | undefined])[]]>([
  [
    collectionOf({ url: `${HOST}/a/{{id}}`, method: 'GET' }),
    [
      ['route', 7],
      ['baseUrl', undefined],
    ],
  ],
  ['POST {{host}}/a?b={{id}}', [['baseUrl', undefined], ['parameter 1', undefined]]], // prettier-ignore
  [
    collectionOf({ url: `${API}/:b`, method: 'GET', header: [{ key: 'x-{{a}}', value: '{{b}}' }] }),
    [['header 1', undefined]],
  ],
  [
    collectionOf({ url: { raw: 'u', host: [API], path: [':b'], variable: [{ key: 'b', value: '{{id}}' }] } }),
    [['parameter 1', undefined]],
  ],
  [
    collectionOf({ url: `${API}/a`, method: 'POST', body: { mode: 'raw', raw: '{"a": "{{a}}"}' } }),
    [['parameter 1', undefined]],
  ],
  [`curl -H "x-a: $A" ${API}/a`, [['header 1', undefined]]],
])('variables of %s stay text, are named, and keep the request from being complete', async (text, expected) => {
  expect(isPasteable(text)).toBe(true);
  const { form = EMPTY_FORM, ...read } = await readOne(text, EMPTY_FORM);
  expect(read).toMatchObject({
    incomplete: true,
    notes: expect.arrayContaining([expect.stringContaining(form.unresolved.map((name) => `\`${name}\``).join(', '))]),
  });
  const state = deriveState(form);
  const listOpen = ({ problems }: BuilderState) => problems.filter(({ message }) => message.includes('leaves open'));
  expect(listOpen(state).map(({ field, position }) => [field, position])).toEqual(expected);
  expect(state.request).toBeUndefined();
  let asText = state;
  for (let [open] = listOpen(asText); open; [open] = listOpen(asText))
    asText = deriveState(open.accept?.form ?? EMPTY_FORM);
  expect(asText.form).toEqual({ ...state.form, unresolved: [] });
});

test('the text of a record is no variable', async () => {
  const entry = { request: { method: 'GET', url: `${API}/a`, headers: [{ name: 'x-a', value: '{{a}}' }] } };
  expect(await readOne(JSON.stringify({ log: { entries: [entry] } }))).toMatchObject({
    incomplete: false,
    form: { unresolved: [] },
  });
});

test('keeps the form’s base if the URL begins with it', async () => {
  const form = { ...EMPTY_FORM, vendor: 'acme', baseUrl: 'https://acme.example/api/v1/' };
  expect((await readOne('https://acme.example/api/v1/users', form)).form).toMatchObject({
    route: 'GET /users', vendor: 'acme', baseUrl: form.baseUrl,
  }); // prettier-ignore
  expect((await readOne('https://acme.example/api/v11', form)).form).toMatchObject({
    route: 'GET /api/v11', vendor: '', baseUrl: 'https://acme.example',
  }); // prettier-ignore
});

const ACME: Form = {
  ...EMPTY_FORM,
  vendor: 'acme',
  baseUrl: 'https://acme.example',
  layers: [{ id: 1, name: 'acme', on: true, options: '{"headers": {"authorization": "token for acme"}}' }],
};

test.each([
  `octokit.request('GET /user')`,
  `const octokit = new Octokit(); await octokit.request('GET /user')`,
  `context.octokit.request('GET /user')`,
])('%s is a request to GitHub, whatever API the form has', async (text) => {
  const state = deriveState((await readOne(text, ACME)).form ?? EMPTY_FORM);
  expect(state.request).toMatchObject({ url: `${API}/user` });
  expect(state.request?.headers).not.toHaveProperty('authorization');
  expect(state.form.vendor).toBe('github');
});

test.each([
  'GET /repos/{owner}',
  '/zen',
  '{owner}',
  "GET /Users('a')/items(1)",
  'curling',
  '/{b}\n/c',
  'request',
  '/a?x=1',
])('leaves %s to the browser', (text) => {
  expect(isPasteable(text)).toBe(false);
});

const URL_OF_A = "'https://h.example/a'";

test.each<[text: string, note: string]>([
  [`fetch(${URL_OF_A}, { agent: 1 })`, 'Options that aren’t read: agent.'],
  [`axios.get(${URL_OF_A}, { paramsSerializer: f })`, 'Options that aren’t read: paramsSerializer.'],
  [`axios.post(${URL_OF_A}, payload)`, 'The body is the value of `{{payload}}`, which isn’t in the text.'],
  [
    `fetch(${URL_OF_A}, { method: 'patch' })`,
    '`fetch` sends the method “patch” as it is written, which servers don’t know; write it in upper case.',
  ],
  [`octokit.request('GET /a', { n: null, labels: ['a'] })`, 'Octokit sends null in a query as the text “null”: n.'],
  [
    `octokit.request({ method: 'POST', url: '/a', data: 'raw' })`,
    'Octokit sends the text in `data` with the type of JSON.',
  ],
  [`endpoint({ method: '', url: '/a' })`, 'The method isn’t a text.'],
])('%s is not complete, and says why', async (text, note) => {
  expect(await readOne(text, EMPTY_FORM)).toMatchObject({ incomplete: true, notes: expect.arrayContaining([note]) });
});

test.each<[text: string, note: string]>([
  [`fetch('/a')`, 'The URL is relative to one that isn’t in the text; the base URL of the form is shown.'],
  [`fetch('//h.example/a')`, 'The URL has the scheme of the page that calls; `https` is shown.'],
])('%s is complete, and says what is assumed', async (text, note) => {
  expect(await readOne(text, EMPTY_FORM)).toMatchObject({ incomplete: false, notes: [note] });
});

test.each<[text: string, request: object]>([
  ["return window.fetch(`${BASE}/a`, { body: JSON.stringify({ a }, null, 2), method: 'PUT' }).then((r) => r.json())", { method: 'put', url: 'https://base.test/a', body: '{\n  "a": "{{a}}"\n}' }],
  [
    "// Octokit.js\nconst octokit = new Octokit({\n  auth: 'YOUR-TOKEN'\n})\n\nawait octokit.request('POST /user/repos', {\n  name: 'a', // its name\n  headers: { 'X-GitHub-Api-Version': '2022-11-28' }\n})",
    { method: 'post', body: { name: 'a' }, headers: { authorization: 'token YOUR-TOKEN', 'x-github-api-version': '2022-11-28' } },
  ],
  ["import { endpoint } from 'endpoint.js';\nendpoint('PUT /a', { [endpoint.in]: { query: { q: 1 } } })", { url: `${API}/a?q=1` }],
])('reads %s', async (text, request) => {
  const { form = EMPTY_FORM } = await readOne(text, EMPTY_FORM);
  const base = form.baseUrl.replace('{{BASE}}', 'https://base.test');
  expect(deriveState({ ...form, baseUrl: base, unresolved: [], unread: [] }).request).toMatchObject(request);
}); // prettier-ignore

test('reads several calls', async () => {
  const reading = await readPasted("fetch('https://h.example/a', {});\nfetch('https://h.example/b', {})", EMPTY_FORM);
  expect(reading).toMatchObject({ kind: 'fetch call', requests: [{ url: 'https://h.example/a' }, { url: 'https://h.example/b' }] });
}); // prettier-ignore

test.each([
  [`let b = 'x'; fetch(${URL_OF_A}, { body: b })`, '`let`'],
  [`fetch(${URL_OF_A}, { method: x || 'PUT' })`, '`x`'],
  [`fetch(${URL_OF_A}, { ...init, method: 'PUT' })`, '`...init`'],
  [`fetch(${URL_OF_A}, { headers: new Headers() })`, '`new`'],
  [`fetch(${URL_OF_A}, {\n  headers: { a: 'Basic ' + btoa('mona:hunter2') } })`, 'Line 2 has `+`'],
  [`fetch(${URL_OF_A}, { body: btoa('hunter2') })`, '`btoa(`'],
  [`fetch(${URL_OF_A}, init)`, 'The options of the call aren’t in the text'],
  ['fetch(url)', 'The URL of the call isn’t in the text'],
  [`fetch(${URL_OF_A}, { method })`, 'The method of the call isn’t in the text'],
  ['octokit.request(x)', 'The route of the call isn’t in the text'],
  ['endpoint({', 'The call isn’t read: '],
  [`axios.defaults.baseURL = '/x'; axios.get(${URL_OF_A})`, '`'],
  [`const axios = make(); axios.get(${URL_OF_A})`, '`make(`'],
  [`import axios from './api'; axios.get(${URL_OF_A})`, '`import`'],
  [`const api = axios.create({ baseURL: 'https://h.example' }); api.get('/a')`, '`axios.create(`'],
  [`fetch<User>(${URL_OF_A})`, '`fetch`'],
  [`fetch(${URL_OF_A}, { method: 'PUT' } as RequestInit)`, '`as`'],
  ["fetch('about:blank')", 'not `about:`'],
  ["fetch('localhost:80/x')", 'not `localhost:`'],
  ["axios.get('ftp://h.example')", 'not `ftp:`'],
  ['GET about:blank HTTP/1.1\n\n', 'not `about:`'],
  ['WEBSOCKET wss://h.example/a\nX-A: b', 'WEBSOCKET isn’t a method'],
  ['HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'This is a response'],
  ["Invoke-RestMethod -Uri 'https://h.example/a' -Method Post", 'copy the request as cURL (bash)'],
  ['PS C:\\> curl.exe https://h.example/a', 'PowerShell isn’t read'],
  ['curl `\n  -X PUT `\n  https://h.example/a', 'PowerShell isn’t read'],
])('%s is refused by name', async (text, name) => {
  const reading = await readPasted(text, EMPTY_FORM);
  expect(reading).toEqual({ refusal: expect.stringContaining(name) as string });
  expect(JSON.stringify(reading)).not.toContain('hunter2');
});

const NOTHING = /^No request was found; the playground reads URLs, curl and console commands, /;

test.each<[string, RegExp]>([
  ['https://h/x and more', NOTHING],
  ['see /merge(x', NOTHING],
  ['curl -s', NOTHING],
  ['curl --sil h.example', /`--sil` isn’t an option of curl that is known here/],
  [`curl 'https://h.example/a`, /^The quote in line 1 isn’t closed/],
  ['{"openapi": "3.1.0", "paths": {}}', /^This is an OpenAPI document/],
  ['openapi: 3.1.0\npaths: {}', /^This is an OpenAPI document/],
  ['{"log": {"entries": [', /^The text begins like JSON, but isn’t/],
  ['{"log": {"entries": []}}', /^The HAR has no request/],
  [`octokit.request(${'['.repeat(50_000)}`, /too deep/],
])('refuses %.60s', async (text, refusal) => {
  expect(await readPasted(text, EMPTY_FORM)).toEqual({ refusal: expect.stringMatching(refusal) as string });
});

test.each<[text: string, client?: string]>([
  ['wget --method=PUT https://h.example/a', 'wget'],
  ['http PUT pie.dev/put X-A:1 name=John', 'HTTPie'],
  ['http :3000/a', 'HTTPie'],
  ['xhs h.example/a', 'xh'],
  ["gh api graphql -f query='query($name: String!) { fetch(name: $name) { id } }'", '`gh api`'],
  ["app.get('/users/:id', (req, res) => res.send('x'))"],
  ["router.route('/book').get(list).post(create)"],
  ['/users/:id?'],
  ['GET /user/:id(\\d+)'],
  ['/users{/:id}'],
  ["'/users/:id'"],
  ["createClient({ baseUrl: 'https://h.example' }).GET('/a/{b}', { params: { path: { b: 1 } } })"],
  // Bruno, and its export.
  ["get {\n  url: https://h.example\n}\n\nscript:pre-request {\n  await axios.get('https://h.example/token')\n}"],
  ['meta {\n  name: a\n}\n\ndocs {\n  curl https://h.example\n}'],
  ['{"name": "a", "items": [{"type": "http", "request": {"url": "https://h.example", "method": "GET"}}]}'],
  // OpenCollection, and a file of it.
  ["opencollection: 1.0.0\nitems:\n  - docs: fetch('https://h.example')"],
  ["info:\n  name: a\nhttp:\n  url: https://h.example\ndocs: fetch('https://h.example')"],
  // Insomnia, and its version 5.
  ['{"_type": "export", "resources": [{"_type": "request", "url": "https://h.example", "method": "GET"}]}'],
  ["type: collection.insomnia.rest/5.0\ncollection:\n  - url: https://h.example\n    name: fetch('/a')"],
  ["await ky.post('https://h.example/a', { json: { a: 1 } }).json()", '`ky`'],
  ["await got('https://h.example/a', { searchParams: { a: 1 } })", '`got`'],
  ["superagent.post('https://h.example/a').send({ a: 1 })", '`superagent`'],
  ["await request(app).get('/users').expect(200)", '`request`'],
  ["https.request('https://h.example/a', { method: 'POST' }, (response) => response.resume())", 'Node’s `http`'],
  ["$.get('https://h.example/a', { b: 1 })", 'jQuery'],
  ["await $fetch('https://h.example/a', { query: { b: 1 } })", '`$fetch`'],
  ["api.post('/login', { user: 'mona' })"],
  ["const kit = new Octokit(); kit.request('GET /user')"],
  ["octokit.rest.issues.create({ owner: 'a' })"],
  ["octokit.paginate('GET /user/repos', { per_page: 100 })"],
  ["import httpx\nr = httpx.post('https://h.example/a', json={'a': 1})", '`httpx` (Python)'],
  ["import requests\n\nrequests.post('https://h.example/a', headers={'a': 'b'})", '`requests` (Python)'],
  ['async with aiohttp.ClientSession() as s:\n  await s.get("https://h.example")', '`aiohttp` (Python)'],
  ['<?php\n$ch = curl_init("https://h.example/a");', 'curl of PHP'],
  ['req, err := http.NewRequest("GET", "https://h.example/a", nil)', '`net/http` (Go)'],
  ['response = Net::HTTP.get(URI("https://h.example/a"))', '`Net::HTTP` (Ruby)'],
  ['var client = new HttpClient();\nawait client.GetAsync("https://h.example/a");', '`HttpClient` (.NET)'],
  ['let body = reqwest::get("https://h.example/a").await?.text().await?;', 'reqwest'],
])('%s is not read, and the notice names what is, and the client', async (text, client = '') => {
  expect(isPasteable(text)).toBe(true);
  const reading = await readPasted(text, EMPTY_FORM);
  expect(reading).toEqual({ refusal: expect.stringMatching(NOTHING) as string });
  expect(reading).toEqual({ refusal: expect.stringContaining(client) as string });
});

test('a command whose URL isn’t known is named beside the others', async () => {
  const reading = await readPasted('curl https://h.example/a; curl -d {1..3}', EMPTY_FORM);
  expect(reading).toMatchObject({
    notes: ['A curl command without a URL that is known is left out.'],
    requests: [{ url: 'https://h.example/a' }],
  });
});
