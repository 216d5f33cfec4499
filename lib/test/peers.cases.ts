/** Deliberate differences from the peers. The migration guide has a line for each. */
import type { EndpointOptions } from '../options.js';

type Difference = [reason: string, route: string, options: EndpointOptions, theirs: object, ours: object | RegExp];

export const OCTOKIT_DIFFERENCES: Difference[] = [
  [
    'a missing path value changes what is deleted',
    'DELETE /repos/{owner}',
    {},
    { url: 'https://api.github.com/repos' },
    /owner: is missing/,
  ],
  [
    '`..` escapes the path',
    'GET /a/{x}/c',
    { x: '..' },
    { url: 'https://api.github.com/a/../c' },
    /x: would make the path segment/,
  ],
  [
    'a url of `@host` must not change the host',
    'GET @evil/x',
    {},
    { url: 'https://api.github.com@evil/x' },
    { url: 'https://api.github.com/@evil/x' },
  ],
  [
    'a trailing slash is kept',
    'GET /a/',
    {},
    { url: 'https://api.github.com/a' },
    { url: 'https://api.github.com/a/' },
  ],
  [
    'a literal colon is not a placeholder',
    'GET /v1/{n}:batchGet',
    { n: 'x' },
    { url: 'https://api.github.com/v1/x' },
    { url: 'https://api.github.com/v1/x:batchGet' },
  ],
  [
    'one-letter and capital names are placeholders',
    'GET /:a/:Org',
    { a: 1, Org: 2 },
    { url: 'https://api.github.com/:a/:Org?a=1&Org=2' },
    { url: 'https://api.github.com/1/2' },
  ],
  [
    '`q` is a name like any other',
    'GET /search',
    { q: 'C++' },
    { url: 'https://api.github.com/search?q=C++' },
    { url: 'https://api.github.com/search?q=C%2B%2B' },
  ],
  [
    'a prefixed variable is consumed',
    'GET /{x:3}',
    { x: 'abcdef' },
    { url: 'https://api.github.com/abc?x=abcdef' },
    { url: 'https://api.github.com/abc' },
  ],
  ['the method has one spelling', 'geT /x', {}, { method: 'GET' }, { method: 'get' }],
  ['a request without a body has none', 'PUT /x', {}, { body: '' }, { body: undefined }],
  [
    'text is not JSON',
    'POST /x',
    { data: 'text' },
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    { headers: { 'content-type': undefined } },
  ],
  [
    'a parameter must not take over the request',
    'GET /x',
    { url: '/y' },
    { url: 'https://api.github.com/y' },
    /endpoint\.in/,
  ],
  [
    'no option is lost silently',
    'GET /x',
    { data: 'text' },
    { url: 'https://api.github.com/x?data=text' },
    /data: GET has no body/,
  ],
  ['a malformed template is an error', 'GET /a{b', {}, { url: 'https://api.github.com/a{b' }, /"\{" without/],
  [
    'a `Headers` counts',
    'GET /x',
    { headers: new Headers({ 'x-a': '1' }) },
    { headers: { 'x-a': undefined } },
    { headers: { 'x-a': '1' } },
  ],
];

type TemplateDifference = [
  reason: string,
  template: string,
  values: Record<string, string>,
  theirs: string | ErrorConstructor,
  ours: string,
];

export const URL_TEMPLATE_DIFFERENCES: TemplateDifference[] = [
  ['a `%` outside of a triplet is encoded', '{+a}', { a: '%a😀' }, '%a😀', '%25a%F0%9F%98%80'],
  ['a prefix never splits a character', '{a:1}', { a: '😀x' }, URIError, '%F0%9F%98%80'],
];
