/** Requests to start from, each with another side of the builder. */
export const EXAMPLES = [
  {
    label: 'A path and a query',
    route: 'GET /repos/{owner}/{repo}/issues{?labels,page}',
    parameters: { owner: 'nodejs', repo: 'undici', labels: 'help wanted', page: 2 },
  },
  {
    label: 'A file’s path',
    route: 'GET /repos/{owner}/{repo}/contents/{path}',
    parameters: { owner: 'nodejs', repo: 'undici', path: 'lib/core/util.js' },
  },
  {
    label: 'A missing value',
    route: 'DELETE /orgs/{org}/members/{username}',
    parameters: { org: 'nodejs', userName: 'mona' },
  },
  {
    label: 'A value that escapes',
    route: 'GET /users/{name}/repos',
    parameters: { name: '..' },
  },
] as const;
