/**
 * Requests of the pages' examples, for the playground. A comment after an example holds one, as JSON:
 *
 *     <!-- play: {"route": "GET /repos/{owner}", "parameters": {"owner": "octokit"}} -->
 *
 * The addresses have the form of the playground's own (`playground/src/app/document/link.ts`); the tests compare the two.
 */
import { errorMessage } from '../../process/error-message.mjs';

/**
 * @typedef {object} Play
 * @property {string} route
 * @property {Readonly<Record<string, unknown>>} [parameters]
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {string} [baseUrl] GitHub's by default
 * @property {string} [vendor] GitHub by default; empty for none
 */

const COMMENT = /^<!--\s*play:([^]*?)-->\s*$/;

/** What each member must be. */
const MEMBERS = new Map([
  ['route', 'a text'],
  ['parameters', 'an object'],
  ['headers', 'an object of texts'],
  ['baseUrl', 'a text'],
  ['vendor', 'a text'],
]);

/** Longer ones would be compressed, and no reader could see from the address what opens. */
const MAX_LENGTH = 800;

/**
 * Reads the request of a comment.
 *
 * @param {string} html
 * @returns {Play | undefined} `undefined` for any other HTML
 * @throws {Error} for a comment with a mistake
 */
export function readPlay(html) {
  const [, json] = COMMENT.exec(html) ?? [];
  if (json === undefined) return undefined;
  /** @type {unknown} */
  let play;
  try {
    play = JSON.parse(json);
  } catch (error) {
    throw new Error(`play: ${json.trim()} isn't valid JSON; ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (!isObject(play) || !isPlay(play)) throw new Error(`play: ${json.trim()} has no "route"; add it.`);
  for (const [name, value] of Object.entries(play)) {
    const kind = MEMBERS.get(name);
    if (kind === undefined)
      throw new Error(`play: there is no member "${name}"; use one of ${[...MEMBERS.keys()].join(', ')}.`);
    if (!isKind(kind, value)) throw new Error(`play: "${name}" is ${JSON.stringify(value)}; it must be ${kind}.`);
  }
  return play;
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Readonly<Record<string, unknown>>} value @returns {value is Readonly<Record<string, unknown>> & Play} */
const isPlay = (value) => typeof value['route'] === 'string' && value['route'].trim() !== '';

/** @param {string} kind @param {unknown} value */
function isKind(kind, value) {
  if (kind === 'a text') return typeof value === 'string';
  return isObject(value) && (kind === 'an object' || Object.values(value).every((text) => typeof text === 'string'));
}

/**
 * Writes the part of the playground's address after `#`.
 *
 * @param {Play} play
 * @throws {Error} where it would be too long
 */
export function writePlayHash({ route, parameters = {}, headers, vendor, baseUrl }) {
  const all = { ...parameters, ...(headers && { headers }) };
  const options = Object.keys(all).length > 0 ? all : undefined;
  const pairs = Object.entries({ route, options, vendor, baseUrl })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => writePair(name, value));
  const hash = pairs.join('&');
  if (hash.length > MAX_LENGTH)
    throw new Error(`play: the address of ${route} would have ${hash.length} characters; leave out parameters.`);
  return hash;
}

/** `name=text`, or `name:=JSON` with the two kinds of quotes swapped. @param {string} name @param {unknown} value */
function writePair(name, value) {
  if (typeof value === 'string') return `${name}=${escapeForLink(value)}`;
  const json = JSON.stringify(value).replaceAll(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
  return `${name}:=${escapeForLink(json)}`;
}

/** Characters that are safe in a fragment stay readable. @param {string} text */
function escapeForLink(text) {
  return encodeURIComponent(text)
    .replaceAll(/%(20|24|2C|2F|3A|3B|3F|40|5B|5D|7B|7D)/g, (escape) =>
      escape === '%20' ? '+' : decodeURIComponent(escape),
    )
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}
