import { EndpointError } from '../errors.js';
import type { Expression, Part, Varspec } from '../template/ast.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string) => unknown;

/** A url template, taken apart for requests. */
export interface Target {
  /** Scheme and authority where the template's own text begins with them; undefined where it refers to the base URL. */
  readonly origin: string | undefined;
  readonly path: readonly Part[];
  /** Query and fragment. */
  readonly query: readonly Part[];
  /** The parts of the path, ready to be expanded. */
  readonly pathSteps: readonly (string | ExpandExpression)[];
  readonly querySteps: readonly (string | ExpandExpression)[];
  /** Index of the step before the last path segment where only `{x}`, `{+x}` or `:x` make that segment; else -1. */
  readonly lastSegment: number;
  readonly pathNames: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
  readonly omitMissing: boolean;
}

/** How templates are read, and what a missing value in a path does. */
export interface TargetRules {
  readonly strict: boolean;
  readonly omitMissing: boolean;
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/([^/?#{}]*)/i;
const BASE_URL = /^(?:[a-z][a-z\d+.-]*:\/\/[^\0- /?#\\{}]+)?(?:\/(?!\/)[^\0- ?#\\{}]*)?$/i;
/** Where a segment may be empty, `.` or `..`. */
const SUSPICIOUS = /\/(?:[/.]|%2e)/i;
/** What a URL parser takes for `.` or `..` (WHATWG URL Standard, "single-dot" and "double-dot URL path segment"). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
const OPTION_NAME = /^(?:method|baseUrl|url|headers|mediaType|data|request)$/;

function invalidUrl(parameter: string, url: string, problem: string): EndpointError {
  return new EndpointError('invalid-url', `"${parameter}" ${JSON.stringify(url.slice(0, 200))} ${problem}.`, { parameter });
}

function assertHost(parameter: string, url: string, origin: string): void {
  try {
    void new URL(origin);
  } catch {
    throw invalidUrl(parameter, url, 'has no valid host');
  }
}

/** Scheme and authority of the template's own text. Nothing but text may stand there, so that no value can change them. */
function parseOrigin(url: string): string | undefined {
  const [origin, authority] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) {
    if (url.startsWith('//')) throw invalidUrl('url', url, 'begins with "//", which leaves the base URL: write a scheme before it, or one slash');
    return undefined;
  }
  if (!authority || /[\0- \\]/.test(authority)) throw invalidUrl('url', url, 'has no valid host');
  assertHost('url', url, origin);
  return origin;
}

/** Beside the host, an expression has to begin with `/`, `?` or `#`, and what follows it too, as it may be empty. */
function assertHostEnds(url: string, parts: readonly Part[]): void {
  for (const part of parts) {
    const begin = part.type === 'literal' ? part.text.charAt(0) : part.operator;
    if (!begin || !'/?#'.includes(begin)) {
      throw invalidUrl('url', url, 'lets a value change the host: put the host into "baseUrl", or a "/" before the placeholder');
    }
    if (part.type === 'literal') return;
  }
}

/** Parts of the path, and those of query and fragment; a literal that reaches from one into the other is cut. */
function splitPath(url: string, parts: readonly Part[]): [path: Part[], query: Part[]] {
  const isEnd = (part: Part): boolean => (part.type === 'literal' ? /[?#]/.test(part.text) : '?&#'.includes(part.operator || '-'));
  const at = parts.findIndex(isEnd);
  const part = parts[at];
  if (!part) return [[...parts], []];
  const path = parts.slice(0, at);
  if (part.type === 'expression') return [path, parts.slice(at)];
  const cut = part.start + url.slice(part.start).search(/[?#]/);
  const textCut = part.text.search(/[?#]/);
  if (textCut) path.push({ ...part, text: part.text.slice(0, textCut), end: cut });
  return [path, [{ ...part, text: part.text.slice(textCut), start: cut }, ...parts.slice(at + 1)]];
}

const isSimple = (part: Part): part is Expression => part.type === 'expression' && (part.operator === '' || part.operator === '+');

function throwMissing({ name, start }: Varspec): never {
  throw new EndpointError(
    'missing-parameter',
    `"${name}" is missing: the path needs a value for it.${
      OPTION_NAME.test(name) ? ` As it is also the name of an option, give it as { [endpoint.in]: { path: { ${name}: … } } }.` : ''
    }`,
    { parameter: name, position: start },
  );
}

const namesOf = (parts: readonly Part[]): Set<string> =>
  new Set(parts.flatMap((part) => (part.type === 'expression' ? part.varspecs.map(({ name }) => name) : [])));

function parseTarget(url: string, { strict, omitMissing }: TargetRules): Target {
  const origin = parseOrigin(url);
  const parts = parseTemplate(url, { strict, placeholders: true, start: origin?.length });
  if (origin !== undefined) assertHostEnds(url, parts);
  const [path, query] = splitPath(url, parts);
  const before = path.findLastIndex((part) => !isSimple(part));
  const compile = (part: Part): string | ExpandExpression =>
    part.type === 'literal' ? part.text : compileExpression(part, omitMissing || !isSimple(part) ? undefined : throwMissing);
  const literal = path[before];
  return {
    origin,
    path,
    query,
    pathSteps: path.map(compile),
    querySteps: query.map((part) => (part.type === 'literal' ? part.text : compileExpression(part))),
    lastSegment: literal?.type === 'literal' && literal.text.endsWith('/') && before < path.length - 1 ? before : -1,
    pathNames: namesOf(path),
    queryNames: namesOf(query),
    omitMissing,
  };
}

/** A function that takes url templates apart, remembering them, by the given rules. */
export function targetParser(rules: TargetRules): (url: string) => Target {
  return cached((url) => parseTarget(url, rules));
}

/** Refuses values that make a segment `.` or `..`, which a URL parser resolves, or that empty one in the middle of the path. */
function assertSegments({ path, pathSteps, omitMissing }: Target, values: Values): void {
  let segment = '';
  /** The expression last seen in the segment, and whether one gave nothing. */
  let source: Expression | undefined;
  let emptied = false;

  const endSegment = (last: boolean): void => {
    const parameter = source?.varspecs.map(({ name }) => name).join(', ');
    if (source && DOT_SEGMENT.test(segment)) {
      throw new EndpointError(
        'unsafe-value',
        `"${parameter}" makes the path segment "${segment}", which leads out of the route and can't be encoded: give another value.`,
        { parameter, position: source.start },
      );
    }
    if (source && emptied && !segment && !last && !omitMissing) {
      throw new EndpointError('missing-parameter', `"${parameter}" is empty in the middle of the path: give it a value.`, {
        parameter,
        position: source.start,
      });
    }
  };

  for (const [index, part] of path.entries()) {
    const step = pathSteps[index] as string | ExpandExpression;
    const text = typeof step === 'string' ? step : step(values);
    for (const [chunk, chunkText] of text.split('/').entries()) {
      if (chunk) {
        endSegment(false);
        segment = '';
        source = undefined;
        emptied = false;
      }
      segment += chunkText;
      if (part.type === 'expression') source = part;
    }
    if (isSimple(part) && !text) emptied = true;
  }
  endSegment(true);
}

/**
 * Expands path and query. A last segment that gets no text takes its slash with it.
 * @throws EndpointError for missing, empty and unsafe values in the path
 */
export function expandTarget(target: Target, pathValues: Values, queryValues: Values): string {
  const { pathSteps, querySteps, lastSegment } = target;
  let reference = '';
  let segmentStart = -1;
  for (let index = 0; index < pathSteps.length; index++) {
    const step = pathSteps[index] as string | ExpandExpression;
    reference += typeof step === 'string' ? step : step(pathValues);
    if (index === lastSegment) segmentStart = reference.length;
  }
  if (SUSPICIOUS.test(reference[0] === '/' && typeof pathSteps[0] === 'string' ? reference : '/' + reference)) {
    assertSegments(target, pathValues);
  }
  if (reference.length === segmentStart) reference = reference.slice(0, -1);
  for (const step of querySteps) reference += typeof step === 'string' ? step : step(queryValues);
  return reference;
}

const parseBaseUrl = cached((baseUrl) => {
  const [origin] = ORIGIN.exec(baseUrl) ?? [];
  if (!BASE_URL.test(baseUrl)) {
    throw invalidUrl('baseUrl', baseUrl, 'is not a base: use "https://host", "https://host/path", "/path" or "", without query, fragment, blanks or braces');
  }
  if (origin !== undefined) assertHost('baseUrl', baseUrl, origin);
  return { prefix: baseUrl.replace(/(?<!\/)\/+$/, '') };
});

/**
 * Joins base URL and reference with exactly one `/` at the seam.
 * @throws EndpointError `invalid-url` for a base that is none, `unsafe-value` where a value would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin }: Target, reference: string): string {
  const prefix = origin ?? parseBaseUrl(baseUrl).prefix;
  if (reference[0] === '/') {
    if (prefix || reference[1] !== '/') return prefix + reference;
    throw new EndpointError('unsafe-value', `A value makes the url begin with "//", which leaves the page's host: ${JSON.stringify(reference)}.`);
  }
  const seam = prefix && (!reference || '?#'.includes(reference.charAt(0))) ? '' : '/';
  return prefix + seam + reference;
}
