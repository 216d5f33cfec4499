import { EndpointError } from '../errors.js';
import type { Expression, Operator, Varspec } from './ast.js';
import { encodeReserved, encodeUnreserved } from './encode.js';
import { OPERATORS } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values) => string;

/**
 * Expansion of one variable without the operator's first character; undefined where the variable is (RFC 6570 section 2.3).
 * @param writtenName the name as it is written before a value
 * @throws EndpointError `invalid-value` for what has no text, `invalid-template` for a prefix on a list or map
 */
export function expandVarspec(
  operator: Operator,
  { name, explode, prefix, start }: Varspec,
  value: unknown,
  writtenName = name,
): string | undefined {
  if (value == null) return undefined;
  const [, separator, named, ifEmpty, allowReserved] = OPERATORS[operator];
  const encode = (text: string): string => (allowReserved ? encodeReserved : encodeUnreserved)(text, name);
  const withName = (key: string, text: string): string => (named ? key + (text ? '=' + text : ifEmpty) : text);

  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) {
    const text = toText(value, name);
    // Twice as many code units hold as many characters, whichever they are.
    return withName(
      writtenName,
      encode(
        prefix
          ? Array.from(text.slice(0, 2 * prefix))
              .slice(0, prefix)
              .join('')
          : text,
      ),
    );
  }
  if (prefix)
    throw new EndpointError(
      'invalid-template',
      `${name}: takes a prefix (:${prefix}), so give one value, not a list or map.`,
      name,
      start,
    );

  const members = Object.entries(value)
    .filter(([, member]) => member != null)
    .map(([key, member]) => {
      const text = encode(toText(member, name));
      if (list) return explode ? withName(writtenName, text) : text;
      if (explode) return encode(key) + (text || !named ? '=' + text : ifEmpty);
      return `${encode(key)},${text}`;
    });
  if (!members.length) return undefined;
  return explode ? members.join(separator) : withName(writtenName, members.join(','));
}

/**
 * Turns an expression into a function of the values.
 * @param onUndefined called for each variable that is undefined; by default nothing is written for it
 */
export function compileExpression(
  { operator, varspecs }: Expression,
  onUndefined?: (varspec: Varspec) => void,
): ExpandExpression {
  const [first, separator] = OPERATORS[operator];
  return (values) => {
    let expansion = '';
    let before = first;
    for (const varspec of varspecs) {
      const text = expandVarspec(
        operator,
        varspec,
        Object.hasOwn(values, varspec.name) ? values[varspec.name] : undefined,
      );
      if (text === undefined) onUndefined?.(varspec);
      else {
        expansion += before + text;
        before = separator;
      }
    }
    return expansion;
  };
}
