/** Whether a library built the request that a case means. */
import { isDeepStrictEqual } from 'node:util';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./cases.mjs').RequestCase} RequestCase */
/** @typedef {{ url: string, body?: unknown }} Result `body` as it is sent: text, or what isn't JSON */
/** @typedef {{ result: Result | undefined } | { error: unknown }} Outcome without a result: the library has no such feature */
/** @typedef {'right' | 'wrong' | 'unsafe' | 'refused' | 'none'} Verdict */

/**
 * @param {Case} one
 * @param {Outcome} outcome
 * @returns {Verdict}
 */
export function judge(one, outcome) {
  if ('error' in outcome) return one.right.refused ? 'right' : 'refused';
  const { result } = outcome;
  if (result === undefined) return 'none';
  if (isRight(one, result)) return 'right';
  return 'path' in one && isUnsafe(one, result.url) ? 'unsafe' : 'wrong';
}

/** @param {Case} one @param {Result} result */
function isRight({ right: { urls = [], exact, body } }, result) {
  const read = exact ? upperCaseTriplets : readUrl;
  if (!urls.some((url) => isDeepStrictEqual(read(url), read(result.url)))) return false;
  return body === undefined || isDeepStrictEqual(body, parseBody(result.body));
}

/** @param {string} url */
const upperCaseTriplets = (url) => url.replaceAll(/%[\da-f]{2}/gi, (triplet) => triplet.toUpperCase());

/** @param {unknown} body */
function parseBody(body) {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param {string} text what a server reads */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads a url as a server does: by segments, and by names and values.
 *
 * @param {string} url
 */
function readUrl(url) {
  const { start, path, query, fragment } = separate(url);
  const pairs = query.split('&').flatMap((pair) => {
    const [name = '', ...values] = pair.replaceAll('+', ' ').split('=');
    return pair === '' ? [] : [[decode(name), decode(values.join('='))]];
  });
  const byName = pairs.toSorted(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
  return { start, segments: path.split('/').map(decode), pairs: byName, fragment };
}

/** @param {string} url */
function separate(url) {
  const [, start = '', path = '', query = '', fragment = ''] =
    /^([a-z]+:\/\/[^/?#\\]*)?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/i.exec(url) ?? [];
  return { start: start.toLowerCase(), path, query, fragment };
}

/** Where a url without a host would go. */
const PAGE = 'https://page.example';

/**
 * Whether a value has changed the target: host, segments of the path, names of the query; or whether it would, at a server that decodes
 * a path before it removes dot segments.
 *
 * @param {RequestCase} one
 * @param {string} text
 */
function isUnsafe(one, text) {
  // No engine sends what it can't parse.
  if (!URL.canParse(text, PAGE)) return false;
  const { origin, pathname, username, hash, searchParams } = new URL(text, PAGE);
  return (
    hasDots(separate(text).path) ||
    !shape(one).test(origin + pathname) ||
    username !== '' ||
    hash !== '' ||
    !hasOnly(nameSources(one), [...searchParams.keys()])
  );
}

/** @param {string} path as it is written */
const hasDots = (path) =>
  decode(path)
    .split(/[/\\]/)
    .some((segment) => segment === '.' || segment === '..');

/** @param {readonly string[] | undefined} names all where any may be there @param {readonly string[]} found */
const hasOnly = (names, found) => found.every((name) => names?.some((known) => isNameOf(known, name)) ?? true);

/** @param {RequestCase} one @returns {string[] | undefined} nothing where an object's keys are names */
function nameSources({ path, parameters }) {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.some(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value))) return undefined;
  return [...query.map(({ name }) => name), ...new URLSearchParams(path.split('?')[1]).keys()];
}

/** @param {string} known @param {string} name itself, or that of a member of it: `known[key]`, `known.key` */
const isNameOf = (known, name) => name.startsWith(known) && /^(?:$|\[|\.)/.test(name.slice(known.length));

/**
 * @param {RequestCase} one
 * @returns {RegExp} for origin and path of its urls, whatever the values; those without the last segment are another resource's, and not
 *   unsafe
 */
function shape({ base, path, parameters }) {
  const [literal = ''] = path.split('?');
  const [origin = '', basePath = ''] = base.split(/(?<=\/\/[^/]+)(?=\/)/);
  const sourcesOf = (/** @type {string} */ text) =>
    text.split(/\{([^}]*)\}/).map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const parameter = parameters.find(({ name }) => name === part);
      if (parameter?.in === 'host') return '[^./:@]+';
      return parameter?.reserved ? '[^]*' : '[^/]*';
    });
  const pathSource = sourcesOf(literal)
    .join('')
    .replace(/\/(\[\^\/?\]\*)$/, '(?:/$1)?');
  return new RegExp(`^${sourcesOf(origin).join('')}${basePath.replace(/\/$/, '/?')}(?=/|$)${pathSource}$`);
}
