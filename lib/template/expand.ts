import { EndpointError } from '../errors.js';
import type { Expression, Operator, Varspec } from './ast.js';
import { encodeReserved, encodeUnreserved } from './encode.js';
import { OPERATORS } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values) => string;

/**
 * Makes the function that expands one variable, without its operator's first character. It gives undefined where the value is
 * undefined (RFC 6570 section 2.3), and throws EndpointError `invalid-value` for what has no text, `invalid-template` for a list or
 * map under a prefix.
 * @param writtenName the name as it is written before a value
 */
export function compileVarspec(
  operator: Operator,
  { name, explode, prefix, start }: Varspec,
  writtenName = name,
): (value: unknown) => string | undefined {
  const [, separator, named, ifEmpty, allowReserved] = OPERATORS[operator];
  const encode = allowReserved ? encodeReserved : encodeUnreserved;
  // Cut after encoding: a percent-encoded character, also one that the value brings along under `+` and `#`, is one (section 2.4.1).
  const cut = prefix ? new RegExp(`^(?:%[c-f].(?:%[89ab].){1,3}|%..|.){0,${prefix}}`, 'i') : undefined;
  const withName = (key: string, text: string): string => (named ? key + (text ? '=' + text : ifEmpty) : text);

  return (value) => {
    if (value == null) return undefined;
    const list = Array.isArray(value);
    if (!list && !isPlainObject(value)) {
      const text = toText(value, name);
      const encoded = encode(text, name);
      return withName(writtenName, cut ? (cut.exec(encoded)?.[0] ?? '') : encoded);
    }
    if (prefix)
      throw new EndpointError(
        'invalid-template',
        `${name}: the prefix :${prefix} is for one value, not for a list or map.`,
        name,
        start,
      );

    const members = Object.entries(value).flatMap(([key, member]) => {
      if (member == null) return [];
      const text = encode(toText(member, name), name);
      if (list) return explode ? withName(writtenName, text) : text;
      return encode(key, name) + (!explode ? ',' + text : text || !named ? '=' + text : ifEmpty);
    });
    if (members.length) return explode ? members.join(separator) : withName(writtenName, members.join());
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
  const variables = varspecs.map((varspec) => ({
    varspec,
    name: varspec.name,
    expand: compileVarspec(operator, varspec),
  }));
  return (values) => {
    let expansion = '';
    let before = first;
    for (const { varspec, name, expand } of variables) {
      const text = Object.hasOwn(values, name) ? expand(values[name]) : undefined;
      if (text === undefined) onUndefined?.(varspec);
      else {
        expansion += before + text;
        before = separator;
      }
    }
    return expansion;
  };
}
