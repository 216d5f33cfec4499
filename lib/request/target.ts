import { fail } from '../errors.js';
import type { Method } from '../options.js';
import type { Operator, Varspec } from '../template/ast.js';
import { Budget } from '../template/budget.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseTemplate } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { DOT_SEGMENT, parseBaseUrl, parseOrigin } from './base-url.js';
import { isOption } from './option.js';
import { checkPath, type Written } from './path.js';

/** A url template, taken apart for requests. */
export interface Target {
  /** Where each variable stands: what `in.path` gives values, and what `in.query` does, which are those under `?`, `&` and `#`. */
  readonly names: ReadonlyMap<string, { readonly path?: boolean; readonly query?: boolean }>;
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
  /** Of its variables. */
  readonly names: string;
  /** Whether `in.query` gives it values. */
  readonly ofQuery: boolean;
  readonly expand: ExpandExpression;
}

/** A path must have the values of a simple or reserved expression. */
function assertInQuery({ name, start }: Varspec, before: string): void {
  if (/[?#]/.test(before)) return;
  const fix = isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : '';
  fail('missing-parameter', name, `is missing; pass a value${fix}`, start);
}

/** Whether a variable of an expression gets its value from the query's parameters, where they differ from the path's. */
export const isOfQuery = (operator: Operator | undefined): boolean =>
  operator === '?' || operator === '&' || operator === '#';
/** Whether an expression must have values in a path: a simple or reserved one. */
export const needsText = (operator: Operator | undefined): boolean => operator === '' || operator === '+';

/** Only text that has nothing for the path, or a segment that begins with a dot, can make a path unsafe. */
const SUSPICIOUS = /^(?:$|[?#])|(?:^|\/)(?:\.|%2e)/i;

/** A function that takes url templates apart, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseTemplate(url, { strict, placeholders: true, start: origin.length });
    const names = new Map<string, { path?: boolean; query?: boolean }>();
    const steps = parts.map((part): Step => {
      const { text: literal, operator, varspecs = [] } = part;
      const ofQuery = isOfQuery(operator);
      for (const { name } of varspecs) names.set(name, { ...names.get(name), [ofQuery ? 'query' : 'path']: true });
      const onUndefined = needsText(operator) && !omitMissing ? assertInQuery : undefined;
      const expand = part.varspecs ? compileExpression(part, onUndefined) : () => part.text;
      return { literal, operator, names: varspecs.map(({ name }) => name).join(), ofQuery, expand };
    });
    // The template's own text may have a dot segment, or be completed to one.
    const alwaysCheck = steps.some(({ literal = '' }) => DOT_SEGMENT.test(literal));

    /** With `written`, what expressions write is recorded, and the path is checked by it. */
    function expandAll(
      pathValues: Values,
      queryValues: Values,
      method: Method,
      budget: Budget,
      written: Written[] | undefined = alwaysCheck ? [] : undefined,
    ): string {
      let reference = '';
      let suspicious = false;
      for (const step of steps) {
        const { literal, operator } = step;
        if (literal !== undefined) {
          reference += literal;
          continue;
        }
        const text = step.expand(step.ofQuery ? queryValues : pathValues, budget, reference);
        const start = reference.length;
        reference += text;
        written?.push({ start, end: reference.length, names: step.names, needsText: needsText(operator) });
        // Simple expressions write nothing reserved: one look at the first character is faster than a pattern.
        suspicious ||= operator === '' ? !text || text[0] === '.' : !step.ofQuery && SUSPICIOUS.test(text);
      }
      if (written) return checkPath(reference, written, method, omitMissing);
      return suspicious ? expandAll(pathValues, queryValues, method, new Budget(budget.maxLength), []) : reference;
    }

    return {
      names,
      pathOnly: !parts.some(({ query, operator }) => query || operator === '+'),
      steps,
      origin,
      rooted: parts[0]?.text?.[0] === '/',
      expand: expandAll,
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
