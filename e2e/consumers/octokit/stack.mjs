/** What users do with Octokit itself, and with its two usual plugins. */
import { Octokit as Core } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { restEndpointMethods } from '@octokit/plugin-rest-endpoint-methods';

export const Octokit = Core.plugin(restEndpointMethods, paginateRest);

/** @typedef {InstanceType<typeof Octokit>} Instance */
/** @typedef {[does: string, run: (octokit: Instance, baseUrl: string) => unknown, options?: Record<string, unknown>]} Use */

const repo = { owner: 'octocat', repo: 'hello-world' };
const issue = { ...repo, issue_number: 1 };
const query = 'query ($login: String!) { user(login: $login) { name } }';

/** @param {AsyncIterable<{ data: unknown }>} pages */
async function collect(pages) {
  const data = [];
  for await (const page of pages) data.push(page.data);
  return data;
}

/** @type {Use[]} */
const METHODS = [
  ['users.getAuthenticated', ({ rest }) => rest.users.getAuthenticated()],
  ['users.getByUsername', ({ rest }) => rest.users.getByUsername({ username: 'octo cat' })],
  [
    'users.addEmailForAuthenticatedUser',
    ({ rest }) => rest.users.addEmailForAuthenticatedUser({ emails: ['a@b.test'] }),
  ],
  ['users.follow', ({ rest }) => rest.users.follow({ username: 'octocat' })],
  ['repos.get', ({ rest }) => rest.repos.get(repo)],
  ['repos.update', ({ rest }) => rest.repos.update({ ...repo, has_wiki: false })],
  ['repos.delete', ({ rest }) => rest.repos.delete(repo)],
  ['repos.getContent', ({ rest }) => rest.repos.getContent({ ...repo, path: 'src/a b.ts' })],
  ['repos.getContent, raw', ({ rest }) => rest.repos.getContent({ ...repo, path: 'a', mediaType: { format: 'raw' } })],
  [
    'repos.createOrUpdateFileContents',
    ({ rest }) => rest.repos.createOrUpdateFileContents({ ...repo, path: 'a', message: 'm', content: 'YQ==' }),
  ],
  ['repos.replaceAllTopics', ({ rest }) => rest.repos.replaceAllTopics({ ...repo, names: ['a'] })],
  [
    'repos.addStatusCheckContexts',
    ({ rest }) => rest.repos.addStatusCheckContexts({ ...repo, branch: 'main', contexts: ['ci'] }),
  ],
  [
    'repos.compareCommitsWithBasehead',
    ({ rest }) => rest.repos.compareCommitsWithBasehead({ ...repo, basehead: 'a...b' }),
  ],
  [
    'repos.createDispatchEvent',
    ({ rest }) => rest.repos.createDispatchEvent({ ...repo, event_type: 'a', client_payload: { b: [1, null] } }),
  ],
  ['repos.createWebhook', ({ rest }) => rest.repos.createWebhook({ ...repo, config: { url: 'https://a.test' } })],
  ['repos.listCommits', ({ rest }) => rest.repos.listCommits({ ...repo, since: '2024-01-01T00:00:00Z' })],
  ['repos.downloadTarballArchive', ({ rest }) => rest.repos.downloadTarballArchive({ ...repo, ref: 'v1.0' })],
  [
    'repos.uploadReleaseAsset',
    ({ rest }, baseUrl) =>
      rest.repos.uploadReleaseAsset({
        ...repo,
        baseUrl,
        release_id: 1,
        name: 'a.png',
        label: 'é',
        headers: { 'content-type': 'image/png', 'content-length': 3 },
        // The declarations know text only.
        data: /** @type {any} */ (new Uint8Array([1, 2, 3])),
      }),
  ],
  ['issues.create', ({ rest }) => rest.issues.create({ ...repo, title: 'a', labels: ['bug'], body: undefined })],
  ['issues.update', ({ rest }) => rest.issues.update({ ...issue, state: 'closed', milestone: null })],
  ['issues.addLabels', ({ rest }) => rest.issues.addLabels({ ...issue, labels: ['a', 'b'] })],
  ['issues.removeLabel', ({ rest }) => rest.issues.removeLabel({ ...issue, name: 'good first issue' })],
  ['issues.lock', ({ rest }) => rest.issues.lock(issue)],
  ['issues.listForRepo', ({ rest }) => rest.issues.listForRepo({ ...repo, labels: 'a,b', assignee: '*' })],
  ['issues.createComment', ({ rest }) => rest.issues.createComment({ ...issue, body: 'line\nline' })],
  ['pulls.get, diff', ({ rest }) => rest.pulls.get({ ...repo, pull_number: 1, mediaType: { format: 'diff' } })],
  ['pulls.merge', ({ rest }) => rest.pulls.merge({ ...repo, pull_number: 1, merge_method: 'squash' })],
  ['pulls.requestReviewers', ({ rest }) => rest.pulls.requestReviewers({ ...repo, pull_number: 1, reviewers: ['a'] })],
  ['git.createTree', ({ rest }) => rest.git.createTree({ ...repo, tree: [{ path: 'a', mode: '100644', sha: null }] })],
  ['git.updateRef', ({ rest }) => rest.git.updateRef({ ...repo, ref: 'heads/a/b', sha: 'abc' })],
  [
    'checks.create',
    ({ rest }) => rest.checks.create({ ...repo, name: 'ci', head_sha: 'abc', output: { title: 't', summary: '' } }),
  ],
  [
    'actions.createWorkflowDispatch',
    ({ rest }) => rest.actions.createWorkflowDispatch({ ...repo, workflow_id: 'ci.yml', ref: 'main' }),
  ],
  [
    'actions.listWorkflowRuns',
    ({ rest }) => rest.actions.listWorkflowRuns({ ...repo, workflow_id: 1, created: '>=2024-01-01' }),
  ],
  ['activity.starRepoForAuthenticatedUser', ({ rest }) => rest.activity.starRepoForAuthenticatedUser(repo)],
  ['activity.markNotificationsAsRead', ({ rest }) => rest.activity.markNotificationsAsRead()],
  ['gists.update', ({ rest }) => rest.gists.update({ gist_id: 'a', files: { 'a.txt': { content: 'b' } } })],
  ['markdown.render', ({ rest }) => rest.markdown.render({ text: '**a**', mode: 'gfm' })],
  ['markdown.renderRaw', ({ rest }) => rest.markdown.renderRaw({ data: '**a**' })],
  ['search.code', ({ rest }) => rest.search.code({ q: 'addClass in:file language:js+repo:a/b', per_page: 5 })],
  ['search.issuesAndPullRequests', ({ rest }) => rest.search.issuesAndPullRequests({ q: `it's "a b" (x OR y)` })],
  [
    'teams.addOrUpdateMembershipForUserInOrg',
    ({ rest }) => rest.teams.addOrUpdateMembershipForUserInOrg({ org: 'o', team_slug: 't', username: 'u' }),
  ],
  ['rateLimit.get', ({ rest }) => rest.rateLimit.get()],
  ['defaults of a method', ({ rest }) => /** @type {any} */ (rest.repos.get).defaults({ owner: 'a' })({ repo: 'b' })],
  ['endpoint of a method', ({ rest }) => rest.issues.get.endpoint(issue)],
  ['merge of a method', ({ rest }) => rest.issues.get.endpoint.merge(issue)],
  ['DEFAULTS of a method', ({ rest }) => rest.issues.get.endpoint.DEFAULTS],
];

/** @type {Use[]} */
const PAGES = [
  ['paginate a method', (octokit) => octokit.paginate(octokit.rest.issues.listForRepo, { ...repo, per_page: 1 })],
  ['paginate a route', ({ paginate }) => paginate('GET /repos/{owner}/{repo}/issues', { ...repo, state: 'all' })],
  [
    'paginate options',
    ({ paginate }) => paginate(/** @type {any} */ ({ method: 'GET', url: '/orgs/{org}/repos', org: 'octokit' })),
  ],
  [
    'paginate, mapped',
    ({ paginate }) => paginate('GET /user/repos', {}, (response, done) => (done(), [response.data.length])),
  ],
  [
    'paginate.iterator',
    (octokit) => collect(octokit.paginate.iterator(octokit.rest.repos.listForOrg, { org: 'o', type: 'public' })),
  ],
  ['paginate.iterator of a route', ({ paginate }) => collect(paginate.iterator('GET /notifications', { all: true }))],
];

/** @type {Use[]} */
const GRAPHQL = [
  ['graphql', ({ graphql }) => graphql(query, { login: 'octocat' })],
  ['graphql, headers', ({ graphql }) => graphql(query, { login: 'o', headers: { 'x-trace': '1' } })],
  ['graphql, options', ({ graphql }) => graphql({ query, login: 'o' })],
  [
    'graphql, previews',
    ({ graphql }) => graphql(query, { login: 'o', mediaType: { previews: ['flash', 'merge-info-preview'] } }),
  ],
  ['graphql.defaults', ({ graphql }) => graphql.defaults({ headers: { 'x-a': 'b' } })(query, { login: 'o' })],
  ['graphql of an enterprise', ({ graphql }) => graphql(query, { login: 'o' }), { path: '/api/v3' }],
  ['graphql by request', ({ request }) => request('POST /graphql', { query, variables: { login: 'o' } })],
];

/** @type {Use[]} */
const SETTINGS = [
  ['auth', ({ request }) => request('GET /user'), { auth: 'secret' }],
  [
    'auth, dropped by no undefined',
    ({ request }) => request('GET /user', { headers: { authorization: undefined } }),
    { auth: 'secret' },
  ],
  ['userAgent', ({ request }) => request('GET /user'), { userAgent: 'my-app/1.0' }],
  ['timeZone', ({ request }) => request('GET /user'), { timeZone: 'Europe/Berlin' }],
  ['previews of all requests', ({ request }) => request('GET /user'), { previews: ['mercy'] }],
  [
    'previews of all requests, GraphQL',
    ({ graphql }) => graphql('{ a }', { mediaType: { previews: ['b'] } }),
    { previews: ['a'] },
  ],
  ['baseUrl of an enterprise', ({ rest }) => rest.repos.get(repo), { path: '/api/v3' }],
  [
    'request.defaults',
    ({ request }) => request.defaults({ owner: 'o', per_page: 5 })('GET /users/{owner}/repos', { page: 1 }),
  ],
  ['request.endpoint', ({ request }) => request.endpoint('PATCH /user', { name: 'a' })],
  [
    'request.endpoint.merge',
    ({ request }) => request.endpoint.merge('GET /orgs/{org}', { org: 'o', headers: { 'X-A': 'b' } }),
  ],
  ['request.endpoint.DEFAULTS', ({ request }) => request.endpoint.DEFAULTS],
  [
    'request.endpoint.parse',
    ({ request: { endpoint } }) => endpoint.parse(endpoint.merge('PUT /user/following/{a}', { a: 'b' })),
  ],
];

/** @type {Use[]} */
const HOOKS = [
  [
    'hook.before, a header',
    ({ hook, request }) => {
      hook.before('request', (options) => void (options.headers['x-hook'] = '1'));
      return request('POST /gists', { files: {} });
    },
  ],
  [
    'hook.before, options',
    async ({ hook, request }) => {
      /** @type {unknown[]} */
      const seen = [];
      hook.before('request', (options) => void seen.push({ ...options, request: undefined }));
      await request('GET /repos/{owner}/{repo}/readme', { ...repo, mediaType: { format: 'raw' }, ref: undefined });
      return seen;
    },
  ],
  [
    'hook.before, no previews',
    ({ hook, request }) => {
      hook.before('request', (options) => void (options.mediaType.previews = []));
      return request('GET /user', { mediaType: { previews: ['mercy'] } });
    },
  ],
  [
    'hook.before, a parameter',
    ({ hook, request }) => {
      hook.before('request', (options) => void Object.assign(options, { per_page: 100 }));
      return request('GET /user/repos', { page: 1 });
    },
  ],
  [
    'hook.wrap, another url',
    ({ hook, rest }) => {
      hook.wrap('request', (request, options) =>
        request({ ...options, url: options.url.replace('/repos/', '/v2/repos/') }),
      );
      return rest.repos.get(repo);
    },
  ],
  [
    'hook.wrap, twice',
    ({ hook, rest }) => {
      hook.wrap('request', async (request, options) => {
        await request(options);
        return request(options);
      });
      return rest.issues.update({ ...issue, title: 'é' });
    },
  ],
  [
    'hook.wrap, a header unset',
    ({ hook, request }) => {
      hook.wrap('request', (next, options) => next({ ...options, headers: { ...options.headers, 'x-a': undefined } }));
      return request('GET /user', { headers: { 'x-a': '1' } });
    },
  ],
];

export const USES = [...METHODS, ...PAGES, ...GRAPHQL, ...SETTINGS, ...HOOKS];
