import { fail } from '../errors.js';
import { type Expression, type Varspec, OPERATORS, type OperatorRules } from './ast.js';
import type { Budget } from './budget.js';
import { encode } from './encode.js';
import { isPlainObject, toText, type Values } from './values.js';

/** Expands an expression. `before` is the text that precedes it. */
export type ExpandExpression = (values: Values, budget: Budget, before?: string) => string;

const CHARACTER = /[^]/gu;
/** A character as one to four percent-encoded octets of UTF-8, any other triplet, or any other character. */
const CHARACTER_OR_TRIPLETS =
  /%(?:[cd][\da-f]%[89ab]|e[\da-f]%[89ab][\da-f]%[89ab]|f[\da-f](?:%[89ab][\da-f]){2}%[89ab]|[\da-f])[\da-f]|[^]/giu;

/**
 * The first characters of a text. Where percent-encoded characters are kept, each of them is one (RFC 6570 section 2.4.1).
 * Only as many code units are read as that many characters can have.
 */
function takePrefix(text: string, count: number, allowReserved: boolean): string {
  const pattern = allowReserved ? CHARACTER_OR_TRIPLETS : CHARACTER;
  const maxUnits = allowReserved ? 12 : 2;
  const characters = text.slice(0, count * maxUnits).match(pattern) ?? [];
  return characters.slice(0, count).join('');
}

const addName = ({ named, ifEmpty }: OperatorRules, key: string, text: string): string =>
  named ? key + (text ? '=' + text : ifEmpty) : text;

/** Percent-encodes a single value, up to the budget. */
function encodeValue(value: unknown, { name, prefix }: Varspec, allowReserved: boolean, budget: Budget): string {
  const text = toText(value, name);
  const encoded = encode(prefix ? takePrefix(text, prefix, allowReserved) : text, name, allowReserved);
  budget.spend(encoded.length, name);
  return encoded;
}

/**
 * Expands a variable, without its operator's first character; undefined for an undefined variable (RFC 6570 section 2.3).
 * @param key the text that is written for its name
 */
export function expandVarspec(
  rules: OperatorRules,
  varspec: Varspec,
  value: unknown,
  budget: Budget,
  key = varspec.name,
): string | undefined {
  if (value == null) return undefined;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value))
    return addName(rules, key, encodeValue(value, varspec, rules.allowReserved, budget));

  const { name, explode, prefix, start } = varspec;
  const { separator, named, ifEmpty, allowReserved } = rules;
  if (prefix) fail('invalid-template', name, `the prefix :${prefix} is for one value, not for a list or map`, start);
  const keys: readonly unknown[] = isList ? value : Object.keys(value);
  const members: string[] = [];
  for (let index = 0; index < keys.length; index++) {
    const member: unknown = isList ? value[index] : (value as Values)[keys[index] as string];
    // For the separator with the name after it, or for the reading alone.
    if (index) budget.spend(isList && explode && named ? key.length + 1 : 1, name);
    if (member == null) continue;
    const text = encodeValue(member, varspec, allowReserved, budget);
    if (isList) members.push(explode ? addName(rules, key, text) : text);
    else {
      const memberKey = encodeValue(keys[index], varspec, allowReserved, budget);
      members.push(memberKey + (explode ? (text || !named ? '=' + text : ifEmpty) : ',' + text));
    }
  }
  if (!members.length) return undefined;
  return explode ? members.join(separator) : addName(rules, key, members.join());
}

/**
 * Makes the function that expands an expression. The function throws EndpointError `invalid-value` for a value without text,
 * `invalid-template` for a list or map under a prefix, `too-long` beyond the budget.
 * @param onUndefined called for each undefined variable with the text before the expression; by default nothing is written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec, before: string) => void,
): ExpandExpression {
  const rules = OPERATORS[operator];
  const { first, separator } = rules;
  return (values, budget, before = '') => {
    let expansion = '';
    let separation = first;
    for (const varspec of varspecs) {
      const { name } = varspec;
      const text = Object.hasOwn(values, name) ? expandVarspec(rules, varspec, values[name], budget) : undefined;
      if (text === undefined) onUndefined?.(varspec, before);
      else {
        expansion += separation + text;
        separation = separator;
      }
    }
    return expansion;
  };
}
