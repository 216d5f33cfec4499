/**
 * One question for each feature of the builder, whose time may not grow. Its control does the same by hand, for the same result: a stored
 * ratio to it needs no old version of the builder.
 *
 * The stored ratios are medians of three runs with Node 20, two of them on a busy machine. Where a feature gets faster for good, lower
 * its ratio.
 */
import { createEndpoint, endpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { ACCEPT, AGENT, bodiless, withBody } from './by-hand.mjs';
import { sequence } from './calls.mjs';

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

const SEARCH = { a: 'x', b: 2 };
const FILE = { path: 'docs/guides/read me.md' };

const withToken = endpoint.defaults({ ...REPOSITORY, headers: { authorization: 'token x' } });

const CASCADE = Array.from({ length: 10 }, (_, index) => ({ [`k${index}`]: `v${index}` }));
const cascaded = CASCADE.reduce(
  (defaults, options) => /** @type {typeof endpoint} */ (defaults.defaults(options)),
  endpoint,
);
/** Its type doesn't name the parameters, which a reduction doesn't see. */
const CASCADED_ROUTE = /** @type {string} */ ('GET /x/{k1}');

const HOOK = {
  ...REPOSITORY,
  [endpoint.in]: { body: { url: 'https://hook.example' }, query: { page: 2 } },
};
const OPTIONS = { method: 'GET', url: '/repos/{owner}/{repo}/issues/{number}', ...ISSUE };

const MANY = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, `v${index}`]));
const MEMBERS = Array.from({ length: 10_000 }, (_, index) => `m${index}`);
/** 1 MB when it is encoded. */
const LONG = 'é/'.repeat(116_000);

const NEW_ISSUE = { ...REPOSITORY, title: 'Found a bug', body: 'It broke.', labels: ['bug'] };
const HEADERS = { accept: 'text/plain', 'x-a': '1' };
const RAW = { ...REPOSITORY, mediaType: { format: 'raw', previews: ['mercy'] } };

const BUILT = endpoint('POST /repos/{owner}/{repo}/issues', NEW_ISSUE);

/** @param {[url: string, init: import('endpoint.js/fetch').FetchInit]} parameters of `fetch` */
const joinFetch = ([url, init]) => /** @type {import('./by-hand.mjs').Request} */ (Object.assign(init, { url }));

const newRoutes = () => sequence((index) => `GET /cold/${index}/{owner}/{repo}`);
const newRoute = newRoutes();
const newRouteByHand = newRoutes();

/** @param {string} route @param {Readonly<Record<string, string>>} parameters */
function replaceByHand(route, parameters) {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => encode(parameters[name] ?? ''));
  const headers = { accept: 'application/json', 'user-agent': AGENT };
  return { method: method.toLowerCase(), url: `https://api.example${path}`, headers };
}

/** @typedef {() => import('./by-hand.mjs').Request} Build */

/**
 * By the name of the feature: the time that is stored, as a multiple of that by hand; the feature; the same by hand.
 *
 * @type {Readonly<Record<string, [stored: number, feature: Build, byHand: Build]>>}
 */
const FEATURES = {
  '{?a,b}': [
    3.1,
    () => api('GET /search{?a,b}', SEARCH),
    () => get(`https://api.example/search?a=${encode(SEARCH.a)}&b=${encode(SEARCH.b)}`),
  ],
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
  '10 cascades': [
    0.7,
    () => cascaded(CASCADED_ROUTE, { a: 1 }),
    () => {
      const { k1, ...query } = Object.assign({}, ...CASCADE, { a: 1 });
      return bodiless('get', `https://api.github.com/x/${encode(k1)}?${joinQuery(query)}`);
    },
  ],
  'endpoint.in': [
    8.4,
    () => endpoint('PATCH /repos/{owner}/{repo}/hook', HOOK),
    () => withBody('patch', `${repository(HOOK)}/hook?page=${encode(2)}`, { url: 'https://hook.example' }),
  ],
  'endpoint({ … })': [2, () => endpoint(OPTIONS), () => issue(OPTIONS)],
  'parse(merge())': [11.6, () => endpoint.parse(endpoint.merge(ISSUE_ROUTE, ISSUE)), () => issue(ISSUE)],
  '1,000 query parameters': [0.71, () => api('GET /x', MANY), () => get(`https://api.example/x?${joinQuery(MANY)}`)],
  '10,000 members': [
    0.8,
    () => api('GET /x{?a*}', { a: MEMBERS }),
    () => get(`https://api.example/x?${MEMBERS.map((member) => `a=${encode(member)}`).join('&')}`),
  ],
  '1 MB to encode': [1.03, () => api('GET /x{?a}', { a: LONG }), () => get(`https://api.example/x?a=${encode(LONG)}`)],
  'POST with a body': [
    2.84,
    () => endpoint('POST /repos/{owner}/{repo}/issues', NEW_ISSUE),
    () => {
      const { title, body, labels } = NEW_ISSUE;
      return withBody('post', `${repository(NEW_ISSUE)}/issues`, { title, body, labels });
    },
  ],
  'headers of the call': [
    13.1,
    () => endpoint('GET /repos/{owner}/{repo}', { ...REPOSITORY, headers: HEADERS }),
    () => {
      const { accept, 'x-a': xa } = HEADERS;
      return { method: 'get', url: repository(REPOSITORY), headers: { accept, 'user-agent': AGENT, 'x-a': xa } };
    },
  ],
  mediaType: [
    5,
    () => endpoint('GET /repos/{owner}/{repo}', RAW),
    () => {
      const { format, previews } = RAW.mediaType;
      const accept = previews.map((preview) => `application/vnd.github.${preview}-preview.${format}`).join();
      return { method: 'get', url: repository(RAW), headers: { accept, 'user-agent': AGENT } };
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
  'a route never seen': [3.7, () => api(newRoute(), REPOSITORY), () => replaceByHand(newRouteByHand(), REPOSITORY)],
};

/** @param {Readonly<Record<string, unknown>>} parameters */
function joinQuery(parameters) {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&');
}

/** @type {readonly Question[]} */
export const SCENARIOS = Object.entries(FEATURES).map(([name, [stored, feature, byHand]]) => ({
  name,
  contenders: { 'endpoint.js': feature, 'by hand': byHand },
  bars: { 'by hand': { atMost: stored * TOLERANCE } },
}));
