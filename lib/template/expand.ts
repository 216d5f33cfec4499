import { fail } from '../errors.js';
import type { Expression, Varspec } from './ast.js';
import type { Budget } from './budget.js';
import { encode } from './encode.js';
import { OPERATORS, type OperatorRules } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values, budget: Budget) => string;

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

const withName = ([, , named, ifEmpty]: OperatorRules, key: string, text: string): string =>
  named ? key + (text ? '=' + text : ifEmpty) : text;

/** Expands a variable, without its operator's first character; undefined stays so (RFC 6570 section 2.3). */
function expandVarspec(rules: OperatorRules, varspec: Varspec, value: unknown, budget: Budget): string | undefined {
  if (value == null) return undefined;
  if (typeof value === 'object' && (Array.isArray(value) || isPlainObject(value)))
    return expandMembers(rules, varspec, value, budget);
  const { name, prefix } = varspec;
  const text = toText(value, name);
  return withName(rules, name, encode(prefix ? takePrefix(text, prefix, rules[4]) : text, name, rules[4]));
}

/** Expands a list or map. */
function expandMembers(
  rules: OperatorRules,
  { name, explode, prefix, start }: Varspec,
  value: object,
  budget: Budget,
): string | undefined {
  if (prefix) fail('invalid-template', name, `the prefix :${prefix} is for one value, not for a list or map`, start);
  const [, separator, named, ifEmpty, allowReserved] = rules;
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const { length } = keys ?? (value as unknown[]);
  const members: string[] = [];
  let written = 0;
  for (let index = 0; index < length; index++) {
    const key = keys?.[index];
    const member: unknown = value[(key ?? index) as never];
    if (member == null) budget.spend(1, name);
    else {
      const text = encode(toText(member, name), name, allowReserved);
      let expansion = explode ? withName(rules, name, text) : text;
      if (key !== undefined)
        expansion = encode(key, name, allowReserved) + (explode ? (text || !named ? '=' + text : ifEmpty) : ',' + text);
      // The separator counts, but the last one, which is not written.
      budget.check((written += expansion.length + 1) - 1, name);
      members.push(expansion);
    }
  }
  if (members.length) return explode ? members.join(separator) : withName(rules, name, members.join());
  return undefined;
}

/**
 * Makes the function that expands an expression. The function throws EndpointError `invalid-value` for what has no text,
 * `invalid-template` for a list or map under a prefix, `too-long` where the budget is used up.
 * @param onUndefined called for each variable that is undefined; by default nothing is written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec) => void,
): ExpandExpression {
  const rules = OPERATORS[operator];
  const [first, separator] = rules;
  return (values, budget) => {
    let expansion = '';
    let before = first;
    for (const varspec of varspecs) {
      const { name } = varspec;
      const text = Object.hasOwn(values, name) ? expandVarspec(rules, varspec, values[name], budget) : undefined;
      if (text === undefined) onUndefined?.(varspec);
      else {
        budget.spend(before.length + text.length, name);
        expansion += before + text;
        before = separator;
      }
    }
    return expansion;
  };
}
