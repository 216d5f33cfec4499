/**
 * A question for each feature of the builder that no other question has: its time may not grow. Its control does the same by hand, for the same result: a stored
 * ratio to it needs no old version of the builder.
 *
 * The stored ratios are medians of three runs with Node 20, two of them on a busy machine. Where a feature gets faster for good, lower
 * its ratio.
 */
import { createEndpoint, endpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { ACCEPT, AGENT, bodiless, withBody } from './by-hand.mjs';

/** @typedef {import('./calls.mjs').Question} Question */

/** By how much the time of a feature may exceed the stored one: medians of runs differ by up to a sixth on a busy machine. */
const TOLERANCE = 1.25;

const encode = encodeURIComponent;
const api = createEndpoint({ baseUrl: 'https://api.example' });

/**
 * @param {string} url
 * @returns {import('./by-hand.mjs').Request} as that of `api`
 */
const get = (url) => ({ method: 'get', url, headers: { accept: 'application/json', 'user-agent': AGENT } });

const ISSUE = { owner: 'octokit', repo: 'endpoint.js', number: 1347 };
const REPOSITORY = { owner: 'octokit', repo: 'endpoint.js' };
const ISSUE_ROUTE = 'GET /repos/{owner}/{repo}/issues/{number}';

/** @param {{ owner: string, repo: string }} parameters */
const repository = ({ owner, repo }) => `https://api.github.com/repos/${encode(owner)}/${encode(repo)}`;

/** @param {typeof ISSUE} parameters */
const issue = (parameters) => bodiless('get', `${repository(parameters)}/issues/${encode(parameters.number)}`);

const FILE = { path: 'docs/guides/read me.md' };

const withToken = endpoint.defaults({ ...REPOSITORY, headers: { authorization: 'token x' } });

const HOOK = {
  ...REPOSITORY,
  [endpoint.in]: { body: { url: 'https://hook.example' }, query: { page: 2 } },
};
const OPTIONS = { method: 'GET', url: '/repos/{owner}/{repo}/issues/{number}', ...ISSUE };

const NEW_ISSUE = { ...REPOSITORY, title: 'Found a bug', body: 'It broke.', labels: ['bug'] };
const HEADERS = { accept: 'text/plain', 'x-a': '1' };

const BUILT = endpoint('POST /repos/{owner}/{repo}/issues', NEW_ISSUE);

/** @param {[url: string, init: import('endpoint.js/fetch').FetchInit]} parameters of `fetch` */
const joinFetch = ([url, init]) => /** @type {import('./by-hand.mjs').Request} */ (Object.assign(init, { url }));

/** @typedef {() => import('./by-hand.mjs').Request} Build */

/**
 * By the name of the feature: the time that is stored, as a multiple of that by hand; the feature; the same by hand.
 *
 * @type {Readonly<Record<string, [stored: number, feature: Build, byHand: Build]>>}
 */
const FEATURES = {
  '{+path}': [
    4.9,
    () => api('GET /files/{+path}', FILE),
    () => get(`https://api.example/files/${encodeURI(FILE.path)}`),
  ],
  defaults: [
    1.65,
    () => withToken(ISSUE_ROUTE, { number: 7 }),
    () => {
      const url = `${repository(REPOSITORY)}/issues/${encode(7)}`;
      return { method: 'get', url, headers: { accept: ACCEPT, 'user-agent': AGENT, authorization: 'token x' } };
    },
  ],
  'endpoint.in': [
    8.4,
    () => endpoint('PATCH /repos/{owner}/{repo}/hook', HOOK),
    () => withBody('patch', `${repository(HOOK)}/hook?page=${encode(2)}`, { url: 'https://hook.example' }),
  ],
  'endpoint({ … })': [2, () => endpoint(OPTIONS), () => issue(OPTIONS)],
  'headers of the call': [
    13.1,
    () => endpoint('GET /repos/{owner}/{repo}', { ...REPOSITORY, headers: HEADERS }),
    () => {
      const { accept, 'x-a': xa } = HEADERS;
      return { method: 'get', url: repository(REPOSITORY), headers: { accept, 'user-agent': AGENT, 'x-a': xa } };
    },
  ],
  'toFetch of a JSON body': [
    1.36,
    () => joinFetch(toFetch(BUILT)),
    () => {
      const { method, url, headers, body } = BUILT;
      return joinFetch([url, { method: method.toUpperCase(), headers: { ...headers }, body: JSON.stringify(body) }]);
    },
  ],
};

/** @type {readonly Question[]} */
export const SCENARIOS = Object.entries(FEATURES).map(([name, [stored, feature, byHand]]) => ({
  name,
  contenders: { 'endpoint.js': feature, 'by hand': byHand },
  bars: { 'by hand': { atMost: stored * TOLERANCE } },
}));
