/** The questions about GitHub's routes, for Node and for pages. */
import { endpoint as octokit } from '@octokit/endpoint';
import { endpoint } from 'endpoint.js';
import { GITHUB_MIX } from '../testing/github-routes.mjs';
import { issueByHand, MIX_BY_HAND } from './by-hand.mjs';

/** @param {number} index */
const mix = (index) => /** @type {typeof GITHUB_MIX[number]} */ (GITHUB_MIX[index]);

/** @param {number} index */
function mixByHand(index) {
  const [, options] = mix(index);
  return /** @type {typeof MIX_BY_HAND[number]} */ (MIX_BY_HAND[index])(options);
}

const ISSUE = { owner: 'octokit', repo: 'endpoint.js', issue_number: 1347 };

/** @type {import('./calls.mjs').Unguarded} */
export const MIX = {
  name: `mix of ${GITHUB_MIX.length} GitHub routes`,
  inputs: GITHUB_MIX.length,
  contenders: {
    'endpoint.js': (input) => endpoint(...mix(input)),
    '@octokit/endpoint': (input) => octokit(...mix(input)),
    'by hand': mixByHand,
  },
};

/** @type {import('./calls.mjs').Unguarded} */
export const ONE_ROUTE = {
  name: 'one GitHub route',
  contenders: {
    'endpoint.js': () => endpoint('GET /repos/{owner}/{repo}/issues/{issue_number}', ISSUE),
    'by hand': () => issueByHand(ISSUE),
  },
};
