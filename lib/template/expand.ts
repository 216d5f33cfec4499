import { fail } from '../errors.js';
import type { Expression, Varspec } from './ast.js';
import { encode } from './encode.js';
import { OPERATORS, type OperatorRules } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values) => string;

const withName = ([, , named, ifEmpty]: OperatorRules, key: string, text: string): string =>
  named ? key + (text ? '=' + text : ifEmpty) : text;

/** Expands a variable, without its operator's first character; undefined stays so (RFC 6570 section 2.3). */
function expandVarspec(rules: OperatorRules, varspec: Varspec, value: unknown): string | undefined {
  if (value == null) return undefined;
  if (typeof value === 'object' && (Array.isArray(value) || isPlainObject(value)))
    return expandMembers(rules, varspec, value);
  const { name, prefix } = varspec;
  const text = encode(toText(value, name), name, rules[4]);
  // Cut after encoding: a percent-encoded character, also one that the value brings along under `+` and `#`, is one (section 2.4.1).
  const cut = prefix && RegExp(`^(?:%[c-f].(?:%[89ab].){1,3}|%..|.){0,${prefix}}`, 'i').exec(text);
  return withName(rules, name, cut ? cut[0] : text);
}

/** Expands a list or map. */
function expandMembers(
  rules: OperatorRules,
  { name, explode, prefix, start }: Varspec,
  value: object,
): string | undefined {
  if (prefix) fail('invalid-template', name, `the prefix :${prefix} is for one value, not for a list or map`, start);
  const [, separator, named, ifEmpty, allowReserved] = rules;
  const list = Array.isArray(value);
  const members: string[] = [];
  for (const key of list ? value.keys() : Object.keys(value)) {
    const member: unknown = value[key as never];
    if (member == null) continue;
    const text = encode(toText(member, name), name, allowReserved);
    if (list) members.push(explode ? withName(rules, name, text) : text);
    else {
      const encoded = encode(key as string, name, allowReserved);
      members.push(encoded + (explode ? (text || !named ? '=' + text : ifEmpty) : ',' + text));
    }
  }
  if (members.length) return explode ? members.join(separator) : withName(rules, name, members.join());
  return undefined;
}

/**
 * Makes the function that expands an expression. The function throws EndpointError `invalid-value` for what has no text,
 * `invalid-template` for a list or map under a prefix.
 * @param onUndefined called for each variable that is undefined; by default nothing is written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec) => void,
): ExpandExpression {
  const rules = OPERATORS[operator];
  const [first, separator] = rules;
  return (values) => {
    let expansion = '';
    let before = first;
    for (const varspec of varspecs) {
      const { name } = varspec;
      const text = Object.hasOwn(values, name) ? expandVarspec(rules, varspec, values[name]) : undefined;
      if (text === undefined) onUndefined?.(varspec);
      else {
        expansion += before + text;
        before = separator;
      }
    }
    return expansion;
  };
}
