import type { Part } from '../ast.js';
import { hasOwn } from '../values.js';

/** The text between two slashes of a path. */
interface Segment {
  hasText: boolean;
  readonly names: string[];
  /** The segment before one that an expression with `/` begins: both are one where that expression writes nothing. */
  readonly before?: Segment;
  /** The variables of that expression. */
  readonly begunBy?: readonly string[];
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

/** The variables of a template that the builder requires, and those after which it requires none. */
export function listRequired(parts: readonly Part[]) {
  const variables: Variable[] = [];
  const openers: Opener[] = [];
  let segment: Segment = { hasText: false, names: [] };
  const segments = [segment];
  for (const { text, operator, varspecs = [], query } of parts) {
    if (text !== undefined) {
      if (query) break;
      const [first, ...others] = text.split('/');
      segment.hasText ||= first !== '';
      for (const other of others) segments.push((segment = { hasText: other !== '', names: [] }));
      continue;
    }
    if (operator === '/') {
      segment = { hasText: false, names: [], before: segment, begunBy: varspecs.map(({ name }) => name) };
      segments.push(segment);
    }
    const isOpener = operator === '?' || operator === '#';
    const after = openers.length;
    for (const { name } of varspecs) {
      if (isOpener || operator === '+') openers.push({ name, always: isOpener });
      if (!isOpener) segment.names.push(name);
      if (operator === '' || operator === '+') variables.push({ name, segment, after });
    }
  }
  return { segments, variables, openers };
}

/**
 * The values with empty texts for required variables that wrote nothing; undefined where such a text would leave a segment empty, which
 * no builder writes.
 */
export function addEmpty<T>(
  values: Readonly<Record<string, T>>,
  { segments, variables, openers }: ReturnType<typeof listRequired>,
) {
  const has = (name: string) => hasOwn(values, name);
  const opened = openers.findIndex(({ name, always }) => {
    const value = has(name) ? values[name] : undefined;
    return value !== undefined && (always || /[?#]/.test(JSON.stringify(value)));
  });
  const wholes = new Map<Segment, Segment>();
  const filled = new Set<Segment>();
  for (const segment of segments) {
    const { hasText, names, before, begunBy } = segment;
    const whole = (!begunBy?.some(has) && before && wholes.get(before)) || segment;
    wholes.set(segment, whole);
    if (hasText || names.some(has)) filled.add(whole);
  }
  const added: [string, string][] = [];
  for (const { name, segment, after } of variables) {
    if (has(name) || (opened >= 0 && opened < after)) continue;
    if (!filled.has(wholes.get(segment) ?? segment)) return undefined;
    added.push([name, '']);
  }
  return added.length ? Object.fromEntries([...Object.entries(values), ...added]) : values;
}
