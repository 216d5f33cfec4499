/**
 * Calls as users of Octokit write them, for `@octokit/endpoint` and for `endpoint.js/octokit`. Plain JavaScript, because
 * e2e/consumers/octokit sends them through real versions of `@octokit/request`.
 */

/**
 * @typedef {[route: string | Record<string, unknown>, options?: Record<string, unknown>, ...defaults: Record<string, unknown>[]]} Call
 */

const repo = { owner: 'octocat', repo: 'hello-world' };
const token = { headers: { authorization: 'token 0123456789' } };
const enterprise = { baseUrl: 'https://github.acme.test/api/v3' };
const bytes = new TextEncoder().encode('PNG');
const asset = 'POST https://uploads.github.com/repos/octocat/hello-world/releases/1/assets{?name,label}';

const READING = /** @type {Call[]} */ ([
  ['GET /'],
  ['/user'],
  ['get /user', {}, token],
  ['HEAD /user'],
  ['GET /meta', undefined],
  ['GET /orgs/{org}/repos', { org: 'github', type: undefined, sort: 'full_name' }, { org: 'octokit', per_page: 100 }],
  ['GET /repos/{owner}/{repo}', { repo: undefined, page: undefined }, repo],
  ['GET /repos/:owner/:repo', repo],
  ['GET /repos/:owner/:repo/compare/:base...:head', { ...repo, base: 'main', head: 'dev' }],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { 'If-None-Match': '"644b5b0155e6404a9cc4bd9d8b1ae730"' } }],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { authorization: undefined, 'x-trace': '1' } }, token],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: undefined }, token],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'docs/', ref: 'a&b=c' }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'a', mediaType: { format: 'raw+json' } }],
  ['GET /repos/{owner}/{repo}/contents/{+path}', { ...repo, path: 'src/ü/index.ts' }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: undefined } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: undefined }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: 'html' } }, { mediaType: { format: 'raw' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, headers: { accept: 'application/vnd.github.raw+json' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, headers: { accept: 'text/html;charset=utf-8' } }],
  ['GET /repos/{owner}/{repo}/tarball{/ref}', { ...repo, ref: 'main' }],
  ['GET /repos/{owner}/{repo}/actions/runs{?status,branch}', { ...repo, status: 'in_progress', branch: 'b', page: 2 }],
  ['GET /repos/{owner}/{repo}/stats/contributors', repo, enterprise, token],
  ['GET /zen', { headers: { 'User-Agent': 'my-app/1.0', Accept: 'text/plain' } }],
  ['GET /search/code', { q: 'addClass+in:file language:js repo:jquery/jquery' }],
  ['GET /search/repositories{?q}', { q: 'c++ language:c', sort: 'stars' }],
  ['GET /search/commits', { q: "it's!*" }],
  ['GET https://api.github.com/repositories/1/issues?page=2&labels=a%20b'],
  ['GET https://api.github.com/user', { per_page: 1 }, enterprise],
  ['GET https://raw.githubusercontent.com/octocat/hello-world/main/a%20b.txt'],
  ['GET /repositories?since=364', { visibility: 'all' }],
  ['GET http://localhost:3000/status', { verbose: 1 }],
  [{ url: '/user' }],
  [{ method: 'get', url: '/users/{username}', username: 'o', headers: { accept: undefined } }],
  [{ baseUrl: 'https://github.acme.test/api/v3', method: 'GET', url: '/user', mediaType: { format: '' } }],
  [{}, undefined, { method: 'GET', url: '/orgs/{org}', org: 'octokit' }],
  [{ org: 'github', per_page: 5 }, undefined, { method: 'GET', url: '/orgs/{org}/repos', org: 'octokit' }],
  [{ url: '/orgs/{org}', page: 1 }, undefined, { org: 'octokit' }],
]);

const WRITING = /** @type {Call[]} */ ([
  ['POST /user/repos', { name: 'a', private: true, homepage: null }],
  ['POST /repos/{owner}/{repo}/issues', { ...repo, title: 'É', labels: ['bug'], assignees: [], body: undefined }],
  ['POST /repos/{owner}/{repo}/issues', { title: 'a' }, repo, token],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...repo, issue_number: 1, data: ['a', 'b'] }],
  ['POST /repos/{owner}/{repo}/forks', repo],
  [
    'POST /repos/{owner}/{repo}/hooks',
    { ...repo, config: { url: 'https://a.test', content_type: 'json' }, events: ['push'] },
  ],
  ['POST /gists', { description: 'a', public: false, files: { 'a.txt': { content: 'a\nb' } } }],
  ['POST /markdown/raw', { data: '**a**', headers: { 'content-type': 'text/x-markdown' } }],
  ['POST /markdown/raw', { data: '{"a":1}' }],
  ['POST /graphql', { query: 'query ($login: String!) { user(login: $login) { name } }', variables: { login: 'o' } }],
  ['POST /graphql', { query: '{ viewer { login } }', mediaType: { previews: ['flash', 'starfox-preview'] } }],
  [
    'POST /graphql',
    { query: '{ viewer { login } }', mediaType: { previews: ['flash'] } },
    { mediaType: { previews: ['flash'] } },
  ],
  ['POST /api/graphql', { query: '{ viewer { login } }' }, { baseUrl: 'https://github.acme.test' }],
  [
    asset,
    { name: 'a b.png', label: 'é', data: bytes, headers: { 'content-type': 'image/png', 'content-length': '3' } },
  ],
  [asset, { name: 'a.txt', label: '', data: 'text', headers: { 'content-type': 'text/plain' } }],
  [
    {
      method: 'POST',
      url: 'https://uploads.github.com/releases/1/assets{?name,label}',
      name: 'a',
      label: 'b',
      headers: { 'content-type': 'image/png' },
      data: bytes,
    },
  ],
  [
    'POST https://github.com/login/oauth/access_token',
    { headers: { accept: 'application/json' }, client_id: '1', client_secret: '2', code: '3' },
  ],
  ['PUT /user/starred/{owner}/{repo}', { ...repo, headers: { 'content-length': '0' } }],
  ['PUT /user/starred/{owner}/{repo}', repo],
  ['PUT /repos/{owner}/{repo}/topics', { ...repo, names: [] }],
  ['PATCH /repos/{owner}/{repo}', { ...repo, name: 'hello', has_issues: false }],
  ['PATCH /notifications/threads/{thread_id}', { thread_id: 1 }],
  ['DELETE /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'a', message: 'm', sha: 'abc', branch: 'b' }],
  ['DELETE /user/emails', { data: ['a@b.test'] }],
]);

/**
 * @typedef {object} Change
 * @property {string} why the first column of the last table of Octokit in docs/guides/migrating.md
 * @property {number} since the first version of `@octokit/request` that has it
 * @property {Call[]} calls
 */

/**
 * Changes of `@octokit/endpoint` between its versions. The newest ones count.
 * @type {Change[]}
 */
export const CHANGES = [
  {
    why: 'no `content-length` of a DELETE or OPTIONS without a body',
    since: 6,
    calls: [
      ['DELETE /gists/{gist_id}', { gist_id: 'a' }],
      ['OPTIONS /repos/{owner}/{repo}', repo],
    ],
  },
  {
    why: 'previews for GraphQL only',
    since: 7,
    calls: [['GET /user', { mediaType: { previews: ['mercy'] } }]],
  },
  {
    why: 'no trailing slash',
    since: 8,
    calls: [
      ['GET /user/'],
      ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: '' }],
      ['GET /repos/{owner}/{repo}/tarball{/ref}', repo],
    ],
  },
  {
    why: 'a bigint in the path',
    since: 10,
    calls: [['GET /repos/{owner}/{repo}/pulls/{pull_number}/files', { ...repo, pull_number: 1n, per_page: 30 }]],
  },
];

/** Both build the same request. */
export const CALLS = [...READING, ...WRITING, ...CHANGES.flatMap(({ calls }) => calls)];
