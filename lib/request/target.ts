import { fail } from '../errors.js';
import type { Part, Varspec } from '../template/ast.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { isOption } from './merge.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: { canParse(url: string): boolean };

/** A url template, taken apart for requests. */
export interface Target {
  readonly names: ReadonlySet<string>;
  /** Whether one of the names is an option's, and its value comes only from `endpoint.in`. */
  readonly namesOption: boolean;
  readonly pathNames: ReadonlySet<string>;
  /** Names in query and fragment. */
  readonly queryNames: ReadonlySet<string>;
  /** Whether the template's own text begins the path with its slash. */
  readonly rooted: boolean;
  /** Scheme and authority where the template's own text begins with them; undefined where it refers to the base URL. */
  readonly origin: string | undefined;
  /**
   * Expands path, query and fragment. A last segment that gets no text takes its slash with it.
   * @throws EndpointError `missing-parameter` and `unsafe-value` for values that the path can't do with
   */
  readonly expand: (pathValues: Values, queryValues: Values) => string;
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Scheme and authority, and nothing behind them that could extend the authority. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$))/i;
/** What a URL parser takes for `.` or `..` (WHATWG URL Standard). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Scheme and authority at the start of the text. Nothing but text may stand there, so that no value can change them. */
function parseOrigin(name: string, url: string): string | undefined {
  const [origin = ''] = ORIGIN.exec(url) ?? [];
  if (SCHEME.test(url) && !URL.canParse(origin))
    fail('invalid-url', name, 'give https://host/path with the host written out, or /path');
  return origin || undefined;
}

const isSimple = (part: Part): boolean => part.operator === '' || part.operator === '+';

const throwMissing = ({ name, start }: Varspec): never =>
  fail(
    'missing-parameter',
    name,
    `is missing, give it a value${isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : ''}`,
    start,
  );

/** Refuses values that make a segment `.` or `..`, which a URL parser resolves, or that empty one in the middle of the path. */
function assertSegments(path: readonly Part[], texts: readonly string[], omitMissing: boolean): void {
  // Braces are always encoded, so they can mark where values stand: {name} in each segment, {=name} for an empty value.
  const marked = path.map((part, index) => {
    const text = texts[index] as string;
    const names = part.varspecs?.map(({ name }) => name).join();
    if (names === undefined) return text;
    return isSimple(part) && !text ? `{=${names}}` : `{${names}}${text.replaceAll('/', `/{${names}}`)}`;
  });
  // A value under `+` may begin a query or fragment of its own, and with it end the path.
  const segments = (marked.join('').split(/[?#]/, 1)[0] as string).split('/');
  for (const [index, segment] of segments.entries()) {
    const text = segment.replace(/\{[^}]*\}/g, '');
    const [, empty, name] = /\{(=?)([^}]*)/.exec(segment) ?? [];
    if (name === undefined) continue;
    if (DOT_SEGMENT.test(text))
      fail('unsafe-value', name, `makes the path segment "${text}", which would lead out of the route`);
    if (empty && !text && segments[index + 1] !== undefined && !omitMissing)
      fail('missing-parameter', name, 'is empty in the middle of the path');
  }
}

/** A function that takes url templates apart, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin?.length });
    const path = parts.filter(({ query }) => !query);
    const namesOf = (some: readonly Part[]): Set<string> =>
      new Set(some.flatMap(({ varspecs = [] }) => varspecs.map(({ name }) => name)));
    const steps = parts.map(
      (part) =>
        part.text ?? compileExpression(part, omitMissing || part.query || !isSimple(part) ? undefined : throwMissing),
    );
    // The step before the last segment, where only {x}, {+x} or :x make that segment.
    const before = path.findLastIndex((part) => !isSimple(part));
    const droppable = path[before]?.text?.endsWith('/') && before < path.length - 1 ? before : -1;

    const expandStep = (step: string | ExpandExpression, values: Values): string =>
      typeof step === 'string' ? step : step(values);
    const names = namesOf(parts);
    const operators = path.map(({ operator }) => operator);
    return {
      names,
      namesOption: [...names].some(isOption),
      pathNames: namesOf(path),
      queryNames: namesOf(parts.slice(path.length)),
      origin,
      rooted: path[0]?.text?.[0] === '/',
      expand(pathValues, queryValues) {
        let reference = '';
        let last = -1;
        let suspicious = false;
        for (let index = 0; index < path.length; index++) {
          const step = steps[index] as string | ExpandExpression;
          const text = expandStep(step, pathValues);
          reference += text;
          if (index === droppable) last = reference.length;
          // Only such an expansion can end up as, or in, an empty or a dot segment.
          if (typeof step === 'function' && (operators[index] || !text || text[0] === '.')) suspicious = true;
        }
        if (suspicious) {
          assertSegments(
            path,
            steps.slice(0, path.length).map((step) => expandStep(step, pathValues)),
            omitMissing,
          );
        }
        if (last === reference.length) reference = reference.slice(0, -1);
        for (let index = path.length; index < steps.length; index++)
          reference += expandStep(steps[index] as string, queryValues);
        return reference;
      },
    };
  });
}

/** The base without slashes at its end. */
const parseBaseUrl = cached((baseUrl) => {
  const origin = parseOrigin('baseUrl', baseUrl) ?? '';
  const path = baseUrl.slice(origin.length);
  if (!/^(?:\/[^\0- ?#\\{}]*)?$/.test(path))
    fail(
      'invalid-url',
      'baseUrl',
      'give https://host/path, /path or nothing, without query, fragment, blanks and braces',
    );
  return { prefix: origin + path.replace(/(?<!\/)\/+$/, '') };
});

/**
 * Joins base URL and reference with exactly one `/` at the seam.
 * @throws EndpointError `invalid-url` for a base that is none, `unsafe-value` where a value would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin, rooted }: Target, reference: string): string {
  const prefix = origin ?? parseBaseUrl(baseUrl).prefix;
  if (prefix && rooted) return prefix + reference;
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'a value makes it begin with "//", which leads to another host');
  const first = reference[0];
  return prefix + (first === '/' || (prefix && (!first || first === '?' || first === '#')) ? '' : '/') + reference;
}
