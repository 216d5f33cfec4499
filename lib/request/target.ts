import { EndpointError } from '../errors.js';
import type { Expression, Part, Varspec } from '../template/ast.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { isOption } from './merge.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: { canParse(url: string): boolean };

/** How templates are read, and what a missing value in a path does. */
export interface TargetRules {
  readonly strict: boolean;
  readonly omitMissing: boolean;
}

/** A url template, taken apart for requests. */
export interface Target extends TargetRules {
  /** Scheme and authority where the template's own text begins with them; undefined where it refers to the base URL. */
  readonly origin: string | undefined;
  readonly parts: readonly Part[];
  /** The parts, ready to be expanded. */
  readonly steps: readonly (string | ExpandExpression)[];
  /** How many of the steps are the path's. */
  readonly pathLength: number;
  /** Index of the step before the last path segment where only `{x}`, `{+x}` or `:x` make that segment; else -1. */
  readonly beforeLast: number;
  readonly pathNames: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Scheme and authority, and nothing behind them that could extend the authority. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$))/i;
const BASE_PATH = /^(?:\/[^\0- ?#\\{}]*)?$/;
/** What a URL parser takes for an empty segment, `.` or `..` (WHATWG URL Standard, "path state"). */
const SPECIAL_SEGMENT = /(?<=^|\/)(?:\.|%2e){0,2}(?=\/|$)/gi;
/** Found in every path that has such a segment, but for an empty first one. */
const MAYBE_SPECIAL = /(?:^|\/)(?:\.|%2e)|\/\//i;

/** Scheme and authority at the start of the text. Nothing but text may stand there, so that no value can change them. */
function parseOrigin(name: string, url: string): string | undefined {
  if (!SCHEME.test(url)) return undefined;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin && URL.canParse(origin)) return origin;
  throw new EndpointError(
    'invalid-url',
    `${name}: write the host out, as in https://host/path, or a path with one slash.`,
    name,
  );
}

const isSimple = (part: Part | undefined): part is Expression => part?.operator === '' || part?.operator === '+';

function throwMissing({ name, start }: Varspec): never {
  const way = isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : '';
  throw new EndpointError(
    'missing-parameter',
    `${name}: is missing, the path needs a value for it${way}.`,
    name,
    start,
  );
}

/** A function that takes url templates apart by the given rules, and remembers them. */
export function targetParser({ strict, omitMissing }: TargetRules): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin?.length });
    const names = (query: boolean): Set<string> =>
      new Set(
        parts.flatMap((part) => (part.varspecs && part.query === query ? part.varspecs.map(({ name }) => name) : [])),
      );
    const path = parts.filter(({ query }) => !query);
    const before = path.findLastIndex((part) => !isSimple(part));
    return {
      strict,
      omitMissing,
      origin,
      parts,
      steps: parts.map(
        (part) =>
          part.text ?? compileExpression(part, omitMissing || part.query || !isSimple(part) ? undefined : throwMissing),
      ),
      pathLength: path.length,
      beforeLast: before < path.length - 1 && path[before]?.text?.endsWith('/') ? before : -1,
      pathNames: names(false),
      queryNames: names(true),
    };
  });
}

const expandStep = (step: string | ExpandExpression, values: Values): string =>
  typeof step === 'string' ? step : step(values);

/** Refuses values that make a segment `.` or `..`, which a URL parser resolves, or that empty one in the middle of the path. */
function assertSegments(path: string, { parts, steps, pathLength, omitMissing }: Target, values: Values): void {
  const spans: { part: Part; start: number; end: number }[] = [];
  let end = 0;
  for (let index = 0; index < pathLength; index++) {
    const start = end;
    end += expandStep(steps[index] as string, values).length;
    spans.push({ part: parts[index] as Part, start, end });
  }
  let first = 0;
  for (const { index: start, 0: segment } of path.matchAll(SPECIAL_SEGMENT)) {
    const segmentEnd = start + segment.length;
    while ((spans[first]?.end ?? start) < start) first++;
    for (let index = first; index < pathLength; index++) {
      const span = spans[index] as (typeof spans)[0];
      if (span.start > segmentEnd) break;
      if (!span.part.varspecs) continue;
      const name = span.part.varspecs.map((varspec) => varspec.name).join();
      if (segment) {
        throw new EndpointError(
          'unsafe-value',
          `${name}: the path segment "${segment}" would lead out of the route, give another value.`,
          name,
          span.part.start,
        );
      }
      if (!omitMissing && span.start === span.end && segmentEnd < path.length && isSimple(span.part)) {
        throw new EndpointError(
          'missing-parameter',
          `${name}: is empty in the middle of the path, give it a value.`,
          name,
          span.part.start,
        );
      }
    }
  }
}

/**
 * Expands path and query. A last segment that gets no text takes its slash with it.
 * @throws EndpointError `missing-parameter` and `unsafe-value` for values that the path can't do with
 */
export function expandTarget(target: Target, pathValues: Values, queryValues: Values): string {
  const { steps, pathLength, beforeLast } = target;
  let reference = '';
  let last = -1;
  for (let index = 0; index < pathLength; index++) {
    reference += expandStep(steps[index] as string, pathValues);
    if (index === beforeLast) last = reference.length;
  }
  if (typeof steps[0] !== 'string' || MAYBE_SPECIAL.test(reference)) assertSegments(reference, target, pathValues);
  if (last === reference.length) reference = reference.slice(0, -1);
  for (let index = pathLength; index < steps.length; index++)
    reference += expandStep(steps[index] as string, queryValues);
  return reference;
}

/** The base without slashes at its end. */
const parseBaseUrl = cached((baseUrl) => {
  const origin = parseOrigin('baseUrl', baseUrl) ?? '';
  const path = baseUrl.slice(origin.length);
  if (BASE_PATH.test(path)) return { prefix: origin + path.replace(/(?<!\/)\/+$/, '') };
  throw new EndpointError(
    'invalid-url',
    'baseUrl: give "https://host/path", "/path" or "", without query, fragment, blanks and braces.',
    'baseUrl',
  );
});

/**
 * Joins base URL and reference with exactly one `/` at the seam.
 * @throws EndpointError `invalid-url` for a base that is none, `unsafe-value` where a value would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin }: Target, reference: string): string {
  const prefix = origin ?? parseBaseUrl(baseUrl).prefix;
  if (!prefix && reference.startsWith('//')) {
    throw new EndpointError(
      'unsafe-value',
      `url: a value makes it begin with "//", which leads to another host: "${reference}".`,
      'url',
    );
  }
  return (
    prefix +
    (reference[0] === '/' || (prefix && (!reference || '?#'.includes(reference.charAt(0)))) ? '' : '/') +
    reference
  );
}
