import { fail } from '../errors.js';

/** For each character of ASCII, whether it is unreserved (RFC 3986 section 2.3). A loop over a table is faster than a pattern. */
const UNRESERVED = Array.from({ length: 128 }, (_, code) => /[\w.~-]/.test(String.fromCharCode(code)));
/** Runs of characters that are neither unreserved, reserved, nor of a percent-encoded triplet. */
const OTHER = /(?:(?!%[\da-f]{2})[^\w.~:/?#[\]@!$&'()*+,;=-])+/gi;

const hexOf = (mark: string): string => '%' + mark.charCodeAt(0).toString(16).toUpperCase();

/**
 * Percent-encodes the UTF-8 of what is not unreserved; with `allowReserved`, reserved characters and percent-encoded triplets pass
 * as well: in literals, and in values under `+` and `#` (RFC 6570 section 3.2.1).
 * @param name whose value the text is, for the message
 * @throws EndpointError `invalid-value` for a lone surrogate
 */
export function encode(text: string, name: string, allowReserved?: boolean): string {
  let index = 0;
  while (index < text.length && UNRESERVED[text.charCodeAt(index)]) index++;
  if (index === text.length) return text;
  const percentEncode = (run: string): string => {
    try {
      return encodeURIComponent(run);
    } catch {
      return fail('invalid-value', name, 'holds a lone surrogate, give well-formed text');
    }
  };
  return allowReserved ? text.replace(OTHER, percentEncode) : percentEncode(text).replace(/[!'()*]/g, hexOf);
}
