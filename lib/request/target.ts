import { fail } from '../errors.js';
import type { Method } from '../options.js';
import type { Operator, Part, Varspec } from '../template/ast.js';
import { Budget } from '../template/budget.js';
import { cached } from '../template/cache.js';
import { compileExpression, type ExpandExpression } from '../template/expand.js';
import { parseParts } from '../template/parse.js';
import type { Values } from '../template/values.js';
import { parseBaseUrl, parseOrigin } from './base-url.js';
import { isOption } from './option-checks.js';
import { checkPath, DOT_SEGMENT, type Written } from './path.js';

/** A url template, parsed and compiled. */
export interface Target {
  /** Where each variable occurs: in expressions with values of `in.path`, or of `in.query`, those under `?`, `&` and `#`. */
  readonly names: ReadonlyMap<string, { readonly path?: boolean; readonly query?: boolean }>;
  /** Whether nothing in the template can begin a query or fragment. */
  readonly pathOnly: boolean;
  /** Whether the template's own text begins the path with its slash. */
  readonly rooted: boolean;
  /** Scheme and authority if the template's own text begins with them; empty for a url on the base URL. */
  readonly origin: string;
  /**
   * Expands path, query and fragment. Drops a last segment without text, with its slash.
   * @throws EndpointError `missing-parameter` and `unsafe-value` for values that would change the path, `too-long`
   */
  readonly expand: (pathValues: Values, queryValues: Values, method: Method, budget: Budget) => string;
  /** The parts of the template, in order. */
  readonly steps: readonly CompiledPart[];
}

/** A part of the template, ready for expansion. */
export interface CompiledPart {
  /** Text of the template; undefined for an expression. */
  readonly literal: string | undefined;
  readonly operator: Operator | undefined;
  /** Of its variables. */
  readonly names: string;
  /** Whether its values are those of `in.query`. */
  readonly ofQuery: boolean;
  readonly expand: ExpandExpression;
}

/** Rejects an undefined variable of a simple or reserved expression in a path. */
function assertInQuery({ name, start }: Varspec, before: string): void {
  if (/[?#]/.test(before)) return;
  const fix = isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : '';
  fail('missing-parameter', name, `is missing; pass a value${fix}`, start);
}

/** Whether the variables of an expression have the values of `in.query`, not those of `in.path`. */
export const isOfQuery = (operator: Operator | undefined): boolean =>
  operator === '?' || operator === '&' || operator === '#';
/** Whether an expression must have values in a path: a simple or reserved one. */
export const needsText = (operator: Operator | undefined): boolean => operator === '' || operator === '+';

/** Text that may make a path unsafe: empty, begins a query or fragment, or has a segment that begins with a dot. */
const SUSPICIOUS = /^(?:$|[?#])|(?:^|\/)(?:\.|%2e)/i;

function compilePart(part: Part, omitMissing: boolean): CompiledPart {
  if (part.kind === 'literal')
    return { literal: part.text, operator: undefined, names: '', ofQuery: false, expand: () => part.text };
  const { operator, varspecs } = part;
  const onUndefined = needsText(operator) && !omitMissing ? assertInQuery : undefined;
  return {
    literal: undefined,
    operator,
    names: varspecs.map(({ name }) => name).join(),
    ofQuery: isOfQuery(operator),
    expand: compileExpression(part, onUndefined),
  };
}

function locateVariables(parts: readonly Part[]): Target['names'] {
  const names = new Map<string, { path?: boolean; query?: boolean }>();
  for (const { operator, varspecs = [] } of parts) {
    const location = isOfQuery(operator) ? 'query' : 'path';
    for (const { name } of varspecs) names.set(name, { ...names.get(name), [location]: true });
  }
  return names;
}

/** Makes a function that parses url templates, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string) => Target {
  return cached((url) => {
    const origin = parseOrigin('url', url);
    const parts = parseParts(url, { strict, placeholders: true, start: origin.length });
    const steps = parts.map((part) => compilePart(part, omitMissing));
    // The template's own text may contain a dot segment, or be completed to one.
    const alwaysCheck = steps.some(({ literal = '' }) => DOT_SEGMENT.test(literal));

    /** With `written`, the expansions are recorded there, and the path is checked by them. */
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
        // A simple expression writes nothing reserved, so its first character decides, faster than a pattern.
        suspicious ||= operator === '' ? !text || text[0] === '.' : !step.ofQuery && SUSPICIOUS.test(text);
      }
      if (written) return checkPath(reference, written, method, omitMissing);
      return suspicious ? expandAll(pathValues, queryValues, method, new Budget(budget.maxLength), []) : reference;
    }

    return {
      names: locateVariables(parts),
      pathOnly: !parts.some(({ query, operator }) => query || operator === '+'),
      steps,
      origin,
      rooted: parts[0]?.text?.[0] === '/',
      expand: expandAll,
    };
  });
}

/**
 * Joins base URL and reference with exactly one `/` between them.
 * @throws EndpointError `invalid-url` for an invalid base, `unsafe-value` for a value that would make the reference leave it
 */
export function resolveTarget(baseUrl: string, { origin, rooted }: Target, reference: string): string {
  const prefix = origin || parseBaseUrl(baseUrl);
  // The expansion of a rooted template begins with its slash, or, if that was dropped, with `?` or `#`.
  if (prefix && rooted) return prefix + reference;
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'a value makes it begin with "//", which leads to another host');
  const needsNoSlash = prefix ? /^(?:[/?#]|$)/ : /^\//;
  return prefix + (needsNoSlash.test(reference) ? '' : '/') + reference;
}
