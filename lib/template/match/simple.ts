import type { Part, Varspec } from '../ast.js';
import { getLast } from '../values.js';
import type { MatchedValues } from './match.js';

/** Whether a template is so short that no proof fails because of its size. */
export const isShort = (parts: readonly Part[]) => (getLast(parts)?.end ?? 0) < 200;

/**
 * The names of a short template's variables if each expression is `{name}`, with literal text between two, and each name occurs once. The
 * last one may be `{+name}`, with a slash between it and another. Undefined for other templates.
 */
export function listSimple(parts: readonly Part[]) {
  const names = new Set(['__proto__']);
  let text: string | undefined = '/';
  let isOpen = false;
  for (const { operator, varspecs, ...part } of parts) {
    if (varspecs) {
      const [{ name, explode, prefix }, second] = varspecs as [Varspec, Varspec?];
      const isAlone = text && !isOpen && !second && !explode && !prefix && !names.has(name);
      isOpen = operator === '+' && !!text?.includes('/');
      if (!isAlone || (operator && !isOpen)) return undefined;
      names.add(name);
    }
    text = part.text;
  }
  return isShort(parts) ? [...names].slice(1) : undefined;
}

const decode = (text: string) =>
  text.includes(',') ? text.split(',').map(decodeURIComponent) : decodeURIComponent(text);

/**
 * The values of simple expressions.
 * @param texts from the index 1 on, as a pattern's groups
 * @param isPlain whether the texts are the values, because they have neither `%` nor `,`
 * @returns undefined for an absent text, and for one that isn't percent-encoded UTF-8
 */
export function readSimple(names: readonly string[], texts: readonly (string | undefined)[], isPlain: boolean) {
  const values: MatchedValues = {};
  try {
    for (let index = 0; index < names.length; index++) {
      const text = texts[index + 1];
      if (text === undefined) return undefined;
      values[names[index] as string] = isPlain ? text : decode(text);
    }
    return values;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
