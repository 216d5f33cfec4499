import { fail } from '../errors.js';
import type { Method } from '../options.js';
import type { Operator, Part, Varspec } from '../template/ast.js';
import type { Budget } from '../template/budget.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { DOT_SEGMENT, parseBaseUrl, parseOrigin } from './base-url.js';
import { isOption } from './option.js';
import { Path } from './path.js';

/** A url template, taken apart for requests. */
export interface Target {
  readonly names: ReadonlySet<string>;
  /** Names that `in.path` gives values: of all expressions but these of the query and fragment. */
  readonly pathNames: ReadonlySet<string>;
  /** Names that `in.query` gives values: those under `?`, `&` and `#`. */
  readonly queryNames: ReadonlySet<string>;
  /** Whether nothing in the template can begin a query or fragment. */
  readonly pathOnly: boolean;
  /** Whether the template's own text begins the path with its slash. */
  readonly rooted: boolean;
  /** Scheme and authority where the template's own text begins with them; empty where it refers to the base URL. */
  readonly origin: string;
  /**
   * Expands path, query and fragment. A last segment that gets no text takes its slash with it.
   * @throws EndpointError `missing-parameter` and `unsafe-value` for values that the path can't do with, `too-long`
   */
  readonly expand: (pathValues: Values, queryValues: Values, method: Method, budget: Budget) => string;
  /** The parts of the template, in order. */
  readonly steps: readonly Step[];
}

/** A part of the template, ready to be expanded. */
export interface Step {
  readonly operator: Operator | undefined;
  readonly names: readonly string[];
  /** Whether `in.query` gives it values. */
  readonly ofQuery: boolean;
  /** Whether literal text has begun the query or fragment. */
  readonly query: boolean;
  readonly expand: ExpandExpression;
  /** The same before query and fragment, where a simple or reserved expression needs its values. */
  readonly expandInPath: ExpandExpression;
}

const throwMissing = ({ name, start }: Varspec): never =>
  fail(
    'missing-parameter',
    name,
    `is missing; pass a value${isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : ''}`,
    start,
  );

/** Whether a variable of an expression gets its value from the query's parameters, where they differ from the path's. */
export const isOfQuery = (operator: Operator | undefined): boolean =>
  operator === '?' || operator === '&' || operator === '#';

/** Whether an expression must have values in a path: a simple or reserved one. */
export const needsText = (operator: Operator | undefined): boolean => operator === '' || operator === '+';

function toStep(part: Part, omitMissing: boolean): Step {
  const { text, operator, varspecs = [], query } = part;
  const expand = text === undefined ? compileExpression(part) : () => text;
  return {
    operator,
    names: varspecs.map(({ name }) => name),
    ofQuery: isOfQuery(operator),
    query,
    expand,
    expandInPath:
      text === undefined && needsText(operator) && !omitMissing ? compileExpression(part, throwMissing) : expand,
  };
}

const namesOf = (steps: readonly Step[]): Set<string> => new Set(steps.flatMap(({ names }) => names));

/** Expands the steps, and checks the path that results. */
function expandChecked(
  steps: readonly Step[],
  omitMissing: boolean,
  ...[pathValues, queryValues, method, budget]: Parameters<Target['expand']>
): string {
  const path = new Path();
  for (const { operator, names, ofQuery, expand, expandInPath } of steps) {
    const expandStep = path.ended ? expand : expandInPath;
    path.add(expandStep(ofQuery ? queryValues : pathValues, budget), names.join(), needsText(operator));
  }
  return path.finish(method, omitMissing);
}

/** A function that takes url templates apart, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin.length });
    const steps = parts.map((part) => toStep(part, omitMissing));
    // What these write may end the path, or begin a segment, anywhere in their text.
    const alwaysCheck = parts.some(({ text, operator, query }) =>
      text === undefined ? operator === '+' || operator === '/' || operator === '.' : !query && DOT_SEGMENT.test(text),
    );
    return {
      names: namesOf(steps),
      pathNames: namesOf(steps.filter(({ ofQuery }) => !ofQuery)),
      queryNames: namesOf(steps.filter(({ ofQuery }) => ofQuery)),
      pathOnly: !steps.some(({ query, ofQuery, operator }) => query || ofQuery || operator === '+'),
      steps,
      origin,
      rooted: parts[0]?.text?.[0] === '/',
      expand(pathValues, queryValues, method, budget) {
        const { left } = budget;
        let reference = '';
        let inPath = true;
        let check = alwaysCheck;
        for (const { operator, query, ofQuery, expand, expandInPath } of check ? [] : steps) {
          const text = (inPath ? expandInPath : expand)(ofQuery ? queryValues : pathValues, budget);
          reference += text;
          if (!inPath) continue;
          // Only such text can be, or be in, an empty or a dot segment.
          if (operator === '' && (!text || text[0] === '.')) check = true;
          if (query || (text && (operator === '?' || operator === '#'))) inPath = false;
        }
        if (!check) return reference;
        budget.left = left;
        return expandChecked(steps, omitMissing, pathValues, queryValues, method, budget);
      },
    };
  });
}

/**
 * Joins base URL and reference with exactly one `/` at the seam.
 * @throws EndpointError `invalid-url` for a base that is none, `unsafe-value` where a value would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin, rooted }: Target, reference: string): string {
  const prefix = origin || parseBaseUrl(baseUrl);
  // Of a template that begins with a slash nothing else is left than what begins with one, or with `?` or `#`.
  if (prefix && rooted) return prefix + reference;
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'a value makes it begin with "//", which leads to another host');
  const seamless = prefix ? /^(?:[/?#]|$)/ : /^\//;
  return prefix + (seamless.test(reference) ? '' : '/') + reference;
}
