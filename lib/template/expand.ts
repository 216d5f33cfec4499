import { fail } from '../errors.js';
import type { Expression, Varspec } from './ast.js';
import type { Budget } from './budget.js';
import { encode } from './encode.js';
import { OPERATORS, type OperatorRules } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. `before` is what was written before it. */
export type ExpandExpression = (values: Values, budget: Budget, before?: string) => string;

/** A character as one to four percent-encoded octets of UTF-8, any other triplet, or any other character. */
const PASSING_CHARACTER =
  /%(?:[cd][\da-f]%[89ab]|e[\da-f]%[89ab][\da-f]%[89ab]|f[\da-f](?:%[89ab][\da-f]){2}%[89ab]|[\da-f])[\da-f]|[^]/giu;

/**
 * The first characters of a text. Where percent-encoded characters pass through, each of them is one (RFC 6570 section 2.4.1).
 * Only as much is looked at as so many characters can have code units.
 */
function takePrefix(text: string, count: number, allowReserved: boolean | undefined): string {
  const [character, maxUnits] = allowReserved ? [PASSING_CHARACTER, 12] : [/[^]/gu, 2];
  return (text.slice(0, count * maxUnits).match(character) ?? []).slice(0, count).join('');
}

const withName = (rules: OperatorRules, key: string, text: string): string =>
  rules[2] ? key + (text ? '=' + text : rules[3]) : text;

/** Percent-encodes a single value, as much of it as the budget allows. */
function encodeValue(
  value: unknown,
  { name, prefix }: Varspec,
  allowReserved: boolean | undefined,
  budget: Budget,
): string {
  const text = toText(value, name);
  const encoded = encode(prefix ? takePrefix(text, prefix, allowReserved) : text, name, allowReserved);
  budget.spend(encoded.length, name);
  return encoded;
}

/**
 * Expands a variable, without its operator's first character; undefined stays so (RFC 6570 section 2.3).
 * @param key what is written for its name
 */
export function expandVarspec(
  rules: OperatorRules,
  varspec: Varspec,
  value: unknown,
  budget: Budget,
  key = varspec.name,
): string | undefined {
  if (value == null) return undefined;
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return withName(rules, key, encodeValue(value, varspec, rules[4], budget));

  const { name, explode, prefix, start } = varspec;
  const [, separator, named, ifEmpty, allowReserved] = rules;
  if (prefix) fail('invalid-template', name, `the prefix :${prefix} is for one value, not for a list or map`, start);
  const keys: readonly unknown[] = list ? value : Object.keys(value);
  const members: string[] = [];
  for (let index = 0; index < keys.length; index++) {
    const member: unknown = list ? value[index] : (value as Values)[keys[index] as string];
    // For the separator with the name that follows it, or for having been read.
    if (index) budget.spend(list && explode && named ? key.length + 1 : 1, name);
    if (member == null) continue;
    const text = encodeValue(member, varspec, allowReserved, budget);
    if (list) members.push(explode ? withName(rules, key, text) : text);
    else {
      const memberKey = encodeValue(keys[index], varspec, allowReserved, budget);
      members.push(memberKey + (explode ? (text || !named ? '=' + text : ifEmpty) : ',' + text));
    }
  }
  if (!members.length) return undefined;
  return explode ? members.join(separator) : withName(rules, key, members.join());
}

/**
 * Makes the function that expands an expression. The function throws EndpointError `invalid-value` for what has no text,
 * `invalid-template` for a list or map under a prefix, `too-long` where the budget is used up.
 * @param onUndefined called for each variable that is undefined, with what was written before the expression; by default nothing is
 * written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec, before: string) => void,
): ExpandExpression {
  const rules = OPERATORS[operator];
  const [first, separator] = rules;
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
