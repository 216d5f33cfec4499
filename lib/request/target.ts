import { fail } from '../errors.js';
import type { Method } from '../options.js';
import type { Expression, Operator, Part, Varspec } from '../template/ast.js';
import { cached } from '../template/cache.js';
import { compileParts, expandText, type Step, type Steps } from '../template/expand.js';
import { parseParts } from '../template/parse.js';
import type { Writer } from '../template/writer.js';
import { parseOrigin } from './base-url.js';
import { isOption } from './option-checks.js';
import { checkPath, DOT_SEGMENT, needsValues, type Written } from './path.js';
import { recover, tell, type Recorder } from './record.js';

/** A variable of a url template. */
export interface Variable {
  /** Its index among the values. */
  readonly slot: number;
  /** Whether its value may be passed by its name alone: unless it is the name of an option. */
  readonly plain: boolean;
  /** Whether an expression expands it with values of `in.path`. */
  path: boolean;
  /** Whether an expression expands it with values of `in.query`: under `?`, `&` or `#`. */
  query: boolean;
}

/** A url template, parsed and compiled. */
export interface Target extends Steps {
  readonly url: string;
  /** Scheme and authority if the template's own text begins with them; empty for a url on the base URL. */
  readonly origin: string;
  readonly parts: readonly Part[];
  readonly variables: ReadonlyMap<string, Variable>;
  /** Whether nothing in the template can begin a query or fragment. */
  readonly pathOnly: boolean;
  /** Whether the template's own text begins the path with its slash. */
  readonly rooted: boolean;
  /** Whether the template's own text has a dot segment, or the beginning of one. */
  readonly checksPath: boolean;
}

/** Whether the variables of an expression have the values of `in.query`. */
export const isOfQuery = (operator: Operator | undefined): boolean =>
  operator === '?' || operator === '&' || operator === '#';

/** Rejects an undefined variable in a path. */
function assertInQuery({ name, start }: Varspec, { operator, query }: Expression, inQuery: boolean): void {
  if (query || inQuery || !needsValues(operator)) return;
  const fix = isOption(name) ? ` in { [endpoint.in]: { path: { ${name} } } }` : '';
  fail('missing-parameter', name, `is missing; pass a value${fix}`, start);
}

function findVariables(parts: readonly Part[]): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const { operator, varspecs = [] } of parts) {
    for (const { name } of varspecs) {
      const known = variables.get(name);
      const variable = known ?? { slot: variables.size, plain: !isOption(name), path: false, query: false };
      variable[isOfQuery(operator) ? 'query' : 'path'] = true;
      if (!known) variables.set(name, variable);
    }
  }
  return variables;
}

/** Makes a function that parses url templates, and remembers them. */
export function targetParser(strict: boolean, omitMissing: boolean): (url: string, record?: Recorder) => Target {
  return cached((url, record) => {
    let origin = '';
    const parts: Part[] = [];
    try {
      origin = parseOrigin('url', url);
      parseParts(url, { strict, placeholders: true, start: origin.length }, parts);
    } catch (error) {
      recover(record, error);
      tell(record, 'malformed', error, url, origin.length, strict, parts);
    }
    const variables = findVariables(parts);
    return {
      url,
      origin,
      parts,
      variables,
      ...compileParts(parts, variables, omitMissing ? undefined : assertInQuery),
      pathOnly: !parts.some(({ query, operator }) => query || operator === '+'),
      rooted: parts[0]?.text?.[0] === '/',
      checksPath: parts.some(({ text = '' }) => DOT_SEGMENT.test(text)),
    };
  });
}

/** Text that may make a path unsafe: empty, begins a query or fragment, or has a segment that begins with a dot. */
const SUSPICIOUS = /^$|[?#]|(?:^|\/)(?:\.|%2e)/i;

/**
 * Expands path, query and fragment. Drops a last segment without text, with its slash.
 * @param values by slot, for expressions with values of `in.path`
 * @throws EndpointError `missing-parameter` and `unsafe-value` for values that would change the path, `too-long`
 */
export function expandTarget(
  { steps, tail, checksPath }: Target,
  values: readonly unknown[],
  queryValues: readonly unknown[],
  method: Method,
  omitMissing: boolean,
  writer: Writer,
  record: Recorder | undefined,
): string {
  let reference = '';
  // Whether an expansion began a query or fragment.
  let inQuery = false;
  // From the first expansion on that may change the path.
  let written: Written[] | undefined = checksPath ? [] : undefined;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const { literal, name } = step;
    tell(record, 'expression', step.expression, writer);
    let text = name === undefined ? undefined : expandText(values[step.slot], name, writer);
    // A simple expression writes nothing reserved, so its first character decides.
    let isSuspicious = !text || text[0] === '.';
    if (text === undefined) {
      const { operator } = step.expression;
      const ofQuery = isOfQuery(operator);
      text = expandStep(step, ofQuery ? queryValues : values, writer, inQuery, record);
      isSuspicious = !ofQuery && SUSPICIOUS.test(text ?? '');
      inQuery ||= ofQuery ? !!text && operator !== '&' : isSuspicious && /[?#]/.test(text ?? '');
    }
    reference += literal + (text ?? '');
    if (text === undefined) continue;
    if (isSuspicious) written ??= [];
    written?.push({ start: reference.length - text.length, end: reference.length, expression: step.expression });
  }
  reference += tail;
  return written ? checkPath(reference, written, method, omitMissing, record) : reference;
}

/** The expansion of a step; undefined after an error that is recorded. */
function expandStep(
  { expand }: Step,
  values: readonly unknown[],
  writer: Writer,
  inQuery: boolean,
  record: Recorder | undefined,
): string | undefined {
  try {
    return expand(values, writer, inQuery);
  } catch (error) {
    recover(record, error, writer);
    return undefined;
  }
}

/**
 * Joins base URL and reference with exactly one `/` between them.
 * @throws EndpointError `unsafe-value` for a value that would make the reference leave it
 */
export function resolveTarget(
  base: string,
  { origin, rooted }: Target,
  reference: string,
  record: Recorder | undefined,
): string {
  const prefix = origin || base;
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'a value makes it begin with "//", which leads to another host');
  // The expansion of a rooted template begins with its slash, or, if that was dropped, with `?` or `#`.
  const needsNoSlash = prefix ? rooted || /^(?:[/?#]|$)/.test(reference) : reference[0] === '/';
  const seam = needsNoSlash ? '' : '/';
  tell(record, 'prefix', prefix, seam);
  return prefix + seam + reference;
}
