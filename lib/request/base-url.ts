import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import { DOT_SEGMENT } from './path.js';

/** Scheme and authority; the latter only if nothing after it can extend it, so that no value can change the host. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/(?<authority>[^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$)))?/i;
/** A path that URL parsers leave unchanged (WHATWG URL Standard). */
const PATH = /^(?:\/[!$-;=@-[\]_a-z|~]*)?$/;

const invalidUrl = (name: string, url: string, problem: string): never =>
  fail('invalid-url', name, `"${url.slice(0, 99)}" ${problem}`);

/**
 * Scheme and authority at the start of the text, or empty.
 * @throws EndpointError `invalid-url` for one that can't be read safely
 */
export function parseOrigin(name: string, url: string): string {
  const match = ORIGIN.exec(url);
  if (!match) return '';
  const [origin] = match;
  const { authority } = match.groups as { authority?: string };
  if (origin[0] === '/') invalidUrl(name, url, 'needs https:// before its host');
  if (!authority) invalidUrl(name, url, 'needs a host of plain text');
  try {
    // Not URL.canParse: in Node 20 it rejects some hosts beyond ASCII once it is optimised.
    void new URL(origin);
    return origin;
  } catch {
    return invalidUrl(name, url, 'has an invalid host or port');
  }
}

/**
 * A base URL without slashes at its end.
 * @throws EndpointError `invalid-url` for one that can't precede a path unchanged
 */
export const parseBaseUrl = /* @__PURE__ */ cached((baseUrl) => {
  const origin = parseOrigin('baseUrl', baseUrl);
  const path = baseUrl.slice(origin.length);
  const invalid = (problem: string): never => invalidUrl('baseUrl', baseUrl, problem);
  if (/[?#]/.test(path)) invalid('must not have a query or fragment');
  if (path && path[0] !== '/') invalid('must be https://host/path or /path');
  if (!PATH.test(path)) invalid('must be percent-encoded');
  if (DOT_SEGMENT.test(path)) invalid('must not have the segments "." and ".."');
  return origin + path.replace(/(?<!\/)\/+$/, '');
});
