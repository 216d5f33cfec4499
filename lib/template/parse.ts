import { fail } from '../errors.js';
import type { Operator, Part } from './ast.js';
import { encode } from './encode.js';
import { OPERATORS } from './operators.js';

/** How a template's text is read. */
export interface Grammar {
  /** Exactly the grammar of RFC 6570: no further characters in names, and literals only of characters that it allows. */
  readonly strict?: boolean | undefined;
  /** Whether `:name` is a placeholder at the start of the text and after `/` or `.`. */
  readonly placeholders?: boolean | undefined;
  /** Index at which reading begins; what stands before is no part of the template. */
  readonly start?: number | undefined;
}

/** An expression, a `:name` placeholder, a stray brace, or the begin of a query or fragment. */
const TOKEN = /\{([+#./;?&=,!@|]?)([^{}]*)\}|(?<=^|[/.]):([a-z_]\w*)|[{}?#]/gi;
/** RFC 6570 sections 2.3 and 2.4, with further characters of names that published APIs use. */
const VARSPEC = /^((?:[\w$~@[\]-]|%[\da-f]{2})+(?:\.(?:[\w$~@[\]-]|%[\da-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3}))?$/i;
const FURTHER = /[$~@[\]-]/;
/** What RFC 6570 section 2.1 keeps out of literals; erratum 6937 lets `'` in. */
const NOT_LITERAL = /[\0- "<>\\^`|\x7f-\x9f\ufff0-\uffff\u{e0000}-\u{e0fff}\p{Cs}\p{NChar}]|%(?![\da-f]{2})/iu;

/** The same text as the engine keeps keys of objects: looking a value up by another string of that text takes twice as long. */
const toKey = (name: string): string => Object.keys({ __proto__: null, [name]: 0 })[0] as string;

/**
 * Reads a URI template (RFC 6570 section 2) in one pass.
 * @throws EndpointError `invalid-template` with the position of what is malformed
 */
export function parseTemplate(source: string, { strict, placeholders, start: begin = 0 }: Grammar = {}): Part[] {
  const parts: Part[] = [];
  let query = false;
  let end = begin;

  const malformed = (problem: string, position: number): never =>
    fail('invalid-template', 'url', `${problem} at position ${position}`, position);

  const addLiteral = (to: number): void => {
    const text = source.slice(end, to);
    const wrong = strict ? text.search(NOT_LITERAL) : -1;
    if (wrong >= 0) malformed('character that must be percent-encoded', end + wrong);
    if (text) parts.push({ text: encode(text, 'url', true), start: end, end: to, query });
    end = to;
  };

  TOKEN.lastIndex = begin;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    const { index, 0: text, 1: operator = '', 2: list, 3: placeholder } = token;
    const variables = placeholder ?? list;
    if (variables === undefined || (placeholder && !placeholders)) {
      if (text === '{' || text === '}') malformed(`"${text}" without "${text === '{' ? '}' : '{'}"`, index);
      if (!query && !placeholder) {
        addLiteral(index);
        query = true;
      }
      continue;
    }
    addLiteral(index);
    if (!(operator in OPERATORS)) malformed(`reserved operator "${operator}"`, index + 1);
    end = index + text.length;
    let position = index + 1 + operator.length;
    const varspecs = variables.split(',').map((varspec) => {
      const start = position;
      const [, name = '', explode, prefix = 0] = VARSPEC.exec(varspec) ?? [];
      if (!name || (strict && FURTHER.test(name)))
        malformed(`"${varspec}" is not a variable (name, name* or name:3)`, start);
      position += varspec.length + 1;
      return { name: toKey(name), explode: !!explode, prefix: +prefix, start };
    });
    const ofQuery = query || /[?&#]/.test(operator);
    parts.push({ operator: operator as Operator, varspecs, start: index, end, query: ofQuery });
  }
  addLiteral(source.length);
  return parts;
}
