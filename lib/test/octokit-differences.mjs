/** Deliberate differences from `@octokit/endpoint`, of `endpoint.js` and of `endpoint.js/octokit`. */

/**
 * The part of a request that a difference shows; a header that is undefined is absent.
 * @typedef {{ method?: string, url?: string, headers?: Record<string, string | null | undefined>, body?: unknown }} Expected
 */

/**
 * @typedef {object} Difference
 * @property {string} why the first column of the table in docs/guides/migrating.md
 * @property {import('./octokit-calls.mjs').Call} call
 * @property {Expected} theirs the request of `@octokit/endpoint`
 * @property {Expected | RegExp} ours that of `endpoint.js`, or its error
 * @property {'theirs' | 'ours'} dropIn which of the two `endpoint.js/octokit` gives
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
    why: 'a missing path value changes what is deleted',
    call: ['DELETE /repos/{owner}'],
    theirs: { url: `${host}/repos` },
    ours: /owner: is missing/,
    dropIn: 'ours',
  },
  {
    why: 'so does an empty one',
    call: ['GET /repos/{owner}/{repo}', { owner: '', repo: 'a' }],
    theirs: { url: `${host}/repos//a` },
    ours: /owner: is empty/,
    dropIn: 'ours',
  },
  {
    why: '`..` escapes the path',
    call: ['GET /a/{x}/c', { x: '..' }],
    theirs: { url: `${host}/a/../c` },
    ours: /x: would make the path segment/,
    dropIn: 'ours',
  },
  {
    why: 'a url of `@host` must not change the host',
    call: ['GET @evil/x'],
    theirs: { url: `${host}@evil/x` },
    ours: { url: `${host}/@evil/x` },
    dropIn: 'ours',
  },
  {
    why: 'exactly one slash joins base URL and path',
    call: ['GET /x', {}, { baseUrl: 'https://github.acme.test/api/v3/' }],
    theirs: { url: 'https://github.acme.test/api/v3//x' },
    ours: { url: 'https://github.acme.test/api/v3/x' },
    dropIn: 'ours',
  },
  {
    why: 'a trailing slash is kept',
    call: ['GET /a/'],
    theirs: { url: `${host}/a` },
    ours: { url: `${host}/a/` },
    dropIn: 'theirs',
  },
  {
    why: 'also one at the end of a value',
    call: ['GET /a/{+path}', { path: 'docs/' }],
    theirs: { url: `${host}/a/docs` },
    ours: { url: `${host}/a/docs/` },
    dropIn: 'ours',
  },
  {
    why: 'a space does not end a url',
    call: ['GET /a b'],
    theirs: { url: `${host}/a` },
    ours: { url: `${host}/a%20b` },
    dropIn: 'ours',
  },
  {
    why: 'a literal colon is not a placeholder',
    call: ['GET /v1/{n}:batchGet', { n: 'x' }],
    theirs: { url: `${host}/v1/x` },
    ours: { url: `${host}/v1/x:batchGet` },
    dropIn: 'ours',
  },
  {
    why: 'one-letter and capital names are placeholders',
    call: ['GET /:a/:Org', { a: 1, Org: 2 }],
    theirs: { url: `${host}/:a/:Org?a=1&Org=2` },
    ours: { url: `${host}/1/2` },
    dropIn: 'ours',
  },
  {
    why: 'a prefixed variable is consumed',
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
    why: '`q` is a name like any other',
    call: ['GET /search', { q: 'a+language:c' }],
    theirs: { url: `${host}/search?q=a+language%3Ac` },
    ours: { url: `${host}/search?q=a%2Blanguage%3Ac` },
    dropIn: 'theirs',
  },
  {
    why: 'reserved characters are encoded in the query',
    call: ['GET /x', { a: "it's (!*)" }],
    theirs: { url: `${host}/x?a=it's%20(!*)` },
    ours: { url: `${host}/x?a=it%27s%20%28%21%2A%29` },
    dropIn: 'theirs',
  },
  {
    why: 'names are encoded in the query',
    call: ['GET /x', { 'a&b': 1 }],
    theirs: { url: `${host}/x?a&b=1` },
    ours: { url: `${host}/x?a%26b=1` },
    dropIn: 'ours',
  },
  {
    why: 'the commas between members are not encoded',
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
    why: '`null` writes nothing in the query',
    call: ['GET /x', { since: null }],
    theirs: { url: `${host}/x?since=null` },
    ours: { url: `${host}/x` },
    dropIn: 'ours',
  },
  {
    why: 'an object is written by its members',
    call: ['GET /x', { a: { b: 1 } }],
    theirs: { url: `${host}/x?a=%5Bobject%20Object%5D` },
    ours: { url: `${host}/x?a%5Bb%5D=1` },
    dropIn: 'ours',
  },
  {
    why: 'a date is written in ISO 8601',
    call: ['GET /x', { since: date }],
    theirs: { url: `${host}/x?since=${encodeURIComponent(String(date)).replace(/%2[89]/g, decodeURIComponent)}` },
    ours: { url: `${host}/x?since=2024-01-01T00%3A00%3A00.000Z` },
    dropIn: 'ours',
  },
  {
    why: 'the url has the parameter already',
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
    why: 'the method has one spelling',
    call: ['patch /x', { a: 1 }],
    theirs: { method: 'PATCH' },
    ours: { method: 'patch' },
    dropIn: 'theirs',
  },
  {
    why: 'only eight methods are known',
    call: ['PURGE /x'],
    theirs: { method: 'PURGE' },
    ours: /method: use GET, .*, not PURGE/,
    dropIn: 'ours',
  },
  {
    why: 'a request without a body has none',
    call: ['PUT /x'],
    theirs: { body: '' },
    ours: { body: undefined },
    dropIn: 'theirs',
  },
  {
    why: 'text is not JSON',
    call: ['POST /x', { data: 'text' }],
    theirs: { headers: { 'content-type': json } },
    ours: { headers: { 'content-type': undefined } },
    dropIn: 'theirs',
  },
  {
    why: 'nor are bytes and forms',
    call: ['POST /x', { data: bytes }],
    theirs: { headers: { 'content-type': json } },
    ours: { headers: { 'content-type': undefined } },
    dropIn: 'ours',
  },
  {
    why: 'a class instance is not JSON either',
    call: ['POST /x', { data: new Map() }],
    theirs: { body: new Map() },
    ours: /data: can't be sent as Map/,
    dropIn: 'ours',
  },
  {
    why: "JSON can't hold a function",
    call: ['POST /x', { a: parseInt }],
    theirs: { body: { a: parseInt } },
    ours: /a: JSON can't hold Function/,
    dropIn: 'ours',
  },
  {
    why: 'a parameter must not take over the request',
    call: ['GET /x', { url: '/y' }],
    theirs: { url: `${host}/y` },
    ours: /endpoint\.in/,
    dropIn: 'ours',
  },
  {
    why: 'no option is lost silently',
    call: ['GET /x', { data: 'text' }],
    theirs: { url: `${host}/x?data=text` },
    ours: /data: GET has no body/,
    dropIn: 'ours',
  },
  {
    why: 'OPTIONS has no body',
    call: ['OPTIONS /x', { a: 1 }],
    theirs: { body: { a: 1 } },
    ours: /a: OPTIONS has no body/,
    dropIn: 'ours',
  },
  {
    why: '`undefined` unsets a default',
    call: ['GET /x', { headers: { 'x-a': undefined } }, { headers: { 'x-a': '1' } }],
    theirs: { headers: { 'x-a': '1' } },
    ours: { headers: { 'x-a': undefined } },
    dropIn: 'theirs',
  },
  {
    why: '`null` drops a header',
    call: ['GET /x', { headers: { 'x-a': null } }],
    theirs: { headers: { 'x-a': null } },
    ours: { headers: { 'x-a': undefined } },
    dropIn: 'ours',
  },
  {
    why: 'a `Headers` counts',
    call: ['GET /x', { headers: new Headers({ 'x-a': '1' }) }],
    theirs: { headers: { 'x-a': undefined } },
    ours: { headers: { 'x-a': '1' } },
    dropIn: 'ours',
  },
  {
    why: "a line break can't be in a header",
    call: ['GET /x', { headers: { 'x-a': '1\r\nx-b: 2' } }],
    theirs: { headers: { 'x-a': '1\r\nx-b: 2' } },
    ours: /x-a: must be text without CR/,
    dropIn: 'ours',
  },
  {
    why: 'previews count at every url',
    call: ['GET /x', { mediaType: { previews: ['mercy'] } }],
    theirs: { headers: { accept: 'application/vnd.github.v3+json' } },
    ours: { headers: { accept: 'application/vnd.github.mercy-preview+json' } },
    dropIn: 'theirs',
  },
  {
    why: "other vendors' types in `accept` stay",
    call: ['POST /graphql', { headers: { accept: 'application/vnd.a-preview' }, mediaType: { previews: ['b'] } }],
    theirs: { headers: { accept: 'application/vnd.github.a-preview+json,application/vnd.github.b-preview+json' } },
    ours: { headers: { accept: 'application/vnd.a-preview,application/vnd.github.b-preview+json' } },
    dropIn: 'ours',
  },
];
