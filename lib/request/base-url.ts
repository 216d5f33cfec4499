import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import { DOT_SEGMENT } from './path.js';

/**
 * What a url on another host begins with, and a mistaken beginning of one: scheme and authority. No `<`, `>`, `^` or `|`, which some
 * engines accept in a host and others reject.
 */
const ORIGIN = /^((?:[a-z][a-z\d+.-]*:)?\/\/|https?:)([^\0- /?#\\{}<>^|]*)/i;
/** What may follow an authority, or else text that could extend it: no value can change the host. */
const AFTER_ORIGIN = /^(?:(?:\{[/?#][^}]*\})*(?:[/?#]|$)|((?:\{[^}]*\}?)+|[^]))/u;
/** A character that URL parsers would change in a path (WHATWG URL Standard). */
const NOT_IN_PATH = /[^!$-;=@-[\]_a-z|~]/u;

/** The sentence of a rule, with the text that breaks it. */
const invalidUrl = (
  name: string,
  text: string,
  problem = 'begins with',
  fix = 'write https://host/path or /path',
): never => fail('invalid-url', name, `${problem} ${JSON.stringify(text.slice(0, 99))}; ${fix}`);

/**
 * Scheme and authority at the start of the text, or empty.
 * @throws EndpointError `invalid-url` for one that can't be read safely
 */
export function parseOrigin(name: string, url: string): string {
  const match = ORIGIN.exec(url) as [string, string, string] | null;
  if (!match) return '';
  const [origin, prefix, authority] = match;
  const [, extension] = AFTER_ORIGIN.exec(url.slice(origin.length)) as unknown as [string, string?];
  if (extension) invalidUrl(name, extension, 'has a host with');
  if (!authority || prefix.slice(-3) !== '://') invalidUrl(name, origin);
  try {
    // Not URL.canParse: in Node 20 it rejects some hosts beyond ASCII once it is optimised.
    void new URL(origin);
    return origin;
  } catch {
    return invalidUrl(name, authority, 'has the host', 'write a name and a port below 65536');
  }
}

/** Scheme and host of a base URL, as URL parsers write them. Those of a path, which is on the page, are no other url's. */
export function getOrigin(base: string): string {
  const { protocol, host } = new URL(base, 'x:/');
  return protocol + host;
}

/**
 * A base URL without slashes at its end.
 * @throws EndpointError `invalid-url` for one that can't precede a path unchanged
 */
export const parseBaseUrl = /* @__PURE__ */ cached((baseUrl) => {
  const name = 'baseUrl';
  const origin = parseOrigin(name, baseUrl);
  const path = baseUrl.slice(origin.length);
  const [character] = NOT_IN_PATH.exec(path) ?? [];
  if (character) invalidUrl(name, character, 'has the character', 'percent-encode it, or leave it out');
  if (path && path[0] !== '/') invalidUrl(name, path);
  const [, segment] = DOT_SEGMENT.exec(path) ?? [];
  if (segment) invalidUrl(name, segment, 'has the segment', 'write the path that it means');
  // From the start of the path, so that the time is linear.
  return origin + path.replace(/(.*[^/])?\/*/, '$1');
});
