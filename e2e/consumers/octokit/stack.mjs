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
  ['users.getByUsername', ({ rest }) => rest.users.getByUsername({ username: 'octo cat' })],
  ['repos.update', ({ rest }) => rest.repos.update({ ...repo, has_wiki: false })],
  ['repos.getContent', ({ rest }) => rest.repos.getContent({ ...repo, path: 'src/a b.ts' })],
  ['repos.replaceAllTopics', ({ rest }) => rest.repos.replaceAllTopics({ ...repo, names: ['a'] })],
  ['repos.createWebhook', ({ rest }) => rest.repos.createWebhook({ ...repo, config: { url: 'https://a.test' } })],
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
  ['issues.update', ({ rest }) => rest.issues.update({ ...issue, state: 'closed', milestone: null })],
  ['issues.removeLabel', ({ rest }) => rest.issues.removeLabel({ ...issue, name: 'good first issue' })],
  ['issues.listForRepo', ({ rest }) => rest.issues.listForRepo({ ...repo, labels: 'a,b', assignee: '*' })],
  ['pulls.get, diff', ({ rest }) => rest.pulls.get({ ...repo, pull_number: 1, mediaType: { format: 'diff' } })],
  ['git.updateRef', ({ rest }) => rest.git.updateRef({ ...repo, ref: 'heads/a/b', sha: 'abc' })],
  ['activity.markNotificationsAsRead', ({ rest }) => rest.activity.markNotificationsAsRead()],
  ['markdown.renderRaw', ({ rest }) => rest.markdown.renderRaw({ data: '**a**' })],
  ['search.code', ({ rest }) => rest.search.code({ q: 'addClass in:file language:js+repo:a/b', per_page: 5 })],
  ['defaults of a method', ({ rest }) => /** @type {any} */ (rest.repos.get).defaults({ owner: 'a' })({ repo: 'b' })],
  ['endpoint of a method', ({ rest }) => rest.issues.get.endpoint(issue)],
  ['merge of a method', ({ rest }) => rest.issues.get.endpoint.merge(issue)],
  ['DEFAULTS of a method', ({ rest }) => rest.issues.get.endpoint.DEFAULTS],
];

/** @type {Use[]} */
const PAGES = [
  ['paginate a method', (octokit) => octokit.paginate(octokit.rest.issues.listForRepo, { ...repo, per_page: 1 })],
  [
    'paginate options',
    ({ paginate }) => paginate(/** @type {any} */ ({ method: 'GET', url: '/orgs/{org}/repos', org: 'octokit' })),
  ],
  [
    'paginate.iterator',
    (octokit) => collect(octokit.paginate.iterator(octokit.rest.repos.listForOrg, { org: 'o', type: 'public' })),
  ],
];

/** @type {Use[]} */
const GRAPHQL = [
  ['graphql', ({ graphql }) => graphql(query, { login: 'octocat' })],
  [
    'graphql, previews',
    ({ graphql }) => graphql(query, { login: 'o', mediaType: { previews: ['flash', 'merge-info-preview'] } }),
  ],
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
  [
    'previews of all requests, GraphQL',
    ({ graphql }) => graphql('{ a }', { mediaType: { previews: ['b'] } }),
    { previews: ['a'] },
  ],
  ['baseUrl of an enterprise', ({ rest }) => rest.repos.get(repo), { path: '/api/v3' }],
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
