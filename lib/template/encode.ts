import { fail } from '../errors.js';

/**
 * For each character of ASCII, 2 if it is unreserved (RFC 3986 section 2.3), and 1 if `encodeURI` keeps it, as the reserved ones except
 * brackets. A loop over a table is faster than a pattern.
 */
const KEPT = /* @__PURE__ */ Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return +/[\w.~-]/.test(character) + +(encodeURI(character) === character);
});

/** Reserved characters that `encodeURIComponent` keeps. */
const MARK = /[!'()*]/g;

const encodeMark = (mark: string): string => '%' + mark.charCodeAt(0).toString(16).toUpperCase();

/**
 * Percent-encodes the UTF-8 of all but unreserved characters; `allowReserved` also keeps reserved characters and percent-encoded
 * triplets: in literals, and in values under `+` and `#` (RFC 6570 section 3.2.1).
 * @param name the parameter whose value the text is, for the message
 * @throws EndpointError `invalid-value` for a lone surrogate
 */
export function encode(text: string, name: string, allowReserved?: boolean): string {
  for (let index = 0; index < text.length; index++)
    if (!((KEPT[text.charCodeAt(index)] as number) > +!allowReserved)) return encodeOthers(text, name, allowReserved);
  return text;
}

/** The index of the first lone surrogate, or -1. Not by `\p{Cs}`, which WebKit 2.38 finds inside of pairs too. */
export const findLoneSurrogate = (text: string): number =>
  text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '--').search(/[\ud800-\udfff]/);

function encodeOthers(text: string, name: string, allowReserved?: boolean): string {
  try {
    // `encodeURI` also encodes brackets, and the `%` of triplets.
    if (allowReserved)
      return encodeURI(text)
        .replace(/%5B/g, '[')
        .replace(/%5D/g, ']')
        .replace(/%25(?=[\da-f]{2})/gi, '%');
    const encoded = encodeURIComponent(text);
    // A search is faster than a replacement of nothing.
    return text.search(MARK) < 0 ? encoded : encoded.replace(MARK, encodeMark);
  } catch {
    return fail('invalid-value', name, 'has a lone surrogate; pass well-formed text');
  }
}
