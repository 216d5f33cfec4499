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

/** @param {Options} options @returns {Request} */
export function issueByHand(options) {
  return bodiless('get', `${repository(options)}/issues/${encode(options['issue_number'])}`);
}
