/** The search of examples/tools over GitHub's operations: written questions, and the right one among the first five. */
import { readFileSync } from 'node:fs';
import { createTools } from 'endpoint.js/tools';
import { expect, test } from 'vitest';
import { createSearch } from '../../examples/tools/search.mjs';
import { resolveFull } from '../full/packages.mjs';

const QUESTIONS = {
  'create an issue': 'issues_create',
  'list the pull requests of a repository': 'pulls_list',
  'merge a pull request': 'pulls_merge',
  'star a repository': 'activity_star-repo-for-authenticated-user',
  'add a label to an issue': 'issues_add-labels',
  'list workflow runs of a repository': 'actions_list-workflow-runs-for-repo',
  're-run the failed jobs of a workflow': 'actions_re-run-workflow-failed-jobs',
  'create a gist': 'gists_create',
  'who is the authenticated user?': 'users_get-authenticated',
  'search code': 'search_code',
  'download a release asset': 'repos_get-release-asset',
  'upload a file to a release': 'repos_upload-release-asset',
  'protect a branch': 'repos_update-branch-protection',
  'invite someone to an organization': 'orgs_create-invitation',
  'delete a webhook of a repository': 'repos_delete-webhook',
  'how much of my rate limit is left?': 'rate-limit_get',
  'compare two commits': 'repos_compare-commits-with-basehead',
  'read a file': 'repos_get-content',
  'set a secret for Actions in a repository': 'actions_create-or-update-repo-secret',
  'list the members of a team': 'teams_list-members-in-org',
};
/** Written once the weights of the search were set. */
const LATER = {
  'unfollow a user': 'users_unfollow',
  'list branches': 'repos_list-branches',
  'delete a file from a repo': 'repos_delete-file',
  'turn on vulnerability alerts': 'repos_enable-vulnerability-alerts',
  'list commits': 'repos_list-commits',
  'edit a comment on an issue': 'issues_update-comment',
  'assign someone to an issue': 'issues_add-assignees',
  'trigger a workflow manually': 'actions_create-workflow-dispatch',
  'download logs of a job': 'actions_download-job-logs-for-workflow-run',
  'remove a self-hosted runner from an organization': 'actions_delete-self-hosted-runner-from-org',
  'latest release': 'repos_get-latest-release',
  'add an SSH key to my account': 'users_create-public-ssh-key-for-authenticated-user',
  'search repositories': 'search_repos',
  'who starred this repository': 'activity_list-stargazers-for-repo',
  'list my repositories': 'repos_list-for-authenticated-user',
  'create a team': 'teams_create',
  'git commit object': 'git_get-commit',
  'code scanning alerts of a repository': 'code-scanning_list-alerts-for-repo',
  'react to a comment with an emoji': 'reactions_create-for-issue-comment',
  'license of a repository': 'licenses_get-for-repo',
};

const api = createTools(
  JSON.parse(readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8')) as object,
);
const search = createSearch(api);

test.each([QUESTIONS, LATER])('at least 18 of 20 questions find their operation', (questions) => {
  const missed = Object.entries(questions).filter(([query, name]) => !search(query).some((tool) => tool.name === name));
  expect(Object.keys(questions)).toHaveLength(20);
  expect(missed.slice(2)).toEqual([]);
});

test('each tool is found first by its name', () => {
  const others = api.tools.filter(({ name }) => search(name)[0]?.name !== name);
  expect(api.tools.length).toBeGreaterThan(1000);
  expect(others).toEqual([]);
});
