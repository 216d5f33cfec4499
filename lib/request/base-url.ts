import { fail } from '../errors.js';
import { cached } from '../template/cache.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string) => object;

/** Scheme and authority; the latter only where nothing after it could extend it, so that no value can change the host. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$)))?/i;
/** What a URL parser leaves as it is in a path (WHATWG URL Standard). */
const PATH = /^(?:\/[!$-;=@-[\]_a-z|~]*)?$/;
/** A segment that a URL parser resolves in a path (WHATWG URL Standard), and the slash before it. */
export const DOT_SEGMENT = /(?:^|\/)((?:\.|%2e){1,2})(?![^/])/i;

const invalidUrl = (name: string, url: string, problem: string): never =>
  fail('invalid-url', name, `"${url.slice(0, 99)}" ${problem}`);

/**
 * Scheme and authority at the start of the text, or nothing.
 * @throws EndpointError `invalid-url` for one that can't be read safely
 */
export function parseOrigin(name: string, url: string): string {
  const [origin = '', authority] = ORIGIN.exec(url) ?? [];
  if (origin[0] === '/') invalidUrl(name, url, 'needs https:// before its host');
  if (origin && !authority) invalidUrl(name, url, 'needs a host of plain text');
  try {
    // Not URL.canParse: that of Node 20 calls some hosts beyond ASCII invalid once it is optimised.
    return origin && new URL(origin) && origin;
  } catch {
    return invalidUrl(name, url, 'has an invalid host or port');
  }
}

/**
 * A base URL without slashes at its end.
 * @throws EndpointError `invalid-url` for one that can't precede a path as it is
 */
export const parseBaseUrl = cached((baseUrl) => {
  const origin = parseOrigin('baseUrl', baseUrl);
  const path = baseUrl.slice(origin.length);
  const invalid = (problem: string): never => invalidUrl('baseUrl', baseUrl, problem);
  if (/[?#]/.test(path)) invalid('must not have a query or fragment');
  if (path && path[0] !== '/') invalid('must be https://host/path or /path');
  if (!PATH.test(path)) invalid('must be percent-encoded');
  if (DOT_SEGMENT.test(path)) invalid('must not have the segments "." and ".."');
  return origin + path.replace(/(?<!\/)\/+$/, '');
});
