import { fail } from '../errors.js';
import type { Expression, Operator, Varspec } from './ast.js';
import { encode } from './encode.js';
import { OPERATORS } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values) => string;

/**
 * Makes the function that expands one variable, without its operator's first character. It gives undefined where the value is
 * undefined (RFC 6570 section 2.3), and throws EndpointError `invalid-value` for what has no text, `invalid-template` for a list or
 * map under a prefix.
 */
function compileVarspec(
  operator: Operator,
  { name, explode, prefix, start }: Varspec,
): (value: unknown) => string | undefined {
  const [, separator, named, ifEmpty, allowReserved] = OPERATORS[operator];
  const withName = (key: string, text: string): string => (named ? key + (text ? '=' + text : ifEmpty) : text);
  const write = (value: unknown): string => encode(toText(value, name), name, allowReserved);
  // Cut after encoding: a percent-encoded character, also one that the value brings along under `+` and `#`, is one (section 2.4.1).
  const cut = prefix && new RegExp(`^(?:%[c-f].(?:%[89ab].){1,3}|%..|.){0,${prefix}}`, 'i');

  return (value) => {
    if (value == null) return undefined;
    if (typeof value === 'string' && !cut) return withName(name, encode(value, name, allowReserved));
    const list = Array.isArray(value);
    if (!list && !isPlainObject(value)) {
      const text = write(value);
      return withName(name, cut ? (cut.exec(text)?.[0] ?? '') : text);
    }
    if (prefix) fail('invalid-template', name, `the prefix :${prefix} is for one value, not for a list or map`, start);

    const members = Object.keys(value).flatMap((key) => {
      const member: unknown = value[key as never];
      if (member == null) return [];
      const text = write(member);
      if (list) return explode ? withName(name, text) : text;
      return encode(key, name, allowReserved) + (explode ? (text || !named ? '=' + text : ifEmpty) : ',' + text);
    });
    if (members.length) return explode ? members.join(separator) : withName(name, members.join());
    return undefined;
  };
}

/**
 * Makes the function that expands an expression.
 * @param onUndefined called for each variable that is undefined; by default nothing is written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec) => void,
): ExpandExpression {
  const [first, separator] = OPERATORS[operator];
  const expand = varspecs.map((varspec) => compileVarspec(operator, varspec));
  const [only] = varspecs;
  const [expandOnly] = expand;
  if (only && expandOnly && varspecs.length === 1) {
    return (values) => {
      const text = Object.hasOwn(values, only.name) ? expandOnly(values[only.name]) : undefined;
      return text === undefined ? (onUndefined?.(only), '') : first + text;
    };
  }
  return (values) => {
    let expansion = '';
    let before = first;
    for (let index = 0; index < varspecs.length; index++) {
      const varspec = varspecs[index] as Varspec;
      const text = Object.hasOwn(values, varspec.name) ? expand[index]?.(values[varspec.name]) : undefined;
      if (text === undefined) onUndefined?.(varspec);
      else {
        expansion += before + text;
        before = separator;
      }
    }
    return expansion;
  };
}
