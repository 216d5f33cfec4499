import { fail } from '../errors.js';
import type { Method } from '../options.js';
import { DOT_SEGMENT } from './base-url.js';

/** What a part of the template wrote. */
export interface Written {
  readonly text: string;
  /** Its variables; empty for literal text. */
  readonly names: string;
  /** Whether it is a simple or reserved expression, which must not leave a segment empty. */
  readonly needsText: boolean;
}

/** A segment of the path, with the first variables that are in it, and the first that wrote nothing though they should. */
interface Segment {
  text: string;
  names: string;
  empty: string;
}

const toSegment = (names: string): Segment => ({ text: '', names, empty: '' });

/**
 * Joins what was written. The path is what precedes the first `?` or `#`; a last segment that values leave empty is dropped with
 * its slash.
 * @param method only one that changes nothing may have an empty last segment, since that means another resource
 * @param omitMissing whether segments may be empty anywhere, as in plain RFC 6570
 * @throws EndpointError `unsafe-value` for a value that makes a dot segment, `invalid-url` for literal text that is one,
 * `missing-parameter` for a segment that values leave empty
 */
export function joinChecked(written: Iterable<Written>, method: Method, omitMissing: boolean): string {
  let segment = toSegment('');
  const segments = [segment];
  let suffix = '';
  for (const { text, names, needsText } of written) {
    if (suffix) {
      suffix += text;
      continue;
    }
    const [path] = /^[^?#]*/.exec(text) as RegExpExecArray;
    suffix = text.slice(path.length);
    for (const [index, piece] of path.split('/').entries()) {
      if (index) segments.push((segment = toSegment(names)));
      segment.text += piece;
      segment.names ||= names;
    }
    if (needsText && !path) segment.empty ||= names;
  }
  for (const [index, { text, names, empty }] of segments.entries()) {
    if (DOT_SEGMENT.test(text)) {
      if (names) fail('unsafe-value', names, `would make the path segment "${text}", which escapes the path`);
      fail('invalid-url', 'url', `has the segment "${text}"; write the path that it means`);
    }
    if (!text && empty && !omitMissing && (segments[index + 1] || !/get|head|options/.test(method)))
      fail('missing-parameter', empty, 'is empty, which would change the path; pass a value');
  }
  while (segment && !segment.text && segment.empty) {
    segments.pop();
    segment = segments[segments.length - 1] as Segment;
  }
  return segments.map(({ text }) => text).join('/') + suffix;
}
