import { fail } from '../errors.js';
import { type Expression, type Part, type Varspec, OPERATORS, type OperatorRules } from './ast.js';
import { encode } from './encode.js';
import { isPlainObject, toText, type Values } from './values.js';
import { addPiece, amendPieces, insertPunctuation, mark, movePieces } from './pieces.js';
import { spend, type Writer } from './writer.js';

/** A character as one to four percent-encoded octets of UTF-8, any other triplet, or any other character. */
const CHARACTER_OR_TRIPLETS =
  /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[\da-f](?:%[89ab][\da-f]){3}|[\da-f]{2})|[^]/giu;

/**
 * The first characters of a text. Where percent-encoded characters are kept, each of them is one (RFC 6570 section 2.4.1).
 * Only as many code units are read as that many characters can have.
 */
function takePrefix(text: string, count: number, allowReserved: boolean): string {
  const start = text.slice(0, count * (allowReserved ? 12 : 2));
  const characters = start.match(allowReserved ? CHARACTER_OR_TRIPLETS : /[^]/gu) ?? [];
  return characters.slice(0, count).join('');
}

/** Percent-encodes a single value. */
function encodeValue(value: unknown, { name, prefix }: Varspec, allowReserved: boolean, writer: Writer): string {
  const text = toText(value, name);
  const encoded = encode(prefix ? takePrefix(text, prefix, allowReserved) : text, name, allowReserved);
  spend(writer, encoded.length, name);
  return encoded;
}

/**
 * The expansion of `{name}` with text, a number or boolean; undefined for any other value, and where runs are recorded. Most
 * expansions are this one, which takes half the time of the general one.
 */
export function expandText(value: unknown, name: string, writer: Writer): string | undefined {
  if (
    (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') ||
    mark(writer) !== undefined
  )
    return undefined;
  // Only numbers from 1e21 on have a character to encode, the `+` of their exponent.
  const isPlain = typeof value !== 'string' && Math.abs(+value) < 1e21;
  const text = isPlain ? `${value}` : encode(typeof value === 'string' ? value : toText(value, name), name);
  spend(writer, text.length, name);
  return text;
}

/** A variable whose members may have another separator. */
interface Variable extends Varspec {
  readonly separator?: string | undefined;
}

/** A name before its value, if the operator has names. */
function addName({ named, ifEmpty }: OperatorRules, varspec: Variable, text: string, writer: Writer): string {
  if (!named) return text;
  const { key = varspec.name } = varspec;
  const equals = text ? '=' : ifEmpty;
  addPiece(writer, varspec, 'name', key);
  addPiece(writer, varspec, 'punctuation', equals);
  return key + equals + text;
}

/** Expands a variable, without its operator's first character; undefined for an undefined variable (RFC 6570 section 2.3). */
export function expandVariable(
  rules: OperatorRules,
  varspec: Variable,
  value: unknown,
  writer: Writer,
): string | undefined {
  if (value == null) return undefined;
  if (typeof value === 'object' && (Array.isArray(value) || isPlainObject(value)))
    return expandMembers(rules, varspec, value, writer);
  const text = encodeValue(value, varspec, rules.allowReserved, writer);
  const expansion = addName(rules, varspec, text, writer);
  addPiece(writer, varspec, 'value', text);
  return expansion;
}

/** Expands a list or map, as {@link expandVariable}. */
function expandMembers(rules: OperatorRules, varspec: Variable, value: object, writer: Writer): string | undefined {
  const { name, explode, prefix, start, key = name } = varspec;
  if (prefix) fail('invalid-template', name, `the prefix :${prefix} can't be of a list or map`, start);
  const { named, ifEmpty, allowReserved } = rules;
  const separator = explode ? rules.separator : (varspec.separator ?? ',');
  const first = mark(writer);
  const isList = Array.isArray(value);
  const keys: readonly unknown[] = isList ? value : Object.keys(value);
  let expansion: string | undefined;
  for (let index = 0; index < keys.length; index++) {
    const memberKey = isList ? index : (keys[index] as string);
    const member: unknown = (value as Values)[memberKey];
    // For the separator with the name after it, or for the reading alone.
    if (index) spend(writer, isList && explode && named ? key.length + 1 : 1, name);
    if (member == null) continue;
    const end = mark(writer);
    if (expansion !== undefined) addPiece(writer, varspec, 'punctuation', separator);
    const at = explode ? end : mark(writer);
    const text = encodeValue(member, varspec, allowReserved, writer);
    if (varspec.separator && text.includes(separator))
      fail('invalid-value', name, 'a member contains the separator of the list');
    let written = text;
    if (!isList) {
      const encodedKey = encodeValue(memberKey, varspec, allowReserved, writer);
      const equals = explode ? (text || !named ? '=' : ifEmpty) : ',';
      addPiece(writer, varspec, 'key', encodedKey);
      addPiece(writer, varspec, 'punctuation', equals);
      written = encodedKey + equals + text;
    } else if (explode) written = addName(rules, varspec, text, writer);
    addPiece(writer, varspec, 'value', text);
    amendPieces(writer, at, { member: memberKey });
    expansion = expansion === undefined ? written : expansion + separator + written;
  }
  if (expansion === undefined || explode) return expansion;
  const end = mark(writer);
  expansion = addName(rules, varspec, expansion, writer);
  movePieces(writer, end, first);
  return expansion;
}

/** An expression, in the form that takes the least time to expand. */
export interface Step {
  readonly expression: Expression;
  /** The index of its first variable: the template's variables are counted from 0. */
  readonly slot: number;
  /** The name of its first variable. */
  readonly name: string;
  /** Whether it is alone, without operator and modifier: `{name}` or `:name`. */
  readonly isSimple: boolean;
  /** The literal text after the expression. */
  text: string;
}

/** A template as the literal text before its expressions, and these. */
export interface Compiled {
  readonly text: string;
  readonly steps: readonly Step[];
}

/** Joins the literals between expressions, and numbers the variables. */
export function compileParts(parts: readonly Part[]): Compiled {
  const steps: Step[] = [];
  const compiled = { text: '', steps };
  let last: { text: string } = compiled;
  let slot = 0;
  for (const part of parts) {
    if (part.kind === 'literal') last.text += part.text;
    else {
      const { operator, varspecs } = part;
      const { name, explode, prefix } = varspecs[0] as Varspec;
      const isSimple = !operator && varspecs.length === 1 && !explode && !prefix;
      const step: Step = { expression: part, slot, name, isSimple, text: '' };
      steps.push(step);
      last = step;
      slot += varspecs.length;
    }
  }
  return compiled;
}

/**
 * Expands an expression.
 * @param values of the template's variables, in their order
 * @param onUndefined called for each undefined variable, for which nothing is written
 * @throws EndpointError `invalid-value` for a value without text, `invalid-template` for a list or map under a prefix, `too-long` beyond
 * the bound
 */
export function expandExpression(
  { expression: { operator, varspecs }, slot }: Step,
  values: readonly unknown[],
  writer: Writer,
  onUndefined?: (varspec: Varspec) => void,
): string {
  const rules = OPERATORS[operator];
  let expansion = '';
  let separation = rules.first;
  for (let index = 0; index < varspecs.length; index++) {
    const varspec = varspecs[index] as Varspec;
    const at = mark(writer);
    const text = expandVariable(rules, varspec, values[slot + index], writer);
    if (text === undefined) onUndefined?.(varspec);
    else {
      insertPunctuation(writer, varspec, separation, at);
      expansion += separation + text;
      separation = rules.separator;
    }
  }
  return expansion;
}
