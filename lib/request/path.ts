import type { Expression, Operator } from '../template/ast.js';
import { isBodiless } from './route.js';
import type { Expansion } from './pass.js';
import { report, tell, type Recorder } from './record.js';

/** The place of an expression's expansion. */
export interface Written {
  readonly start: number;
  readonly end: number;
  readonly expression: Expression;
}

/** Whether the variables of an expression must have values in a path: of a simple or reserved one. */
export const needsValues = (operator: Operator): boolean => !operator || operator === '+';

const listNames = ({ expression }: Written): string => expression.varspecs.map(({ name }) => name).join();

/**
 * Checks the path of an expanded template: everything before the first `?` or `#`. Drops a last segment that values leave empty, with
 * its slash.
 * @param written all expansions from the first one on that may change the path
 * @throws EndpointError `unsafe-value` for a value that makes a dot segment, `invalid-url` for literal text that is one,
 * `missing-parameter` for a segment that values leave empty
 */
export function checkPath(
  { rules, method, record }: Expansion,
  reference: string,
  written: readonly Written[],
): string {
  const path = reference.split(/[?#]/, 1)[0] as string;
  checkDots(path, written, record);
  const isBoundary = (index: number): boolean => (path[index] ?? '/') === '/';
  let end = path.length;
  // Backwards, so that a segment counts as the last one once those after it are dropped.
  for (let last = written.length - 1; last >= 0; last--) {
    const expansion = written[last] as Written;
    const { start } = expansion;
    // A simple or reserved expression must not leave a segment empty.
    const mayBeEmpty = !needsValues(expansion.expression.operator);
    const wroteNothing = start <= path.length && !path.slice(start, expansion.end);
    if (mayBeEmpty || !wroteNothing || !isBoundary(start - 1) || !isBoundary(start)) continue;
    // Only a safe method may have an empty last segment, because the path then means another resource.
    if (!rules.omitMissing && (start < path.length || !isBodiless(method)))
      report(record, 'missing-parameter', listNames(expansion), 'is empty; pass a value');
    else if (end && start === end) end--;
  }
  tell(record, 'note', { dropped: { start: end, end: path.length } });
  return path.slice(0, end) + reference.slice(path.length);
}

/**
 * A segment `.` or `..`, also percent-encoded, and such a piece between encoded separators, with the separator before it. URL parsers
 * resolve segments (WHATWG URL Standard), and many servers decode a path before they resolve it.
 */
export const DOT_SEGMENT = /(?:^|[/\\]|%(?:25)*(?:2f|5c))((?:\.|%(?:25)*2e){1,2})(?=[/\\?#]|%(?:25)*(?:2f|5c)|$)/i;

function checkDots(path: string, written: readonly Written[], record: Recorder | undefined): void {
  const match = DOT_SEGMENT.exec(path);
  if (!match) return;
  const [text, segment] = match as string[] as [string, string];
  const segmentEnd = match.index + text.length;
  const culprit = written.find(({ start, end }) => end >= segmentEnd - segment.length && start <= segmentEnd);
  if (culprit)
    report(
      record,
      'unsafe-value',
      listNames(culprit),
      `would make the path segment "${segment}", which escapes the path`,
    );
  else report(record, 'invalid-url', 'url', `has the segment "${segment}"; write the path that it means`);
}
