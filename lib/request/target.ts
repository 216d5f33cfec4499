import { fail } from '../errors.js';
import type { Operator, Part, Varspec } from '../template/ast.js';
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
  readonly pathNames: ReadonlySet<string>;
  /** Names in query and fragment. */
  readonly queryNames: ReadonlySet<string>;
  /** Whether whatever is expanded is a path: no text and no value under `+` can begin a query or fragment. */
  readonly pathOnly: boolean;
  /** Whether the template's own text begins the path with its slash. */
  readonly rooted: boolean;
  /** Scheme and authority where the template's own text begins with them; empty where it refers to the base URL. */
  readonly origin: string;
  /**
   * Expands path, query and fragment. A last segment that gets no text takes its slash with it.
   * @throws EndpointError `missing-parameter` and `unsafe-value` for values that the path can't do with
   */
  readonly expand: (pathValues: Values, queryValues: Values) => string;
}

/** Scheme and authority; the latter only where nothing behind it could extend it, so that no value can change the host. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^\0- /?#\\{}]+(?=(?:\{[/?#][^}]*\})*(?:[/?#]|$)))?/i;
const BASE_PATH = /^(?:\/[^\0- ?#\\{}]*)?$/;
/** What a URL parser takes for `.` or `..` (WHATWG URL Standard). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

const invalidUrl = (name: string): never =>
  fail(
    'invalid-url',
    name,
    'give https://host/path with the host in plain text, or /path; a base has no query or fragment',
  );

/** Scheme and authority at the start of the text, or nothing. */
function parseOrigin(name: string, url: string): string {
  const [origin = '', authority] = ORIGIN.exec(url) ?? [];
  return !origin || (authority && URL.canParse(origin)) ? origin : invalidUrl(name);
}

/** A part of the template, ready to be expanded. */
interface Step {
  readonly expand: ExpandExpression;
  readonly operator: Operator | undefined;
  readonly names: readonly string[];
}

const isSimple = ({ operator }: { readonly operator?: Operator | undefined }): boolean =>
  operator === '' || operator === '+';

const throwMissing = ({ name, start }: Varspec): never =>
  fail(
    'missing-parameter',
    name,
    `is missing, give it a value${isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : ''}`,
    start,
  );

/**
 * Refuses values that make a segment `.` or `..`, which a URL parser resolves, or that empty one in the middle of the path.
 * @returns whether the last segment is one that values leave empty
 */
function checkSegments(path: readonly Step[], values: Values, omitMissing: boolean): boolean {
  // The segment being read, the variables that it has text of, and those of them that wrote nothing.
  let segment = '';
  let names = '';
  let empty = '';
  const checkDots = (): void => {
    if (names && DOT_SEGMENT.test(segment))
      fail('unsafe-value', names, `makes the path segment "${segment}", which would lead out of the route`);
  };
  for (const step of path) {
    const text = step.expand(values);
    const own = step.names.join();
    names ||= own;
    if (!text && isSimple(step)) empty ||= own;
    for (const piece of text.split(/([/?#])/)) {
      if (!/[/?#]/.test(piece)) segment += piece;
      else {
        checkDots();
        // A value under `+` may begin a query or fragment of its own, and with it end the path.
        if (piece !== '/') return false;
        if (empty && !segment && !omitMissing) fail('missing-parameter', empty, 'is empty in the middle of the path');
        segment = empty = '';
        names = own;
      }
    }
  }
  checkDots();
  return !!empty && !segment;
}

function toStep(part: Part, omitMissing: boolean): Step {
  const { text, operator, varspecs = [] } = part;
  return {
    expand:
      text === undefined
        ? compileExpression(part, omitMissing || part.query || !isSimple(part) ? undefined : throwMissing)
        : () => text,
    operator,
    names: varspecs.map(({ name }) => name),
  };
}

const namesOf = (steps: readonly Step[]): Set<string> => new Set(steps.flatMap(({ names }) => names));

/** A function that takes url templates apart, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin.length });
    const steps = parts.map((part) => toStep(part, omitMissing));
    const path = steps.filter((_, index) => !parts[index]?.query);
    const query = steps.slice(path.length);
    return {
      names: namesOf(steps),
      pathNames: namesOf(path),
      queryNames: namesOf(query),
      pathOnly: !query.length && !path.some(({ operator }) => operator === '+'),
      origin,
      rooted: parts[0]?.text?.[0] === '/',
      expand(pathValues, queryValues) {
        let reference = '';
        let suspicious = false;
        for (const { expand, operator } of path) {
          const text = expand(pathValues);
          reference += text;
          // Only such an expansion can end up as, or in, an empty or a dot segment.
          if (operator || !text || text[0] === '.') suspicious = true;
        }
        if (suspicious && checkSegments(path, pathValues, omitMissing)) reference = reference.slice(0, -1);
        for (const { expand } of query) reference += expand(queryValues);
        return reference;
      },
    };
  });
}

/** The base without slashes at its end. */
const parseBaseUrl = cached((baseUrl) => {
  const origin = parseOrigin('baseUrl', baseUrl);
  const path = baseUrl.slice(origin.length);
  return BASE_PATH.test(path) ? origin + path.replace(/(?<!\/)\/+$/, '') : invalidUrl('baseUrl');
});

/**
 * Joins base URL and reference with exactly one `/` at the seam.
 * @throws EndpointError `invalid-url` for a base that is none, `unsafe-value` where a value would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin, rooted }: Target, reference: string): string {
  const prefix = origin || parseBaseUrl(baseUrl);
  if (prefix && rooted) return prefix + reference;
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'a value makes it begin with "//", which leads to another host');
  const seamless = prefix ? /^(?:[/?#]|$)/ : /^\//;
  return prefix + (seamless.test(reference) ? '' : '/') + reference;
}
