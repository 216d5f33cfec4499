import { EndpointError } from '../errors.js';
import type { Expression, Varspec } from './ast.js';
import { encodeReserved, encodeUnreserved } from './encode.js';
import { OPERATORS, type OperatorRules } from './operators.js';
import { isPlainObject, toText, type Values } from './values.js';

/** An expression, ready to be expanded with values. */
export type ExpandExpression = (values: Values) => string;

/**
 * Expansion of one variable without the operator's first character; undefined where the variable is undefined (RFC 6570 section 2.3).
 * @param writtenName the name as it is written before a value, where that differs from the variable's own
 * @throws EndpointError `invalid-value` for what has no text, `invalid-template` for a prefix on a list or map
 */
export function expandVarspec(
  rules: OperatorRules,
  varspec: Omit<Varspec, 'start'> & { start?: number },
  value: unknown,
  writtenName = varspec.name,
): string | undefined {
  if (value == null) return undefined;
  const encode = rules.allowReserved ? encodeReserved : encodeUnreserved;
  const named = (key: string, text: string): string => key + (text ? '=' + text : rules.ifEmpty);
  const { name, explode, prefix } = varspec;

  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) {
    let text = toText(value, name);
    if (prefix && text.length > prefix) text = [...text.slice(0, 2 * prefix)].slice(0, prefix).join('');
    text = encode(text, name);
    return rules.named ? named(writtenName, text) : text;
  }

  if (prefix) {
    throw new EndpointError('invalid-template', `"${name}:${prefix}" takes a prefix, but the value is a ${list ? 'list' : 'map'}.`, {
      parameter: name,
      position: varspec.start,
    });
  }
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member == null) continue;
    const text = encode(toText(member, name), name);
    if (list) members.push(explode && rules.named ? named(writtenName, text) : text);
    else if (explode) members.push(rules.named ? named(encode(key, name), text) : `${encode(key, name)}=${text}`);
    else members.push(`${encode(key, name)},${text}`);
  }
  if (!members.length) return undefined;
  if (explode) return members.join(rules.separator);
  return rules.named ? named(writtenName, members.join(',')) : members.join(',');
}

/**
 * Turns an expression into a function of the values.
 * @param onUndefined called for each variable that is undefined; by default nothing is written for it
 */
export function compileExpression(expression: Expression, onUndefined?: (varspec: Varspec) => void): ExpandExpression {
  const rules = OPERATORS[expression.operator];
  const { varspecs } = expression;
  return (values) => {
    let expansion = '';
    let before = rules.first;
    for (const varspec of varspecs) {
      const { name } = varspec;
      const text = expandVarspec(rules, varspec, Object.hasOwn(values, name) ? values[name] : undefined);
      if (text === undefined) onUndefined?.(varspec);
      else {
        expansion += before + text;
        before = rules.separator;
      }
    }
    return expansion;
  };
}
