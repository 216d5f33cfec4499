import { type Expression, OPERATORS } from '../ast.js';

/** One character of a URI: unreserved, reserved or percent-encoded (RFC 3986 section 2). */
export type Character = string;

const UNRESERVED = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~';
const RESERVED = ":/?#[]@!$&'()*+,;=";
const CHARACTER = /%[\da-f]{2}|[\w.~:/?#[\]@!$&'()*+,;=-]/gi;

/** The characters of a URI reference, or undefined for text with any other: a lone `%`, whitespace, an umlaut. */
export function toCharacters(url: string) {
  const characters = url.match(CHARACTER) ?? [];
  let length = 0;
  for (const character of characters) length += character.length;
  return length === url.length ? characters : undefined;
}

/** How far urls may differ from an expansion. */
export interface Leniency {
  /** Reserved characters that values must have encoded all the same. */
  readonly encoded: string;
}

export type Normalize = (character: Character) => Character;

export const EXACT: Normalize = (character) => character;

/** RFC 3986 section 6.2.2: hexadecimal digits in upper case, and unreserved characters as they are. */
export const NORMALIZED: Normalize = (character) => {
  if (character.length === 1) return character;
  const decoded = String.fromCharCode(parseInt(character.slice(1), 16));
  return UNRESERVED.includes(decoded) ? decoded : character.toUpperCase();
};

/** A text with each percent-encoded character in its one normal spelling. */
export const normalizeText = (text: string) => (text.includes('%') ? text.replace(/%[\da-f]{2}/gi, NORMALIZED) : text);

/** Reserved characters that may be in a segment of a path and in a parameter of a query (RFC 3986 section 3). */
const UNENCODED = { path: "!$&'()*+:;=@[]", query: "!$'()*+/:;=?@[]" };

/** The spelling of an edge's characters by expansion. */
export function canonicalize(on: Character | ReadonlySet<Character>, normalize: Normalize, text: string) {
  if (on === alphabets?.any) return text;
  return (toCharacters(text) ?? [])
    .map((character) => {
      if (typeof on === 'string') return on;
      const normalized = normalize(character);
      if (normalized.length > 1 || UNRESERVED.includes(normalized)) return normalized;
      return `%${normalized.charCodeAt(0).toString(16).toUpperCase()}`;
    })
    .join('');
}

let alphabets: ReturnType<typeof createAlphabets> | undefined;

export const getAlphabets = () => (alphabets ??= createAlphabets());

function createAlphabets() {
  const digits = [...'0123456789ABCDEFabcdef'];
  const triplets = digits.flatMap((high) => digits.map((low) => `%${high}${low}`));
  const isWritten = (triplet: Character) =>
    triplet === triplet.toUpperCase() && !UNRESERVED.includes(String.fromCharCode(parseInt(triplet.slice(1), 16)));
  return {
    /** The characters of values under operators that encode reserved ones. */
    encoded: new Set([...UNRESERVED, ...triplets.filter(isWritten)]),
    /** The characters of values under `+` and `#`. */
    any: new Set([...UNRESERVED, ...RESERVED, ...triplets]),
  };
}

/** The characters of values, with those that a URL parser leaves unencoded where they separate nothing. */
function addUnencoded({ operator, varspecs, query }: Expression, leniency: Leniency) {
  const { separator } = OPERATORS[operator];
  const isQuery = query || separator === '&';
  const separators = leniency.encoded + separator + (varspecs.some(({ explode }) => explode) ? '=' : '');
  const unencoded = [...UNENCODED[isQuery ? 'query' : 'path']].filter((character) => !separators.includes(character));
  return new Set([...getAlphabets().encoded, ...unencoded]);
}

/** The characters of the values in an expression. */
export function listCharacters(expression: Expression, leniency: Leniency | undefined) {
  if (OPERATORS[expression.operator].allowReserved) return getAlphabets().any;
  return leniency ? addUnencoded(expression, leniency) : getAlphabets().encoded;
}
