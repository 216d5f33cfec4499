import { EndpointError } from '../errors.js';

const UNRESERVED = /^[\w.~-]*$/;
/** Runs of characters that are neither unreserved, reserved, nor of a percent-encoded triplet. */
const OTHERS = /(?:(?!%[\da-f]{2})[^\w.~:/?#[\]@!$&'()*+,;=-])+/gi;

function percentEncode(text: string, name: string | undefined): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new EndpointError(
      'invalid-value',
      `${name ?? 'url'}: lone surrogates can't be encoded, give well-formed text.`,
      name,
    );
  }
}

/**
 * Leaves unreserved characters (RFC 3986 section 2.3), percent-encodes the UTF-8 of all others.
 * @param name whose value the text is, for the message
 * @throws EndpointError `invalid-value` for a lone surrogate
 */
export function encodeUnreserved(text: string, name: string): string {
  if (UNRESERVED.test(text)) return text;
  return percentEncode(text, name).replace(
    /[!'()*]/g,
    (character) => '%' + character.charCodeAt(0).toString(16).toUpperCase(),
  );
}

/** Leaves reserved characters and percent-encoded triplets as well: for literals, and for values under `+` and `#`. */
export function encodeReserved(text: string, name?: string): string {
  return text.replace(OTHERS, (run) => percentEncode(run, name));
}
