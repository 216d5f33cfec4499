import { fail } from '../errors.js';
import type { Method } from '../options.js';
import { DOT_SEGMENT } from './base-url.js';

/** A segment of the path as it was written. */
interface Segment {
  text: string;
  /** Variables of the first expression in it; empty where all of it is literal. */
  names: string;
  /** Variables of a simple or reserved expression in it that wrote nothing. */
  empty: string;
}

/** Reads the path as it is written, up to its end: the first `?` or `#`. */
export class Path {
  private readonly segments: Segment[] = [{ text: '', names: '', empty: '' }];
  /** What follows the path: query and fragment. */
  private suffix = '';
  ended = false;

  /**
   * Adds what a part of the template wrote.
   * @param names its variables; empty for a literal
   * @param needsText whether it is a simple or reserved expression, which must not leave a segment empty
   */
  add(text: string, names: string, needsText: boolean): void {
    const end = this.ended ? 0 : text.search(/[?#]/);
    const path = end < 0 ? text : text.slice(0, end);
    if (end >= 0) this.suffix += text.slice(end);
    if (!this.ended) this.addPath(path, names, needsText);
    this.ended ||= end >= 0;
  }

  private addPath(path: string, names: string, needsText: boolean): void {
    for (const [index, piece] of path.split('/').entries()) {
      if (index) this.segments.push({ text: '', names, empty: '' });
      const segment = this.segments[this.segments.length - 1] as Segment;
      segment.text += piece;
      segment.names ||= names;
      if (!path && needsText) segment.empty ||= names;
    }
  }

  /**
   * What was written, where it is safe; a last segment that values leave empty is dropped with its slash.
   * @param method only one that changes nothing may have an empty last segment, since that means another resource
   * @param omitMissing whether segments may be empty anywhere, as plain RFC 6570 has it
   * @throws EndpointError `unsafe-value` for a value that makes a dot segment, `invalid-url` for literal text that is one,
   * `missing-parameter` for a segment that values leave empty
   */
  finish(method: Method, omitMissing: boolean): string {
    const { segments } = this;
    for (const [index, { text, names, empty }] of segments.entries()) {
      if (DOT_SEGMENT.test(text)) {
        if (!names) fail('invalid-url', 'url', `has the segment "${text}"; write the path that it means`);
        fail('unsafe-value', names, `would make the path segment "${text}", which escapes the path`);
      }
      if (text || !empty || omitMissing) continue;
      if (index < segments.length - 1)
        fail('missing-parameter', empty, 'is empty in the middle of the path; pass a value');
      if (!/^(?:get|head|options)$/.test(method))
        fail('missing-parameter', empty, `is empty; ${method.toUpperCase()} needs a value for it`);
    }
    for (let last = segments.length; last--;) {
      const { text, empty } = segments[last] as Segment;
      if (text || !empty) break;
      segments.pop();
    }
    return segments.map(({ text }) => text).join('/') + this.suffix;
  }
}
