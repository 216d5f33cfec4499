/** Requests as one would write them without a library: the fastest there can be, without checks. */

const encode = encodeURIComponent;

/** @typedef {{ method: string, url: string, headers: object, body?: unknown }} Request */
/** @typedef {Readonly<Record<string, any>>} Options */

const API = 'https://api.github.com';
export const ACCEPT = 'application/vnd.github.v3+json';
const JSON_TYPE = 'application/json; charset=utf-8';
export const AGENT = 'by-hand/1.0';

/**
 * @param {string} method
 * @param {string} url
 * @returns {Request}
 */
export const bodiless = (method, url) => ({ method, url, headers: { accept: ACCEPT, 'user-agent': AGENT } });

/**
 * @param {string} method
 * @param {string} url
 * @param {object} body
 * @returns {Request}
 */
export const withBody = (method, url, body) => ({
  method,
  url,
  headers: { accept: ACCEPT, 'user-agent': AGENT, 'content-type': JSON_TYPE },
  body,
});

/** @param {Options} options */
const repository = ({ owner, repo }) => `${API}/repos/${encode(owner)}/${encode(repo)}`;

/**
 * One function for each request of GITHUB_MIX, in its order.
 *
 * @type {readonly ((options: Options) => Request)[]}
 */
export const MIX_BY_HAND = [
  (options) => bodiless('get', repository(options)),
  (options) => {
    const { state, labels, per_page, page } = options;
    const query = `state=${encode(state)}&labels=${encode(labels)}&per_page=${encode(per_page)}&page=${encode(page)}`;
    return bodiless('get', `${repository(options)}/issues?${query}`);
  },
  issueByHand,
  (options) => {
    const { title, body, labels } = options;
    return withBody('post', `${repository(options)}/issues`, { title, body, labels });
  },
  (options) => {
    const { issue_number, state } = options;
    return withBody('patch', `${repository(options)}/issues/${encode(issue_number)}`, { state });
  },
  (options) => bodiless('put', `${repository(options)}/issues/${encode(options['issue_number'])}/lock`),
  (options) => bodiless('delete', `${repository(options)}/issues/${encode(options['issue_number'])}/lock`),
  (options) => {
    const { path, ref } = options;
    return bodiless('get', `${repository(options)}/contents/${encode(path)}?ref=${encode(ref)}`);
  },
  (options) => {
    const { path, message, content } = options;
    return withBody('put', `${repository(options)}/contents/${encode(path)}`, { message, content });
  },
  ({ org, type, sort, per_page }) => {
    const query = `type=${encode(type)}&sort=${encode(sort)}&per_page=${encode(per_page)}`;
    return bodiless('get', `${API}/orgs/${encode(org)}/repos?${query}`);
  },
  ({ visibility, per_page }) =>
    bodiless('get', `${API}/user/repos?visibility=${encode(visibility)}&per_page=${encode(per_page)}`),
  ({ username }) => bodiless('get', `${API}/users/${encode(username)}`),
  ({ q, sort }) => bodiless('get', `${API}/search/issues?q=${encode(q)}&sort=${encode(sort)}`),
  ({ name, private: isPrivate, description }) =>
    withBody('post', `${API}/user/repos`, { name, private: isPrivate, description }),
  (options) => {
    const { pull_number, mediaType } = options;
    return {
      method: 'get',
      url: `${repository(options)}/pulls/${encode(pull_number)}`,
      headers: { accept: `application/vnd.github.v3.${mediaType.format}`, 'user-agent': AGENT },
    };
  },
  (options) => {
    const { pull_number, merge_method } = options;
    return withBody('put', `${repository(options)}/pulls/${encode(pull_number)}/merge`, { merge_method });
  },
  (options) => bodiless('get', `${repository(options)}/compare/${encode(options['basehead'])}`),
  (options) => bodiless('get', `${repository(options)}/commits/${encode(options['ref'])}/status`),
  (options) => {
    const { ref, sha } = options;
    return withBody('post', `${repository(options)}/git/refs`, { ref, sha });
  },
  ({ gist_id, headers }) => ({
    method: 'get',
    url: `${API}/gists/${encode(gist_id)}`,
    headers: { accept: ACCEPT, 'user-agent': AGENT, authorization: headers.authorization },
  }),
  ({ all, since }) => bodiless('get', `${API}/notifications?all=${encode(all)}&since=${encode(since)}`),
  (options) => bodiless('delete', repository(options)),
  () => bodiless('get', `${API}/emojis`),
  ({ owner, repo, headers }) => ({
    method: 'put',
    url: `${API}/user/starred/${encode(owner)}/${encode(repo)}`,
    headers: { accept: ACCEPT, 'user-agent': AGENT, 'content-length': headers['content-length'] },
  }),
];

/** @param {Options} options @returns {Request} */
export function issueByHand(options) {
  return bodiless('get', `${repository(options)}/issues/${encode(options['issue_number'])}`);
}
