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
  ['/'],
  ['/user'],
  ['GET /user', {}, token],
  ['get /user'],
  ['HEAD /user'],
  ['GET /meta', undefined],
  ['GET /users/{username}', { username: 'octocat' }],
  ['GET /users/:username', { username: 'octocat' }],
  ['GET /users/{username}/events/orgs/{org}', { username: 'o c', org: 'a/b' }],
  ['GET /users/{username}', { username: 'dependabot[bot]' }],
  ['GET /users/{username}', { username: 'ürsula' }],
  ['GET /user/{account_id}', { account_id: 583231 }],
  ['GET /users', { since: 135, per_page: 100 }],
  ['GET /users/{username}/hovercard', { username: 'octocat', subject_type: 'repository', subject_id: '1300192' }],
  ['GET /orgs/{org}/repos', { org: 'octokit', type: 'private' }],
  ['GET /orgs/{org}/repos', { org: 'octokit', type: undefined, sort: 'full_name', direction: 'asc' }],
  ['GET /orgs/{org}/repos', { per_page: 100, page: 2 }, { org: 'octokit' }],
  ['GET /orgs/{org}/repos', { org: 'github' }, { org: 'octokit', per_page: 100 }],
  ['GET /orgs/{org}/members', { org: 'octokit', filter: '2fa_disabled', role: 'all' }],
  [
    'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
    { org: 'o', team_slug: 'justice-league', username: 'u' },
  ],
  ['GET /orgs/{org}/audit-log', { org: 'o', phrase: 'action:repo.create created:>=2024-01-01', include: 'all' }],
  ['GET /orgs/{org}/packages/{package_type}/{package_name}', { org: 'o', package_type: 'npm', package_name: '@a/b' }],
  ['GET /orgs/{org}/dependabot/alerts', { org: 'o', state: 'open,fixed', severity: 'high', ecosystem: 'npm,pip' }],
  ['GET /orgs/{org}/copilot/metrics', { org: 'o', since: '2024-01-01T00:00:00Z', until: '2024-01-31T00:00:00Z' }],
  ['GET /repos/{owner}/{repo}', repo],
  ['GET /repos/:owner/:repo', repo],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { 'If-None-Match': '"644b5b0155e6404a9cc4bd9d8b1ae730"' } }],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { 'if-modified-since': 'Thu, 05 Jul 2012 15:31:30 GMT' } }],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { authorization: undefined, 'x-trace': '1' } }, token],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: undefined }, token],
  ['GET /repos/{owner}/{repo}', { ...repo, headers: { 'X-GitHub-Api-Version': '2022-11-28' } }],
  ['GET /repos/{owner}/{repo}', { repo: undefined, page: undefined }, repo],
  ['GET /repos/{owner}/{repo}/branches/{branch}', { ...repo, branch: 'feature/a b#1' }],
  ['GET /repos/{owner}/{repo}/branches', { ...repo, protected: true, per_page: 1 }],
  ['GET /repos/{owner}/{repo}/branches', { ...repo, protected: false, page: 0 }],
  ['GET /repos/{owner}/{repo}/compare/{base}...{head}', { ...repo, base: 'v1.0', head: 'user:main' }],
  ['GET /repos/:owner/:repo/compare/:base...:head', { ...repo, base: 'main', head: 'dev' }],
  ['GET /repos/{owner}/{repo}/compare/{basehead}', { ...repo, basehead: 'main...octocat:dev' }],
  [
    'GET /repos/{owner}/{repo}/commits',
    { ...repo, since: '2024-01-01T00:00:00Z', author: 'a@b.test', path: 'src/a.ts' },
  ],
  ['GET /repos/{owner}/{repo}/commits', { ...repo, sha: 'heads/main', until: '2024-02-01T00:00:00+01:00' }],
  ['GET /repos/{owner}/{repo}/commits/{ref}', { ...repo, ref: 'main', mediaType: { format: 'diff' } }],
  ['GET /repos/{owner}/{repo}/commits/{ref}', { ...repo, ref: 'main', mediaType: { format: 'sha' } }],
  ['GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { ...repo, ref: 'main', filter: 'latest', app_id: 1 }],
  ['GET /repos/{owner}/{repo}/commits/{ref}/status', { ...repo, ref: 'heads/a' }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'src/index.ts', ref: 'main' }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'docs/', ref: 'a&b=c' }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'README.md', mediaType: { format: 'raw' } }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'a', mediaType: { format: 'raw+json' } }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'a', mediaType: { format: 'object' } }],
  ['GET /repos/{owner}/{repo}/contents/{+path}', { ...repo, path: 'src/ü/index.ts' }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: 'html' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: undefined } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: undefined }],
  ['GET /repos/{owner}/{repo}/readme', repo, { mediaType: { format: 'raw' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: 'html' } }, { mediaType: { format: 'raw' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, headers: { accept: 'application/vnd.github.raw+json' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, headers: { accept: 'application/vnd.github+json' } }],
  ['GET /repos/{owner}/{repo}/readme', { ...repo, headers: { accept: 'text/html;charset=utf-8' } }],
  ['GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repo, ref: 'heads/feature-a' }],
  ['GET /repos/{owner}/{repo}/git/trees/{tree_sha}', { ...repo, tree_sha: 'main', recursive: '1' }],
  ['GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { ...repo, file_sha: 'abc', mediaType: { format: 'raw' } }],
  ['GET /repos/{owner}/{repo}/issues', { ...repo, labels: 'bug,help wanted', state: 'open' }],
  ['GET /repos/{owner}/{repo}/issues', { ...repo, labels: ['bug', 'help wanted'] }],
  ['GET /repos/{owner}/{repo}/issues', { ...repo, labels: ['a,b', "it's"], assignee: '*' }],
  ['GET /repos/{owner}/{repo}/issues', { ...repo, milestone: 1, creator: 'app/dependabot', since: '2024-01-01' }],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}', { ...repo, issue_number: 1347, mediaType: { format: 'full' } }],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}/timeline', { ...repo, issue_number: '7', per_page: 100 }],
  ['GET /repos/{owner}/{repo}/labels/{name}', { ...repo, name: 'good first issue' }],
  ['GET /repos/{owner}/{repo}/labels/{name}', { ...repo, name: 'área: ✨ (new)' }],
  ['GET /repos/{owner}/{repo}/pulls', { ...repo, head: 'octocat:new-topic', base: 'master', sort: 'long-running' }],
  ['GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...repo, pull_number: 1, mediaType: { format: 'diff' } }],
  ['GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...repo, pull_number: 1, mediaType: { format: 'patch' } }],
  ['GET /repos/{owner}/{repo}/releases/tags/{tag}', { ...repo, tag: 'v1.0.0-beta+build' }],
  [
    'GET /repos/{owner}/{repo}/releases/assets/{asset_id}',
    { ...repo, asset_id: 1, headers: { accept: 'application/octet-stream' } },
  ],
  ['GET /repos/{owner}/{repo}/{archive_format}/{ref}', { ...repo, archive_format: 'tarball', ref: 'refs/heads/main' }],
  ['GET /repos/{owner}/{repo}/tarball{/ref}', { ...repo, ref: 'main' }],
  ['GET /repos/{owner}/{repo}/actions/runs{?status,branch}', { ...repo, branch: 'b', status: 'success' }],
  ['GET /repos/{owner}/{repo}/actions/runs{?status,branch}', { ...repo, status: 'in_progress', branch: 'b', page: 2 }],
  ['GET /repos/{owner}/{repo}/actions/runs', { ...repo, created: '2024-01-01..2024-02-01', event: 'push' }],
  ['GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', { ...repo, workflow_id: 'ci.yml', branch: 'a b' }],
  ['GET /repos/{owner}/{repo}/stats/contributors', repo, enterprise],
  ['GET /repositories/{repository_id}/environments/{environment_name}', { repository_id: 1, environment_name: 'a/b' }],
  ['GET /gists/{gist_id}/comments/{comment_id}', { gist_id: 'aa5a315d61ae9438b18d', comment_id: 1 }],
  ['GET /emojis', { headers: { 'user-agent': 'my-app/1.0' } }],
  ['GET /zen', { headers: { 'User-Agent': 'my-app/1.0', Accept: 'text/plain' } }],
  ['GET /rate_limit', {}, enterprise, token],
  ['GET /notifications', { all: true, participating: false, before: '2024-01-01T00:00:00Z' }],
  ['GET /search/code', { q: 'addClass in:file language:js repo:jquery/jquery' }],
  ['GET /search/code', { q: 'addClass+in:file+language:js' }],
  [
    'GET /search/issues',
    { q: 'is:issue "exact words" (a OR b) author:@me -label:bug', sort: 'created', order: 'desc' },
  ],
  ['GET /search/issues', { q: 'repo:octocat/hello-world+is:pr+is:open', per_page: 5, advanced_search: 'true' }],
  ['GET /search/users', { q: 'tom repos:>42 followers:>=1000 location:"São Paulo"' }],
  ['GET /search/topics', { q: 'C++ & C#?', page: 1 }],
  ['GET /search/repositories{?q}', { q: 'c++ language:c', sort: 'stars' }],
  ['GET /search/commits', { q: "it's!*" }],
  ['GET /markdown', { text: "!'()*~-._" }],
  ['GET https://api.github.com/repositories/1/issues?page=2&labels=a%20b'],
  ['GET https://api.github.com/user', { per_page: 1 }, enterprise],
  ['GET https://raw.githubusercontent.com/octocat/hello-world/main/a%20b.txt'],
  ['GET /repositories?since=364', { visibility: 'all' }],
  ['GET http://localhost:3000/status', { verbose: 1 }],
  ['GET /app/installations', {}, { headers: { authorization: 'bearer a.b.c' } }],
  ['GET /app/hook/deliveries', { cursor: 'v1_123', per_page: 100 }],
  [{ url: '/user' }],
  [{ method: 'GET', url: '/repos/{owner}/{repo}', ...repo }],
  [{ method: 'get', url: '/users/{username}', username: 'o', headers: { accept: undefined } }],
  [{ baseUrl: 'https://github.acme.test/api/v3', method: 'GET', url: '/user', mediaType: { format: '' } }],
  [{}, undefined, { method: 'GET', url: '/orgs/{org}', org: 'octokit' }],
  [{ org: 'github', per_page: 5 }, undefined, { method: 'GET', url: '/orgs/{org}/repos', org: 'octokit' }],
  [{ url: '/orgs/{org}', page: 1 }, undefined, { org: 'octokit' }],
]);

const WRITING = /** @type {Call[]} */ ([
  ['POST /user/repos', { name: 'a', private: true, homepage: null }],
  ['POST /repos/{owner}/{repo}/issues', { ...repo, title: 'É', labels: ['bug'], assignees: [] }],
  ['POST /repos/{owner}/{repo}/issues', { ...repo, title: 'a', body: undefined, milestone: null }],
  ['POST /repos/{owner}/{repo}/issues', { title: 'a' }, repo, token],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...repo, issue_number: 1, labels: ['a', 'b'] }],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...repo, issue_number: 1, data: ['a', 'b'] }],
  ['POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', { ...repo, issue_number: 1, content: '+1' }],
  [
    'POST /repos/{owner}/{repo}/git/trees',
    { ...repo, base_tree: 'a', tree: [{ path: 'a', mode: '100644', sha: null }] },
  ],
  ['POST /repos/{owner}/{repo}/git/commits', { ...repo, message: 'a', author: { name: 'ü', email: 'a@b.test' } }],
  [
    'POST /repos/{owner}/{repo}/check-runs',
    { ...repo, name: 'ci', output: { title: 't', annotations: [{ start_line: 1 }] } },
  ],
  ['POST /repos/{owner}/{repo}/dispatches', { ...repo, event_type: 'deploy', client_payload: { unit: false } }],
  [
    'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
    { ...repo, workflow_id: 1, ref: 'main', inputs: {} },
  ],
  ['POST /repos/{owner}/{repo}/forks', repo],
  [
    'POST /repos/{owner}/{repo}/pulls',
    { ...repo, head: 'a:b', base: 'main', draft: false, maintainer_can_modify: true },
  ],
  [
    'POST /repos/{owner}/{repo}/hooks',
    { ...repo, config: { url: 'https://a.test', content_type: 'json' }, events: ['push'] },
  ],
  [
    'POST /repos/:owner/:repo/statuses/:sha',
    { ...repo, sha: 'abc', state: 'success', target_url: 'https://ci.test/1' },
  ],
  ['POST /gists', { description: 'a', public: false, files: { 'a.txt': { content: 'a\nb' } } }],
  ['POST /markdown', { text: '**a**', mode: 'gfm', context: 'octo/octo' }],
  ['POST /markdown/raw', { data: '**a**', headers: { 'content-type': 'text/plain; charset=utf-8' } }],
  ['POST /markdown/raw', { data: '**a**', headers: { 'content-type': 'text/x-markdown' } }],
  ['POST /markdown/raw', { data: '{"a":1}' }],
  [
    'POST /app/installations/{installation_id}/access_tokens',
    { installation_id: 1, permissions: { contents: 'read' } },
  ],
  ['POST /app-manifests/{code}/conversions', { code: 'a1' }],
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
  ['post /user/emails', { emails: ['a@b.test'] }],
  ['PUT /user/starred/{owner}/{repo}', { ...repo, headers: { 'content-length': '0' } }],
  ['PUT /user/starred/{owner}/{repo}', repo],
  ['PUT /user/following/{username}', { username: 'octocat' }],
  ['PUT /notifications', { last_read_at: '2024-01-01T00:00:00Z', read: true }],
  [
    'PUT /repos/{owner}/{repo}/contents/{path}',
    { ...repo, path: 'a/b.txt', message: 'm', content: 'YQ==', sha: undefined },
  ],
  ['PUT /repos/{owner}/{repo}/topics', { ...repo, names: [] }],
  [
    'PUT /repos/{owner}/{repo}/branches/{branch}/protection',
    { ...repo, branch: 'main', required_status_checks: null, enforce_admins: true, restrictions: null },
  ],
  ['PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', { ...repo, pull_number: 1, merge_method: 'squash' }],
  ['PUT /repos/{owner}/{repo}/subscription', { ...repo, subscribed: true, ignored: false }],
  [
    'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    { org: 'o', team_slug: 't', username: 'u', role: 'member' },
  ],
  [
    'PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}',
    { ...repo, secret_name: 'A_B', encrypted_value: 'c==', key_id: '012' },
  ],
  ['PATCH /repos/{owner}/{repo}', { ...repo, name: 'hello', has_issues: false }],
  ['PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...repo, issue_number: 1, state: 'closed', assignee: null }],
  ['PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...repo, ref: 'heads/a', sha: 'abc', force: false }],
  ['PATCH /notifications/threads/{thread_id}', { thread_id: 1 }],
  ['patch /user', { name: 'monalisa', blog: '' }],
  ['PATCH /gists/{gist_id}', { gist_id: 'a', files: { 'old.txt': null, 'b.txt': { filename: 'c.txt' } } }],
  ['PATCH /orgs/{org}', { org: 'o', billing_email: 'a@b.test' }, enterprise, token],
  ['DELETE /repos/{owner}/{repo}/contents/{path}', { ...repo, path: 'a', message: 'm', sha: 'abc', branch: 'b' }],
  ['DELETE /user/emails', { data: ['a@b.test'] }],
  ['DELETE /applications/{client_id}/token', { client_id: 'Iv1.8', access_token: 'e7' }],
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
      ['DELETE /repos/{owner}/{repo}', repo],
      ['DELETE /repos/{owner}/{repo}/git/refs/{ref}', { ...repo, ref: 'heads/a' }],
      ['DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', { ...repo, issue_number: 1, name: 'a b' }],
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
