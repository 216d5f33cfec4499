/** The questions about GitHub's routes, for Node and for pages. */
import { endpoint as octokit } from '@octokit/endpoint';
import { createEndpoint, endpoint } from 'endpoint.js';
import { GITHUB_MIX } from '../testing/github-routes.mjs';
import { issueByHand } from './by-hand.mjs';
import { sequence } from './calls.mjs';

/** @param {number} index */
const mix = (index) => /** @type {typeof GITHUB_MIX[number]} */ (GITHUB_MIX[index]);

const ISSUE = { owner: 'octokit', repo: 'endpoint.js', issue_number: 1347 };

/** @type {import('./calls.mjs').Unguarded} */
export const MIX = {
  name: `mix of ${GITHUB_MIX.length} GitHub routes`,
  inputs: GITHUB_MIX.length,
  contenders: {
    'endpoint.js': (input) => endpoint(...mix(input)),
    '@octokit/endpoint': (input) => octokit(...mix(input)),
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

/** Most results of one pass are garbage in the next. */
const MUCH_GARBAGE = { warmUpMs: 1000, sampleMs: 160 };

const newRoutes = () => sequence((index) => `GET /repos/octokit/endpoint.js/issues/${index}/comments{?page}`);
const newRoute = { ours: newRoutes(), octokit: newRoutes() };
const PAGE = { page: 2 };

/** @type {import('./calls.mjs').Unguarded} */
export const NEW_ROUTES = {
  name: 'routes never seen',
  ...MUCH_GARBAGE,
  contenders: {
    'endpoint.js': () => endpoint(newRoute.ours(), PAGE),
    '@octokit/endpoint': () => octokit(newRoute.octokit(), PAGE),
  },
};

/** Makes calls of the mix, of which each tenth has a route never seen. */
function mostlyKnown() {
  const next = sequence((index) => (index % 10 === 9 ? ` /${index}/` : ''));
  return (/** @type {number} */ input) => {
    const [route, options] = mix(input);
    const start = next();
    return /** @type {const} */ ([start === '' ? route : route.replace(' /', start), options]);
  };
}

const mostly = { ours: mostlyKnown(), octokit: mostlyKnown() };

/** @type {import('./calls.mjs').Unguarded} */
export const MOSTLY_KNOWN = {
  name: 'mix with a route never seen in ten',
  ...MUCH_GARBAGE,
  inputs: GITHUB_MIX.length,
  contenders: {
    'endpoint.js': (input) => endpoint(...mostly.ours(input)),
    '@octokit/endpoint': (input) => octokit(...mostly.octokit(input)),
  },
};

const GITHUB = { vendor: 'github', baseUrl: 'https://api.github.com' };
const anywhere = createEndpoint(GITHUB);
const atHome = createEndpoint({ ...GITHUB, origins: [] });

/** @type {import('./calls.mjs').Unguarded} */
export const ORIGINS = {
  name: 'mix with the setting `origins`',
  inputs: GITHUB_MIX.length,
  contenders: {
    'with origins': (input) => atHome(...mix(input)),
    'without them': (input) => anywhere(...mix(input)),
  },
};

/**
 * The questions for pages. Their engine compiles beside them, later where other processes have the CPU. A sample is long beside the clock's
 * resolution, 1 ms in WebKit.
 */
export const FOR_PAGES = [MIX, ONE_ROUTE, NEW_ROUTES, MOSTLY_KNOWN].map((question) => ({
  inputs: 1,
  warmUpMs: 600,
  sampleMs: 25,
  ...question,
}));
