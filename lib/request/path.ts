import { fail } from '../errors.js';
import type { Method } from '../options.js';
import { DOT_SEGMENT } from './base-url.js';

/** Where an expression wrote its text. */
export interface Written {
  readonly start: number;
  readonly end: number;
  readonly names: string;
  /** Whether it is a simple or reserved expression, which must not leave a segment empty. */
  readonly needsText: boolean;
}

/**
 * Checks the path of what was built: all that precedes the first `?` or `#`. A last segment that values leave empty is dropped with
 * its slash.
 * @param method only one that changes nothing may have an empty last segment, since that means another resource
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
  const dots = DOT_SEGMENT.exec(path);
  if (dots) {
    const segment = dots[1] as string;
    const dotsEnd = dots.index + dots[0].length;
    const culprit = written.find(({ start, end }) => end >= dotsEnd - segment.length && start <= dotsEnd);
    if (culprit)
      fail('unsafe-value', culprit.names, `would make the path segment "${segment}", which escapes the path`);
    fail('invalid-url', 'url', `has the segment "${segment}"; write the path that it means`);
  }
  const isBoundary = (index: number): boolean => (path[index] ?? '/') === '/';
  let end = path.length;
  // From the last one on, so that each is looked at where the later ones are dropped.
  for (let last = written.length - 1; last >= 0; last--) {
    const { start, end: writtenEnd, names, needsText } = written[last] as Written;
    const wroteNothing = start <= path.length && !path.slice(start, writtenEnd);
    if (!needsText || !wroteNothing || !isBoundary(start - 1) || !isBoundary(start)) continue;
    if (!omitMissing && (start < path.length || !/get|head|options/.test(method)))
      fail('missing-parameter', names, 'is empty, which would change the path; pass a value');
    if (end && start === end) end--;
  }
  return path.slice(0, end) + reference.slice(path.length);
}
