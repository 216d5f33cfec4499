import { findMethod } from '../request/route.js';
import { type Expression, OPERATORS, type Part, type Varspec } from '../template/ast.js';
import { moveSpan } from './context.js';
import type { Span, Token, TokenKind, UrlPart } from './explanation.js';
import type { Recording, Written } from './recording.js';
import { literal, OPERATOR_MEANINGS, remaining } from './sentences.js';

const BLANK = 'Whitespace is ignored, except between method and url.';
const MALFORMED = 'This breaks the grammar of URI templates (RFC 6570).';
const BRACE = 'Braces hold an expression, which is replaced by values.';

/** A part of the template: positions index the route. */
export interface PlacedPart extends Span {
  readonly part: Part;
  readonly in: UrlPart;
  /** Index among the expressions; -1 for a literal. */
  readonly index: number;
  /** The expansion of an expression. */
  readonly written: Written | undefined;
}

/** The parts and tokens of the route; its url begins at `offset`, and is known up to `end`. */
export type ReadRoute = ReturnType<typeof readRoute>;

/** The part of the url after a text that begins in another part: the path ends at the first `?` or `#`. */
function placeAfter(part: UrlPart, text: string) {
  if (part === 'fragment' || text.includes('#')) return 'fragment';
  return part === 'query' || text.includes('?') ? 'query' : 'path';
}

/** Finds the part of the url that each part of the template is in, by what was written before it. */
function placeParts({ results, expressions }: Recording, offset: number) {
  let place: UrlPart = 'path';
  let index = 0;
  const parts: PlacedPart[] = [];
  for (const part of results.target?.parts ?? []) {
    const isLiteral = part.kind === 'literal';
    const written = isLiteral ? undefined : expressions[index];
    const begun = placeAfter(place, part.text ?? part.operator);
    const { start, end } = moveSpan(part, offset);
    parts.push({ start, end, part, in: begun, index: isLiteral ? -1 : index++, written });
    for (const { text = '' } of written?.pieces ?? [part]) place = placeAfter(place, text);
  }
  return parts;
}

/** The length of a variable's modifier. */
export const measureModifier = ({ explode, prefix }: Varspec) => (explode ? 1 : prefix && `:${prefix}`.length);

/** Adds the token from the end of the one before it, unless it is empty. */
type AddToken = (
  kind: TokenKind,
  end: number,
  sentence: string,
  owner?: { expression: number; varspec?: number },
) => void;

function addExpression(add: AddToken, text: string, { start, end, index }: PlacedPart, part: Expression) {
  const { operator, varspecs } = part;
  const shift = start - part.start;
  const expression = index;
  if (text[start] === ':') {
    const name = varspecs[0]?.name ?? '';
    const sentence = `\`:${name}\` is replaced by the value of \`${name}\`, as \`{${name}}\` is.`;
    return add('placeholder', end, sentence, { expression, varspec: 0 });
  }
  add('punctuation', start + 1, BRACE, { expression });
  add('operator', start + 1 + operator.length, `\`${operator}\`: ${OPERATOR_MEANINGS[operator]}.`, { expression });
  for (const [varspec, parsed] of varspecs.entries()) {
    const { name, prefix } = parsed;
    const at = parsed.start + shift;
    if (varspec) add('punctuation', at, 'A comma separates variables.', { expression });
    const value = `The value of \`${name}\`${OPERATORS[operator].named ? ', written after its name' : ''}.`;
    add('variable', at + name.length, value, { expression, varspec });
    const effect = prefix
      ? `Only the first ${prefix} characters of \`${name}\`.`
      : `Each member of \`${name}\` is written separately, if it is a list or an object.`;
    add('modifier', at + name.length + measureModifier(parsed), effect, { expression, varspec });
  }
  add('punctuation', end, BRACE, { expression });
}

/** Splits the text of the route into parts and tokens. `text` is the given route; without one, the url of the options is it. */
export function readRoute(recording: Recording, text: string | undefined) {
  const { results, failures, malformedSpans } = recording;
  const { route, target, method = 'get' } = results;
  const { url = '', origin = '' } = target ?? {};
  const whole = text ?? url;
  const start = route ? whole.length - whole.trimStart().length : 0;
  const urlEnd = route ? Math.max(start, whole.trimEnd().length) : whole.length;
  const offset = urlEnd - url.length;
  const wordEnd = start + (route?.statedMethod?.length ?? 0);
  const parts = placeParts(recording, offset);
  const failure = failures.find(({ stage }) => stage === 'route');
  const tokens: Token[] = [];
  let read = 0;
  const add: AddToken = (kind, end, sentence, owner) => {
    if (read < end) tokens.push({ kind, start: read, end, text: whole.slice(read, end), sentence, ...owner });
    read = end;
  };

  add('blank', start, BLANK);
  if (findMethod(whole.slice(start, wordEnd))) add('method', wordEnd, remaining(method));
  else add('invalid', wordEnd, failure?.error.message ?? '');
  add('blank', offset, BLANK);
  add('origin', offset + origin.length, 'Scheme and host: the url is absolute, so the base URL is not used.');
  const invalid = malformedSpans.map((span) => moveSpan(span, offset));
  const inOrder = invalid[0] ? [...invalid, ...parts].sort((one, other) => one.start - other.start) : parts;
  for (const placed of inOrder) {
    if (!('part' in placed)) add('invalid', placed.end, MALFORMED);
    else if (placed.part.kind === 'expression') addExpression(add, whole, placed, placed.part);
    else add('literal', placed.end, literal(placed.in, placed.part.text === whole.slice(placed.start, placed.end)));
  }
  add('blank', whole.length, BLANK);
  return { text: whole, offset, origin, parts, tokens, end: failure ? 0 : (invalid[0]?.start ?? Infinity) };
}
