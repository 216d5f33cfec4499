import { EndpointError } from '../errors.js';
import type { Malformed } from '../request/record.js';
import { findLoneSurrogate } from '../template/encode.js';
import { parseParts } from '../template/parse.js';
import type { Span } from './explanation.js';
import { getLast } from '../template/values.js';

/** The error of the builder that a function throws, if it throws one; any other is rethrown. */
export function catchError(run: () => unknown) {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EndpointError) return error;
    throw error;
  }
}

/** After so many problems the remaining template isn't read, so that time stays linear. */
const MAX_PROBLEMS = 50;

/** Finds the malformed piece at a position: a whole expression, else one character. */
function findMalformed(url: string, position: number, from: number) {
  const brace = url[position] === '{' || url[position] === '}';
  const start = brace ? position : url.lastIndexOf('{', position);
  const end = url.indexOf('}', position);
  if (!brace && start >= from && end >= 0 && url.indexOf('}', start) === end) return { start, end: end + 1 };
  return { start: position, end: position + String.fromCodePoint(url.codePointAt(position) ?? 0).length };
}

/** Reads a url template after an error: adds the parts that can be read, and returns the malformed pieces between them. */
export function parseAfter(thrown: EndpointError, template: Malformed) {
  const { url, start, parts } = template;
  const isUnread = thrown.code === 'invalid-url';
  const spans: Span[] = isUnread ? [{ start: 0, end: 0 }] : [];
  const readEnd = () => Math.max(start, getLast(parts)?.end ?? 0, getLast(spans)?.end ?? 0);
  // A url with a wrong origin is read as a template alone, after an empty span at its start.
  let error = isUnread ? parseSpan(url, 0, template) : thrown;
  for (let problems = 0; error && problems < MAX_PROBLEMS; problems++) {
    let span;
    // Another error may precede this one: the text before it is read until it has none.
    do {
      const from = readEnd();
      // The error of a lone surrogate has no position.
      span = findMalformed(url, error.position ?? from + findLoneSurrogate(url.slice(from)), from);
      error = parseSpan(url.slice(0, span.start), from, template);
    } while (error);
    spans.push(span);
    error = parseSpan(url, span.end, template);
  }
  const end = readEnd();
  return error && end < url.length ? [...spans, { start: end, end: url.length }] : spans;
}

const parseSpan = (url: string, start: number, { strict, parts }: Malformed) =>
  catchError(() => parseParts(url, { strict, placeholders: true, start }, parts));
