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
export interface Target {
  /** Scheme and authority where the template's own text begins with them; undefined where it refers to the base URL. */
  readonly origin: string | undefined;
  readonly parts: readonly Part[];
  /** The parts, ready to be expanded. */
  readonly steps: readonly (string | ExpandExpression)[];
  /** How many of them are the path's. */
  readonly pathLength: number;
  /** Index of the step before the last path segment where only `{x}`, `{+x}` or `:x` make that segment; else -1. */
  readonly beforeLast: number;
  readonly names: ReadonlySet<string>;
  readonly pathNames: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
  /** Whether a name is an option's too, so that its value can only be given in `endpoint.in`. */
  readonly namesOption: boolean;
  readonly omitMissing: boolean;
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Scheme and authority, and nothing behind them that could extend the authority. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$))/i;
const BASE_PATH = /^(?:\/[^\0- ?#\\{}]*)?$/;
/** What may be an empty, `.` or `..` segment, or is where the template does not say how the path begins. */
const SUSPICIOUS = /\/[./%]|^[^/]/;
/** What a URL parser takes for `.` or `..` (WHATWG URL Standard). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Scheme and authority at the start of the text. Nothing but text may stand there, so that no value can change them. */
function parseOrigin(name: string, url: string): string | undefined {
  if (!SCHEME.test(url)) return undefined;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin && URL.canParse(origin)) return origin;
  throw new EndpointError('invalid-url', `${name}: give https://host/path with the host written out, or /path.`, name);
}

const isSimple = (part: Part | undefined): part is Expression => part?.operator === '' || part?.operator === '+';

function throwMissing({ name, start }: Varspec): never {
  const way = isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : '';
  throw new EndpointError('missing-parameter', `${name}: is missing, the path needs a value${way}.`, name, start);
}

/** A function that takes url templates apart by the given rules, and remembers them. */
export function targetParser({ strict, omitMissing }: TargetRules): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin?.length });
    const path = parts.filter(({ query }) => !query);
    const before = path.findLastIndex((part) => !isSimple(part));
    const namesOf = (some: readonly Part[]): string[] =>
      some.flatMap(({ varspecs = [] }) => varspecs.map(({ name }) => name));
    const names = namesOf(parts);
    const pathNames = namesOf(path);
    return {
      origin,
      parts,
      steps: parts.map(
        (part) =>
          part.text ?? compileExpression(part, omitMissing || part.query || !isSimple(part) ? undefined : throwMissing),
      ),
      pathLength: path.length,
      beforeLast: before < path.length - 1 && path[before]?.text?.endsWith('/') ? before : -1,
      names: new Set(names),
      pathNames: new Set(pathNames),
      queryNames: new Set(names.slice(pathNames.length)),
      namesOption: names.some(isOption),
      omitMissing,
    };
  });
}

const expandStep = (step: string | ExpandExpression | undefined, values: Values): string =>
  typeof step === 'function' ? step(values) : (step ?? '');

/** Refuses values that make a segment `.` or `..`, which a URL parser resolves, or that empty one in the middle of the path. */
function assertSegments({ parts, steps, pathLength, omitMissing }: Target, values: Values): void {
  // Braces are always encoded, so they can mark where values stand: {name} in each segment, {=name} for an empty value.
  const marked = steps.slice(0, pathLength).map((step, index) => {
    const part = parts[index] as Part;
    const text = expandStep(step, values);
    const names = part.varspecs?.map(({ name }) => name).join();
    if (names === undefined) return text;
    return isSimple(part) && !text ? `{=${names}}` : `{${names}}${text.replaceAll('/', `/{${names}}`)}`;
  });
  // A value under `+` may begin a query or fragment of its own, and with it end the path.
  const segments = (marked.join('').split(/[?#]/, 1)[0] ?? '').split('/');
  for (const [index, segment] of segments.entries()) {
    const text = segment.replace(/\{[^}]*\}/g, '');
    const name = /\{=?([^}]*)/.exec(segment)?.[1];
    if (name !== undefined && DOT_SEGMENT.test(text)) {
      throw new EndpointError(
        'unsafe-value',
        `${name}: makes the path segment "${text}", which would lead out of the route.`,
        name,
      );
    }
    if (segment.startsWith('{=') && !text && index < segments.length - 1 && !omitMissing) {
      throw new EndpointError(
        'missing-parameter',
        `${name}: is empty in the middle of the path, give it a value.`,
        name,
      );
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
    reference += expandStep(steps[index], pathValues);
    if (index === beforeLast) last = reference.length;
  }
  if (typeof steps[0] === 'function' || SUSPICIOUS.test(reference)) assertSegments(target, pathValues);
  if (last === reference.length) reference = reference.slice(0, -1);
  for (let index = pathLength; index < steps.length; index++) reference += expandStep(steps[index], queryValues);
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
