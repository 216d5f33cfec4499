import { fail } from '../errors.js';
import type { Method } from '../options.js';
import type { Operator, Part, Varspec } from '../template/ast.js';
import { Budget } from '../template/budget.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { DOT_SEGMENT, parseBaseUrl, parseOrigin } from './base-url.js';
import { isOption } from './option.js';
import { joinChecked, type Written } from './path.js';

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
  /** Text of the template; undefined for an expression. */
  readonly literal: string | undefined;
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

const writesNothing: ExpandExpression = () => '';
const NO_STEPS: readonly Step[] = [];

function toStep(part: Part, omitMissing: boolean): Step {
  const { text, operator, varspecs = [], query } = part;
  const expand = part.varspecs ? compileExpression(part) : writesNothing;
  return {
    literal: text,
    operator,
    names: varspecs.map(({ name }) => name),
    ofQuery: isOfQuery(operator),
    query,
    expand,
    expandInPath: part.varspecs && needsText(operator) && !omitMissing ? compileExpression(part, throwMissing) : expand,
  };
}

const namesOf = (steps: readonly Step[]): Set<string> => new Set(steps.flatMap(({ names }) => names));

/** Only such text, or an empty one, can be in an empty or a dot segment, or end the path. */
const SUSPICIOUS = /^$|[?#]|(?:^|\/)(?:\.|%2e)/i;

/** Expands an expression with the values that are for it. */
const write = (step: Step, inPath: boolean, pathValues: Values, queryValues: Values, budget: Budget): string =>
  (inPath ? step.expandInPath : step.expand)(step.ofQuery ? queryValues : pathValues, budget);

/** Expands the parts one by one, as far as the path goes with what it must have. */
function* writeSteps(
  steps: readonly Step[],
  pathValues: Values,
  queryValues: Values,
  budget: Budget,
): Iterable<Written> {
  let inPath = true;
  for (const step of steps) {
    const text: string = step.literal ?? write(step, inPath, pathValues, queryValues, budget);
    inPath &&= !/[?#]/.test(text);
    yield { text, names: step.names.join(), needsText: needsText(step.operator) };
  }
}

/** A function that takes url templates apart, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin.length });
    const steps = parts.map((part) => toStep(part, omitMissing));
    // The template's own text may have a dot segment, or be completed to one.
    const alwaysCheck = parts.some(({ text, query }) => text !== undefined && !query && DOT_SEGMENT.test(text));
    return {
      names: namesOf(steps),
      pathNames: namesOf(steps.filter(({ ofQuery }) => !ofQuery)),
      queryNames: namesOf(steps.filter(({ ofQuery }) => ofQuery)),
      pathOnly: !steps.some(({ query, ofQuery, operator }) => query || ofQuery || operator === '+'),
      steps,
      origin,
      rooted: parts[0]?.text?.[0] === '/',
      expand(pathValues, queryValues, method, budget) {
        let reference = '';
        let inPath = true;
        let check = alwaysCheck;
        for (const step of check ? NO_STEPS : steps) {
          const { literal, operator } = step;
          if (literal !== undefined) {
            reference += literal;
            if (step.query) inPath = false;
            continue;
          }
          const text: string = write(step, inPath, pathValues, queryValues, budget);
          reference += text;
          if (!inPath) continue;
          if (operator === '') check ||= !text || text[0] === '.';
          else if (operator === '?' || operator === '#') inPath = !text;
          else check ||= SUSPICIOUS.test(text);
        }
        if (!check) return reference;
        const written = writeSteps(steps, pathValues, queryValues, new Budget(budget.maxLength));
        return joinChecked(written, method, omitMissing);
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
