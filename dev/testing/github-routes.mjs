/**
 * Real GitHub routes with the options of a caller: the bench and the tests compare the builder with its peers on them.
 *
 * @type {[route: string, options: Record<string, unknown>][]}
 */
export const GITHUB_MIX = [
  ['GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' }],
  [
    'GET /repos/{owner}/{repo}/issues',
    { owner: 'octokit', repo: 'rest.js', state: 'open', labels: 'bug', per_page: 100, page: 2 },
  ],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}', { owner: 'octokit', repo: 'rest.js', issue_number: 1347 }],
  [
    'POST /repos/{owner}/{repo}/issues',
    { owner: 'octokit', repo: 'rest.js', title: 'Found a bug', body: 'It broke.', labels: ['bug'] },
  ],
  [
    'PATCH /repos/{owner}/{repo}/issues/{issue_number}',
    { owner: 'octokit', repo: 'rest.js', issue_number: 1347, state: 'closed' },
  ],
  ['PUT /repos/{owner}/{repo}/issues/{issue_number}/lock', { owner: 'octokit', repo: 'rest.js', issue_number: 1347 }],
  [
    'DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock',
    { owner: 'octokit', repo: 'rest.js', issue_number: 1347 },
  ],
  [
    'GET /repos/{owner}/{repo}/contents/{path}',
    { owner: 'octokit', repo: 'rest.js', path: 'docs/read me.md', ref: 'main' },
  ],
  [
    'PUT /repos/{owner}/{repo}/contents/{path}',
    { owner: 'octokit', repo: 'rest.js', path: 'a.txt', message: 'add', content: 'aGk=' },
  ],
  ['GET /orgs/{org}/repos', { org: 'octokit', type: 'public', sort: 'updated', per_page: 50 }],
  ['GET /user/repos', { visibility: 'all', per_page: 100 }],
  ['GET /users/{username}', { username: 'octocat' }],
  ['GET /search/issues', { q: 'repo:octokit/rest.js is:open', sort: 'created' }],
  ['POST /user/repos', { name: 'new-repo', private: true, description: 'A new one' }],
  [
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    { owner: 'octokit', repo: 'rest.js', pull_number: 7, mediaType: { format: 'diff' } },
  ],
  [
    'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    { owner: 'octokit', repo: 'rest.js', pull_number: 7, merge_method: 'squash' },
  ],
  ['GET /repos/{owner}/{repo}/compare/{basehead}', { owner: 'octokit', repo: 'rest.js', basehead: 'main...next' }],
  ['GET /repos/{owner}/{repo}/commits/{ref}/status', { owner: 'octokit', repo: 'rest.js', ref: 'main' }],
  [
    'POST /repos/{owner}/{repo}/git/refs',
    { owner: 'octokit', repo: 'rest.js', ref: 'refs/heads/x', sha: 'aa218f56b14c9653891f9e74264a383fa43fefbd' },
  ],
  ['GET /gists/{gist_id}', { gist_id: '6cad326836d38bd3a7ae', headers: { authorization: 'token abc' } }],
  ['GET /notifications', { all: true, since: '2026-01-01T00:00:00Z' }],
  ['DELETE /repos/{owner}/{repo}', { owner: 'octokit', repo: 'rest.js' }],
  ['GET /emojis', {}],
  ['PUT /user/starred/{owner}/{repo}', { owner: 'octokit', repo: 'rest.js', headers: { 'content-length': '0' } }],
];
