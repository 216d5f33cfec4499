import { fail } from '../errors.js';
import { isOfQuery, type Operator, type Part, type Varspec } from './ast.js';
import { cached } from './cache.js';
import { encode } from './encode.js';

/** How a template's text is read. */
export interface Grammar {
  /** Exactly the grammar of RFC 6570: no further characters in names, and only its characters in literals. */
  readonly strict?: boolean | undefined;
  /** Whether `:name` is a placeholder at the start of the text and after `/` or `.`. */
  readonly placeholders?: boolean | undefined;
  /** The index where the template begins in the text. */
  readonly start?: number | undefined;
}

/** An expression, what may be a `:name` placeholder, a stray brace, or the start of a query or fragment. */
const TOKEN = /\{([+#./;?&@]?)([^{}]*)\}|:([a-z_]\w*)|[{}?#]/gi;
/** RFC 6570 sections 2.3 and 2.4, with further characters of names that published APIs use. */
const VARSPEC = /^((?!\.)(?:\.?(?:[\w$~@[\]-]|%[\da-f]{2}))+)(?:(\*)|:([1-9]\d{0,3}))?$/i;
/** Characters of names that RFC 6570 does not have. */
const NOT_STRICT = /[$~@[\]-]/;
/** Literals without the characters that RFC 6570 section 2.1 excludes; erratum 6937 allows `'`. */
const LITERALS = /^(?:[^\0- "%<>\\^`|\x7f-\x9f\ufff0-\uffff\u{e0000}-\u{e0fff}\p{Cs}\p{NChar}]+|%[\da-f]{2})*/iu;

/** A name as a url has it, whichever expression or parameter writes it: a query has no brackets (RFC 3986). */
export const encodeName = (name: string): string => name.replace(/[$@[\]]/g, encodeURIComponent);

/**
 * Reads a variable's text; most templates share their variables with others. The name is as engines store the keys of objects: a lookup by
 * another string of that text takes twice as long.
 */
const readVarspec = /* @__PURE__ */ cached((text): Varspec | undefined => {
  const [, matched, explode, prefix = 0] = VARSPEC.exec(text) ?? [];
  if (!matched) return undefined;
  const [name] = Object.keys({ [matched]: true }) as [string];
  const key = encodeName(name);
  return { name, explode: !!explode, prefix: +prefix, start: 0, ...(key !== name && { key }) };
});

function malformed(problem: string, position: number): never {
  return fail('invalid-template', 'url', `${problem} at position ${position}`, position);
}

function parseVarspec(text: string, start: number, strict: boolean | undefined): Varspec {
  const varspec = readVarspec(text);
  if (!varspec || (strict && NOT_STRICT.test(text)))
    return malformed(`"${text}" is not a variable (name, name* or name:3)`, start);
  return { ...varspec, start };
}

/**
 * Reads a URI template (RFC 6570 section 2) in one pass.
 * @param parts receives the parts; after an error, it has those before
 * @throws EndpointError `invalid-template` with the position of the malformed text
 */
export function parseParts(
  source: string,
  { strict, placeholders, start: begin = 0 }: Grammar = {},
  parts: Part[] = [],
): Part[] {
  let query = false;
  let end = begin;

  const addLiteral = (to: number): void => {
    const text = source.slice(end, to);
    const valid = strict ? (LITERALS.exec(text) as unknown as [string])[0] : text;
    if (valid !== text) malformed('unencoded character', end + valid.length);
    if (text) parts.push({ kind: 'literal', text: encode(text, 'url', true), start: end, end: to, query });
    end = to;
  };

  TOKEN.lastIndex = begin;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    const { index } = token;
    const [text, operator = '', variableList, placeholder] = token;
    // Not by a lookbehind in the pattern, which Safari has only from 16.4 on.
    const isPlaceholder = placeholders && '/.'.includes(source.charAt(index - 1));
    const variables = (isPlaceholder && placeholder) || variableList;
    if (variables === undefined) {
      if (text === '{' || text === '}') malformed(`unmatched "${text}"`, index);
      // The query of other parameters is inserted before a fragment.
      if (!placeholder && (text === '#' || !query)) {
        addLiteral(index);
        query = true;
      }
      continue;
    }
    addLiteral(index);
    // Of the reserved operators, names may begin with this one alone.
    if (operator === '@') malformed('reserved operator', index + 1);
    end = index + text.length;
    const varspecs: Varspec[] = [];
    // A split takes several times as long.
    for (let from = 0, comma = 0; comma >= 0; from = comma + 1) {
      comma = variables.indexOf(',', from);
      const varspec = variables.slice(from, comma < 0 ? undefined : comma);
      varspecs.push(parseVarspec(varspec, index + 1 + operator.length + from, strict));
    }
    parts.push({
      kind: 'expression',
      operator: operator as Operator,
      varspecs,
      start: index,
      end,
      query: query || isOfQuery(operator),
    });
  }
  addLiteral(source.length);
  return parts;
}

/** The names of all variables, each as often as it occurs. */
export const listNames = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ varspecs = [] }) => varspecs.map(({ name }) => name));
