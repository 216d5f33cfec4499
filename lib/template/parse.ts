import { EndpointError } from '../errors.js';
import type { Expression, Operator, Part, Varspec } from './ast.js';
import { encodeReserved } from './encode.js';
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

const PLACEHOLDER = /[a-z_]\w*/iy;
/** RFC 6570 section 2.3: varname, then a modifier (section 2.4). */
const STRICT_VARSPEC = /^((?:\w|%[\da-f]{2})+(?:\.(?:\w|%[\da-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3}))?$/i;
/** The same with the further characters that published APIs use in names. */
const LOOSE_VARSPEC = /^((?:[\w$~@[\]-]|%[\da-f]{2})+(?:\.(?:[\w$~@[\]-]|%[\da-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3}))?$/i;
/** Characters that RFC 6570 section 2.1 keeps out of literals. */
const NOT_LITERAL = /[\0- "<>\\^`|\x7f]|%(?![\da-f]{2})/i;

function malformed(source: string, position: number, problem: string): EndpointError {
  return new EndpointError(
    'invalid-template',
    `${problem} at position ${position} of ${JSON.stringify(source.slice(0, 200))}.`,
    { position },
  );
}

function parseVarspec(source: string, text: string, start: number, strict: boolean | undefined): Varspec {
  const match = (strict ? STRICT_VARSPEC : LOOSE_VARSPEC).exec(text);
  if (!match) {
    throw malformed(
      source,
      start,
      text ? `${JSON.stringify(text.slice(0, 50))} is not a variable: use a name, name* or name:3` : 'Variable name missing',
    );
  }
  return { name: match[1] as string, explode: !!match[2], prefix: Number(match[3] ?? 0), start };
}

function parseExpression(source: string, start: number, end: number, strict: boolean | undefined): Expression {
  let position = start + 1;
  let operator = '' as Operator;
  const first = source.charAt(position);
  if (first && Object.hasOwn(OPERATORS, first)) {
    operator = first as Operator;
    position++;
  } else if ('=,!@|'.includes(first)) {
    throw malformed(source, position, `"${first}" is reserved, not an operator: use one of + # . / ; ? &, or none,`);
  }
  const varspecs = source
    .slice(position, end - 1)
    .split(',')
    .map((text) => {
      const varspec = parseVarspec(source, text, position, strict);
      position += text.length + 1;
      return varspec;
    });
  return { type: 'expression', operator, varspecs, start, end };
}

/**
 * Reads a URI template (RFC 6570 section 2) in one pass.
 * @throws EndpointError `invalid-template` with the position of what is malformed
 */
export function parseTemplate(source: string, { strict, placeholders, start = 0 }: Grammar = {}): Part[] {
  const parts: Part[] = [];
  let literalStart = start;
  let index = start;

  const endLiteral = (end: number): void => {
    if (end === literalStart) return;
    const text = source.slice(literalStart, end);
    const wrong = strict ? text.search(NOT_LITERAL) : -1;
    if (wrong >= 0) throw malformed(source, literalStart + wrong, 'Character that has to be percent-encoded');
    parts.push({ type: 'literal', text: encodeReserved(text), start: literalStart, end });
  };

  const addExpression = (expression: Expression): void => {
    endLiteral(index);
    parts.push(expression);
    literalStart = index = expression.end;
  };

  while (index < source.length) {
    const character = source[index];
    if (character === '{') {
      const close = source.indexOf('}', index);
      if (close < 0) throw malformed(source, index, 'Unclosed "{"');
      addExpression(parseExpression(source, index, close + 1, strict));
      continue;
    }
    if (character === '}') throw malformed(source, index, '"}" without "{"');
    if (placeholders && character === ':' && (!index || '/.'.includes(source.charAt(index - 1)))) {
      PLACEHOLDER.lastIndex = index + 1;
      const name = PLACEHOLDER.exec(source)?.[0];
      if (name) {
        const varspec = { name, explode: false, prefix: 0, start: index + 1 };
        const end = index + 1 + name.length;
        addExpression({ type: 'expression', operator: '', varspecs: [varspec], start: index, end });
        continue;
      }
    }
    index++;
  }
  endLiteral(index);
  return parts;
}
