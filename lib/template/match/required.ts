import type { Part } from '../ast.js';
import { hasOwn } from '../values.js';
import type { MatchedValues } from './match.js';

/** What stands between two slashes of a path. */
interface Segment {
  hasText: boolean;
  readonly names: string[];
}

/** A variable of a path that the builder requires: of a simple or reserved expression. */
interface Required {
  readonly name: string;
  readonly segment: Segment;
  /** The variables before it that may begin a query or fragment: any text of theirs, or a `?` or `#` in it. */
  readonly openers: readonly { readonly name: string; readonly always: boolean }[];
}

/** The variables that the builder requires. */
export function listRequired(parts: readonly Part[]): Required[] {
  const required: Required[] = [];
  let openers: Required['openers'] = [];
  let segment: Segment = { hasText: false, names: [] };
  for (const { text, operator, varspecs = [], query } of parts) {
    if (text !== undefined) {
      if (query) break;
      const [first, ...others] = text.split('/');
      segment.hasText ||= first !== '';
      for (const other of others) segment = { hasText: other !== '', names: [] };
      continue;
    }
    const names = varspecs.map(({ name }) => name);
    if (operator === '/') segment = { hasText: false, names: [] };
    if (operator === '?' || operator === '#' || operator === '+')
      openers = [...openers, ...names.map((name) => ({ name, always: operator !== '+' }))];
    if (operator !== '?' && operator !== '#') segment.names.push(...names);
    if (operator === '' || operator === '+')
      required.push(
        ...names.map((name) => ({ name, segment, openers: openers.filter((opener) => opener.name !== name) })),
      );
  }
  return required;
}

/**
 * The values with empty texts for required variables that wrote nothing; undefined where such a text would leave a segment empty, which
 * no builder writes.
 */
export function addEmpty(values: MatchedValues, required: readonly Required[]): MatchedValues | undefined {
  const added: [string, string][] = [];
  for (const { name, segment, openers } of required) {
    const isOpened = openers.some(
      (opener) => hasOwn(values, opener.name) && (opener.always || /[?#]/.test(String(values[opener.name]))),
    );
    if (hasOwn(values, name) || isOpened) continue;
    if (!segment.hasText && !segment.names.some((mate) => hasOwn(values, mate))) return undefined;
    added.push([name, '']);
  }
  return added.length ? Object.fromEntries([...Object.entries(values), ...added]) : values;
}
