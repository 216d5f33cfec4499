import { fail } from '../errors.js';

/** Runs of characters that are neither unreserved, reserved, nor of a percent-encoded triplet. */
const OTHER = /(?:(?!%[\da-f]{2})[^\w.~:/?#[\]@!$&'()*+,;=-])+/gi;
/**
 * For each character of ASCII: 2 where it is unreserved, 1 where it is reserved (RFC 3986 section 2). A loop over a table is faster
 * than a pattern.
 */
const PASSES = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w.~-]/.test(character) ? 2 : character.search(OTHER) < 0 ? 1 : 0;
});

/** What `encodeURIComponent` lets pass though it is reserved. */
const MARK = /[!'()*]/g;

const hexOf = (mark: string): string => '%' + mark.charCodeAt(0).toString(16).toUpperCase();

/**
 * Percent-encodes the UTF-8 of what is not unreserved; with `allowReserved`, reserved characters and percent-encoded triplets pass
 * as well: in literals, and in values under `+` and `#` (RFC 6570 section 3.2.1).
 * @param name whose value the text is, for the message
 * @throws EndpointError `invalid-value` for a lone surrogate
 */
export function encode(text: string, name: string, allowReserved?: boolean): string {
  const least = allowReserved ? 1 : 2;
  for (let index = 0; index < text.length; index++)
    if (!((PASSES[text.charCodeAt(index)] as number) >= least)) return encodeOthers(text, name, allowReserved);
  return text;
}

function encodeOthers(text: string, name: string, allowReserved?: boolean): string {
  try {
    if (allowReserved) return text.replace(OTHER, encodeURIComponent);
    const encoded = encodeURIComponent(text);
    // To look whether there is something to replace is faster than a replacement of nothing.
    return encoded.search(MARK) < 0 ? encoded : encoded.replace(MARK, hexOf);
  } catch {
    return fail('invalid-value', name, 'holds a lone surrogate, give well-formed text');
  }
}
