import type { Part } from '../ast.js';
import { hasOwn } from '../values.js';

/** What stands between two slashes of a path. */
interface Segment {
  hasText: boolean;
  readonly names: string[];
}

/** A variable of a path that the builder requires: of a simple or reserved expression. */
interface Variable {
  readonly name: string;
  readonly segment: Segment;
  /** How many of the openers are in expressions before its own. */
  readonly after: number;
}

/** A variable that may begin a query or fragment: with any text, or with a `?` or `#` in it. */
interface Opener {
  readonly name: string;
  readonly always: boolean;
}

/** The variables that the builder requires, and those after which it requires none. */
export interface Requirements {
  readonly variables: readonly Variable[];
  readonly openers: readonly Opener[];
}

/** The variables of a template that the builder requires. */
export function listRequired(parts: readonly Part[]): Requirements {
  const variables: Variable[] = [];
  const openers: Opener[] = [];
  let segment: Segment = { hasText: false, names: [] };
  for (const { text, operator, varspecs = [], query } of parts) {
    if (text !== undefined) {
      if (query) break;
      const [first, ...others] = text.split('/');
      segment.hasText ||= first !== '';
      for (const other of others) segment = { hasText: other !== '', names: [] };
      continue;
    }
    if (operator === '/') segment = { hasText: false, names: [] };
    const isOpener = operator === '?' || operator === '#';
    const after = openers.length;
    for (const { name } of varspecs) {
      if (isOpener || operator === '+') openers.push({ name, always: isOpener });
      if (!isOpener) segment.names.push(name);
      if (operator === '' || operator === '+') variables.push({ name, segment, after });
    }
  }
  return { variables, openers };
}

/**
 * The values with empty texts for required variables that wrote nothing; undefined where such a text would leave a segment empty, which
 * no builder writes.
 */
export function addEmpty<T>(
  values: Readonly<Record<string, T>>,
  { variables, openers }: Requirements,
): Readonly<Record<string, T | string>> | undefined {
  const opened = openers.findIndex(({ name, always }) => {
    const value = hasOwn(values, name) ? values[name] : undefined;
    return value !== undefined && (always || /[?#]/.test(JSON.stringify(value)));
  });
  const segments = new Set(variables.map(({ segment }) => segment));
  const filled = new Set([...segments].filter(({ names }) => names.some((name) => hasOwn(values, name))));
  const added: [string, string][] = [];
  for (const { name, segment, after } of variables) {
    if (hasOwn(values, name) || (opened >= 0 && opened < after)) continue;
    if (!segment.hasText && !filled.has(segment)) return undefined;
    added.push([name, '']);
  }
  return added.length ? Object.fromEntries([...Object.entries(values), ...added]) : values;
}
