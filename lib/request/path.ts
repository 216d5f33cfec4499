import { fail } from '../errors.js';
import type { Method } from '../options.js';
import { isSafe } from './method.js';

/** The place of an expression's expansion. */
export interface Written {
  readonly start: number;
  readonly end: number;
  /** Of its variables. */
  readonly names: string;
  /** Whether it is a simple or reserved expression, which must not leave a segment empty. */
  readonly needsText: boolean;
}

/**
 * Checks the path of an expanded template: everything before the first `?` or `#`. Drops a last segment that values leave empty, with
 * its slash.
 * @param method only a safe one may have an empty last segment, because the path then means another resource
 * @param omitMissing whether segments may be empty anywhere, as in plain RFC 6570
 * @throws EndpointError `unsafe-value` for a value that makes a dot segment, `invalid-url` for literal text that is one,
 * `missing-parameter` for a segment that values leave empty
 */
export function checkPath(
  reference: string,
  written: readonly Written[],
  method: Method,
  omitMissing: boolean,
): string {
  const path = reference.split(/[?#]/, 1)[0] as string;
  assertNoDotSegment(path, written);
  const isBoundary = (index: number): boolean => (path[index] ?? '/') === '/';
  let end = path.length;
  // Backwards, so that a segment counts as the last one once those after it are dropped.
  for (let last = written.length - 1; last >= 0; last--) {
    const { start, end: writtenEnd, names, needsText } = written[last] as Written;
    const wroteNothing = start <= path.length && !path.slice(start, writtenEnd);
    if (!needsText || !wroteNothing || !isBoundary(start - 1) || !isBoundary(start)) continue;
    if (!omitMissing && (start < path.length || !isSafe(method)))
      fail('missing-parameter', names, 'is empty, which would change the path; pass a value');
    if (end && start === end) end--;
  }
  return path.slice(0, end) + reference.slice(path.length);
}

/**
 * A segment `.` or `..`, also percent-encoded, with the slash before it: URL parsers resolve it in a path (WHATWG URL Standard).
 */
export const DOT_SEGMENT = /(?:^|\/)(?<segment>(?:\.|%2e){1,2})(?=[/?#]|$)/i;

function assertNoDotSegment(path: string, written: readonly Written[]): void {
  const match = DOT_SEGMENT.exec(path);
  if (!match) return;
  const { segment } = match.groups as { segment: string };
  const segmentEnd = match.index + match[0].length;
  const culprit = written.find(({ start, end }) => end >= segmentEnd - segment.length && start <= segmentEnd);
  if (culprit) fail('unsafe-value', culprit.names, `would make the path segment "${segment}", which escapes the path`);
  fail('invalid-url', 'url', `has the segment "${segment}"; write the path that it means`);
}
