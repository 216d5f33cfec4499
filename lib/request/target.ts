import { fail } from '../errors.js';
import { isOfQuery, type Part, type Varspec } from '../template/ast.js';
import { compileParts, expandExpression, expandText } from '../template/expand.js';
import { parseParts } from '../template/parse.js';
import { parseOrigin } from './base-url.js';
import { inLocation, isOption } from './option-checks.js';
import type { Expansion, Target } from './pass.js';
import { checkPath, needsValues, type Written } from './path.js';
import { recover, tell, type Recorder } from './record.js';

/** The slots of a variable that have its value of a location. */
export const findSlots = ({ variables, operators }: Target, name: string, location: string): number[] =>
  (variables.get(name) ?? []).filter((slot) => location === (isOfQuery(operators[slot]) ? 'query' : 'path'));

/** Rejects an undefined variable of a path. */
export function failMissing({ name, start }: Varspec): never {
  return fail(
    'missing-parameter',
    name,
    `is missing; pass a value${isOption(name) ? inLocation('path', name) : ''}`,
    start,
  );
}

/**
 * Parses a url template.
 * @throws EndpointError `invalid-template` and `invalid-url`
 */
export function parseTarget(url: string, strict = false, record?: Recorder): Target {
  let origin = '';
  const parts: Part[] = [];
  try {
    origin = parseOrigin('url', url);
    parseParts(url, { strict, placeholders: true, start: origin.length }, parts);
  } catch (error) {
    recover(record, error);
    tell(record, 'malformed', error, { url, start: origin.length, strict, parts });
  }
  const { text, steps } = compileParts(parts);
  const variables = new Map<string, number[]>();
  let operators = '';
  let inOrder = steps;
  for (const { operator, varspecs = [] } of parts) {
    for (const { name } of varspecs) {
      const slots = variables.get(name);
      if (slots) slots.push(operators.length);
      else variables.set(name, [operators.length]);
      if (slots || isOption(name)) inOrder = [];
      operators += operator || ' ';
    }
  }
  return {
    url,
    origin,
    parts,
    text,
    steps,
    variables,
    operators,
    inOrder,
    base: '',
    start: text,
    ownNames: undefined,
    checksPath: /%|\.(?:[/\\?#{:%]|$)/.test(url),
  };
}

/**
 * Text that may make a path unsafe: empty, begins a query or fragment, has a piece (path.ts) that begins with a dot, or ends within an
 * encoded dot or separator, which the text after it may complete.
 */
const SUSPICIOUS = /^$|[?#]|(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e)|%(?:25)+[25]?$/i;

/**
 * Expands path, query and fragment. Drops a last segment without text, with its slash.
 * @param values of its variables, in their order
 * @param base text to put before it
 * @throws EndpointError `missing-parameter` and `unsafe-value` for values that would change the path, `too-long`
 */
export function expandTarget(pass: Expansion, values: readonly unknown[], base = ''): string {
  const { target, rules, record } = pass;
  if (target.base !== base) {
    target.base = base;
    target.start = base + target.text;
  }
  let reference = target.start;
  // Whether an expansion began a query or fragment.
  let inQuery = false;
  // From the first expansion on that may change the path.
  let written: Written[] | undefined = target.checksPath ? [] : undefined;
  for (const step of target.steps) {
    const { expression } = step;
    tell(record, 'expression', expression, pass);
    const value = values[step.slot];
    let text = step.isSimple ? expandText(value, step.name, pass) : undefined;
    let isSuspicious: boolean;
    if (text !== undefined) {
      // Where nothing was encoded, the first character decides.
      isSuspicious =
        typeof value === 'string' &&
        (text.length !== value.length || !text || text[0] === '.') &&
        SUSPICIOUS.test(text);
    } else {
      const { operator } = expression;
      const mustHaveValues = !rules.omitMissing && needsValues(operator) && !expression.query && !inQuery;
      try {
        text = expandExpression(step, values, pass, mustHaveValues ? failMissing : undefined);
      } catch (error) {
        recover(record, error, pass);
        reference += step.text;
        continue;
      }
      // Without a `?` before it, `{&x}` is part of the path.
      isSuspicious = (!isOfQuery(operator) || (operator === '&' && !inQuery)) && SUSPICIOUS.test(text);
      inQuery ||= /[?#]/.test(isOfQuery(operator) ? text && operator : text);
    }
    if (isSuspicious) written ??= [];
    const start = reference.length - base.length;
    written?.push({ start, end: start + text.length, expression });
    reference += text + step.text;
  }
  return written ? base + checkPath(pass, reference.slice(base.length), written) : reference;
}

/**
 * Joins a prefix and a reference with exactly one `/` between them.
 * @param prefix an origin or base URL
 * @throws EndpointError `unsafe-value` for a value that would make the reference leave it
 */
export function resolveTarget(prefix: string, reference: string, record: Recorder | undefined): string {
  if (!prefix && reference.startsWith('//'))
    fail('unsafe-value', 'url', 'begins with "//", which is another host; pass other values');
  const needsNoSlash = prefix ? /^(?:[/?#]|$)/.test(reference) : reference[0] === '/';
  const seam = needsNoSlash ? '' : '/';
  tell(record, 'note', { prefix: [prefix, seam] });
  return prefix + seam + reference;
}
