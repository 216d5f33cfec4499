const REPOSITORY = { owner: 'octokit', repo: 'rest.js' };

/**
 * Real GitHub routes with the options of a caller: the bench and the tests compare the builder with its peers on them.
 *
 * @type {[route: string, options: Record<string, unknown>][]}
 */
export const GITHUB_MIX = [
  ['GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' }],
  ['GET /repos/{owner}/{repo}/issues', { ...REPOSITORY, state: 'open', labels: 'bug', per_page: 100, page: 2 }],
  ['GET /repos/{owner}/{repo}/issues/{issue_number}', { ...REPOSITORY, issue_number: 1347 }],
  ['POST /repos/{owner}/{repo}/issues', { ...REPOSITORY, title: 'Found a bug', body: 'It broke.', labels: ['bug'] }],
  ['PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...REPOSITORY, issue_number: 1347, state: 'closed' }],
  ['PUT /repos/{owner}/{repo}/issues/{issue_number}/lock', { ...REPOSITORY, issue_number: 1347 }],
  ['DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock', { ...REPOSITORY, issue_number: 1347 }],
  ['GET /repos/{owner}/{repo}/contents/{path}', { ...REPOSITORY, path: 'docs/read me.md', ref: 'main' }],
  ['PUT /repos/{owner}/{repo}/contents/{path}', { ...REPOSITORY, path: 'a.txt', message: 'add', content: 'aGk=' }],
  ['GET /orgs/{org}/repos', { org: 'octokit', type: 'public', sort: 'updated', per_page: 50 }],
  ['GET /user/repos', { visibility: 'all', per_page: 100 }],
  ['GET /users/{username}', { username: 'octocat' }],
  ['GET /search/issues', { q: 'repo:octokit/rest.js is:open', sort: 'created' }],
  ['POST /user/repos', { name: 'new-repo', private: true, description: 'A new one' }],
  ['GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...REPOSITORY, pull_number: 7, mediaType: { format: 'diff' } }],
  ['PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', { ...REPOSITORY, pull_number: 7, merge_method: 'squash' }],
  ['GET /repos/{owner}/{repo}/compare/{basehead}', { ...REPOSITORY, basehead: 'main...next' }],
  ['GET /repos/{owner}/{repo}/commits/{ref}/status', { ...REPOSITORY, ref: 'main' }],
  [
    'POST /repos/{owner}/{repo}/git/refs',
    { ...REPOSITORY, ref: 'refs/heads/x', sha: 'aa218f56b14c9653891f9e74264a383fa43fefbd' },
  ],
  ['GET /gists/{gist_id}', { gist_id: '6cad326836d38bd3a7ae', headers: { authorization: 'token abc' } }],
  ['GET /notifications', { all: true, since: '2026-01-01T00:00:00Z' }],
  ['DELETE /repos/{owner}/{repo}', { ...REPOSITORY }],
  ['GET /emojis', {}],
  ['PUT /user/starred/{owner}/{repo}', { ...REPOSITORY, headers: { 'content-length': '0' } }],
];
