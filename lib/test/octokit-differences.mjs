/** Deliberate differences from `@octokit/endpoint`, of `endpoint.js` and of `endpoint.js/octokit`. */

/**
 * The part of a request that a difference shows; a header that is undefined is absent.
 * @typedef {{ method?: string, url?: string, headers?: Record<string, string | null | undefined>, body?: unknown }} Expected
 */

/**
 * @typedef {object} Difference
 * @property {string} why the first column of a table in docs/guides/migrating.md
 * @property {import('./octokit-calls.mjs').Call} call
 * @property {Expected} theirs the request of `@octokit/endpoint`
 * @property {Expected | RegExp} ours that of `endpoint.js`, or its error
 * @property {'theirs' | 'ours'} dropIn which of the two `endpoint.js/octokit` has; the guide has a table for each
 */

const bytes = new TextEncoder().encode('PNG');
const date = new Date('2024-01-01T00:00:00Z');
const json = 'application/json; charset=utf-8';
const host = 'https://api.github.com';

/**
 * Deliberate differences. The guide of migration has a line for each.
 * @type {Difference[]}
 */
export const DIFFERENCES = [
  {
    why: 'a missing path value is an error',
    call: ['DELETE /repos/{owner}'],
    theirs: { url: `${host}/repos` },
    ours: /owner: is missing/,
    dropIn: 'ours',
  },
  {
    why: 'an empty value inside the path is an error',
    call: ['GET /repos/{owner}/{repo}', { owner: '', repo: 'a' }],
    theirs: { url: `${host}/repos//a` },
    ours: /owner: is empty/,
    dropIn: 'ours',
  },
  {
    why: 'a value `..` is an error',
    call: ['GET /a/{x}/c', { x: '..' }],
    theirs: { url: `${host}/a/../c` },
    ours: /x: would make the path segment/,
    dropIn: 'ours',
  },
  {
    why: "`@host` doesn't change the host",
    call: ['GET @evil/x'],
    theirs: { url: `${host}@evil/x` },
    ours: { url: `${host}/@evil/x` },
    dropIn: 'ours',
  },
  {
    why: 'one slash joins base URL and path',
    call: ['GET /x', {}, { baseUrl: 'https://github.acme.test/api/v3/' }],
    theirs: { url: 'https://github.acme.test/api/v3//x' },
    ours: { url: 'https://github.acme.test/api/v3/x' },
    dropIn: 'ours',
  },
  {
    why: 'a trailing slash of the route stays',
    call: ['GET /a/'],
    theirs: { url: `${host}/a` },
    ours: { url: `${host}/a/` },
    dropIn: 'theirs',
  },
  {
    why: 'a trailing slash of a value stays',
    call: ['GET /a/{+path}', { path: 'docs/' }],
    theirs: { url: `${host}/a/docs` },
    ours: { url: `${host}/a/docs/` },
    dropIn: 'ours',
  },
  {
    why: "a space doesn't end a url",
    call: ['GET /a b'],
    theirs: { url: `${host}/a` },
    ours: { url: `${host}/a%20b` },
    dropIn: 'ours',
  },
  {
    why: 'a colon within a segment is text',
    call: ['GET /v1/{n}:batchGet', { n: 'x' }],
    theirs: { url: `${host}/v1/x` },
    ours: { url: `${host}/v1/x:batchGet` },
    dropIn: 'ours',
  },
  {
    why: '`:a` and `:Org` are placeholders',
    call: ['GET /:a/:Org', { a: 1, Org: 2 }],
    theirs: { url: `${host}/:a/:Org?a=1&Org=2` },
    ours: { url: `${host}/1/2` },
    dropIn: 'ours',
  },
  {
    why: "`{x:3}` doesn't repeat `x` in the query",
    call: ['GET /{x:3}', { x: 'abcdef' }],
    theirs: { url: `${host}/abc?x=abcdef` },
    ours: { url: `${host}/abc` },
    dropIn: 'ours',
  },
  {
    why: 'an undefined variable writes nothing',
    call: ['GET /x{?name,label}', { name: 'a' }],
    theirs: { url: `${host}/x?name=a&` },
    ours: { url: `${host}/x?name=a` },
    dropIn: 'ours',
  },
  {
    why: 'a malformed template is an error',
    call: ['GET /a{b'],
    theirs: { url: `${host}/a{b` },
    ours: /unmatched "\{"/,
    dropIn: 'ours',
  },
  {
    why: 'a `+` in `q` is encoded',
    call: ['GET /search', { q: 'a+language:c' }],
    theirs: { url: `${host}/search?q=a+language%3Ac` },
    ours: { url: `${host}/search?q=a%2Blanguage%3Ac` },
    dropIn: 'theirs',
  },
  {
    why: 'query values are encoded strictly',
    call: ['GET /x', { a: "it's (!*)" }],
    theirs: { url: `${host}/x?a=it's%20(!*)` },
    ours: { url: `${host}/x?a=it%27s%20%28%21%2A%29` },
    dropIn: 'theirs',
  },
  {
    why: 'query names are encoded',
    call: ['GET /x', { 'a&b': 1 }],
    theirs: { url: `${host}/x?a&b=1` },
    ours: { url: `${host}/x?a%26b=1` },
    dropIn: 'ours',
  },
  {
    why: "commas of lists aren't encoded",
    call: ['GET /x', { labels: ['a', 'b'] }],
    theirs: { url: `${host}/x?labels=a%2Cb` },
    ours: { url: `${host}/x?labels=a,b` },
    dropIn: 'theirs',
  },
  {
    why: 'an empty list writes nothing',
    call: ['GET /x', { labels: [] }],
    theirs: { url: `${host}/x?labels=` },
    ours: { url: `${host}/x` },
    dropIn: 'ours',
  },
  {
    why: '`null` writes nothing in a query',
    call: ['GET /x', { since: null }],
    theirs: { url: `${host}/x?since=null` },
    ours: { url: `${host}/x` },
    dropIn: 'ours',
  },
  {
    why: 'objects are written by member',
    call: ['GET /x', { a: { b: 1 } }],
    theirs: { url: `${host}/x?a=%5Bobject%20Object%5D` },
    ours: { url: `${host}/x?a%5Bb%5D=1` },
    dropIn: 'ours',
  },
  {
    why: 'dates are ISO 8601',
    call: ['GET /x', { since: date }],
    theirs: { url: `${host}/x?since=${encodeURIComponent(String(date)).replace(/%2[89]/g, decodeURIComponent)}` },
    ours: { url: `${host}/x?since=2024-01-01T00%3A00%3A00.000Z` },
    dropIn: 'ours',
  },
  {
    why: 'a second `page` in the query is an error',
    call: ['GET /x?page=1', { page: 2 }],
    theirs: { url: `${host}/x?page=1&page=2` },
    ours: /page: the url has it/,
    dropIn: 'ours',
  },
  {
    why: 'a fragment stays at the end',
    call: ['GET /x#a', { page: 2 }],
    theirs: { url: `${host}/x#a?page=2` },
    ours: { url: `${host}/x?page=2#a` },
    dropIn: 'ours',
  },
  {
    why: 'the method is in lower case',
    call: ['patch /x', { a: 1 }],
    theirs: { method: 'PATCH' },
    ours: { method: 'patch' },
    dropIn: 'theirs',
  },
  {
    why: 'a method such as PURGE is an error',
    call: ['PURGE /x'],
    theirs: { method: 'PURGE' },
    ours: /method: use GET, .*, not PURGE/,
    dropIn: 'ours',
  },
  {
    why: 'an empty PUT or PATCH has no body',
    call: ['PUT /x'],
    theirs: { body: '' },
    ours: { body: undefined },
    dropIn: 'theirs',
  },
  {
    why: "text isn't sent as JSON",
    call: ['POST /x', { data: 'text' }],
    theirs: { headers: { 'content-type': json } },
    ours: { headers: { 'content-type': undefined } },
    dropIn: 'theirs',
  },
  {
    why: "bytes and forms aren't sent as JSON",
    call: ['POST /x', { data: bytes }],
    theirs: { headers: { 'content-type': json } },
    ours: { headers: { 'content-type': undefined } },
    dropIn: 'ours',
  },
  {
    why: 'a class instance in a body is an error',
    call: ['POST /x', { data: new Map() }],
    theirs: { body: new Map() },
    ours: /data: can't be sent as Map/,
    dropIn: 'ours',
  },
  {
    why: 'a function in JSON is an error',
    call: ['POST /x', { a: parseInt }],
    theirs: { body: { a: parseInt } },
    ours: /a: JSON can't hold Function/,
    dropIn: 'ours',
  },
  {
    why: 'a parameter `url` is an error',
    call: ['GET /x', { url: '/y' }],
    theirs: { url: `${host}/y` },
    ours: /endpoint\.in/,
    dropIn: 'ours',
  },
  {
    why: '`data` of a GET is an error',
    call: ['GET /x', { data: 'text' }],
    theirs: { url: `${host}/x?data=text` },
    ours: /data: GET has no body/,
    dropIn: 'ours',
  },
  {
    why: 'a body of OPTIONS is an error',
    call: ['OPTIONS /x', { a: 1 }],
    theirs: { body: { a: 1 } },
    ours: /a: OPTIONS has no body/,
    dropIn: 'ours',
  },
  {
    why: '`undefined` removes a default',
    call: ['GET /x', { headers: { 'x-a': undefined } }, { headers: { 'x-a': '1' } }],
    theirs: { headers: { 'x-a': '1' } },
    ours: { headers: { 'x-a': undefined } },
    dropIn: 'theirs',
  },
  {
    why: '`null` removes a header',
    call: ['GET /x', { headers: { 'x-a': null } }],
    theirs: { headers: { 'x-a': null } },
    ours: { headers: { 'x-a': undefined } },
    dropIn: 'ours',
  },
  {
    why: 'a `Headers` object is accepted',
    call: ['GET /x', { headers: new Headers({ 'x-a': '1' }) }],
    theirs: { headers: { 'x-a': undefined } },
    ours: { headers: { 'x-a': '1' } },
    dropIn: 'ours',
  },
  {
    why: 'a line break in a header is an error',
    call: ['GET /x', { headers: { 'x-a': '1\r\nx-b: 2' } }],
    theirs: { headers: { 'x-a': '1\r\nx-b: 2' } },
    ours: /x-a: must be text without CR/,
    dropIn: 'ours',
  },
  {
    why: 'previews apply to every url',
    call: ['GET /x', { mediaType: { previews: ['mercy'] } }],
    theirs: { headers: { accept: 'application/vnd.github.v3+json' } },
    ours: { headers: { accept: 'application/vnd.github.mercy-preview+json' } },
    dropIn: 'theirs',
  },
  {
    why: "`accept` keeps other vendors' types",
    call: ['POST /graphql', { headers: { accept: 'application/vnd.a-preview' }, mediaType: { previews: ['b'] } }],
    theirs: { headers: { accept: 'application/vnd.github.a-preview+json,application/vnd.github.b-preview+json' } },
    ours: { headers: { accept: 'application/vnd.a-preview,application/vnd.github.b-preview+json' } },
    dropIn: 'ours',
  },
];
