import { fail } from '../errors.js';
import type { Operator, Part, Varspec } from '../template/ast.js';
import { cached } from '../template/cache.js';
import { expandExpression, expandText, findName } from '../template/expand.js';
import { parseParts } from '../template/parse.js';
import { parseOrigin } from './base-url.js';
import { inLocation, isOption } from './option-checks.js';
import type { Expansion, Target, Variable } from './pass.js';
import { checkPath, DOT_SEGMENT, needsValues, type Written } from './path.js';
import { recover, tell, type Recorder } from './record.js';

/** Whether the variables of an expression have the values of `in.query`. */
export const isOfQuery = (operator: Operator | undefined): boolean =>
  operator === '?' || operator === '&' || operator === '#';

/** Rejects an undefined variable of a path. */
function failMissing({ name, start }: Varspec): never {
  const fix = isOption(name) ? inLocation('path', name) : '';
  return fail('missing-parameter', name, `is missing; pass a value${fix}`, start);
}

function findVariables(parts: readonly Part[]): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  let slot = 0;
  for (const { operator, varspecs = [] } of parts) {
    for (const { name } of varspecs) {
      const variable = variables.get(name) ?? { plain: [], path: [], query: [] };
      variables.set(name, variable);
      if (!isOption(name)) variable.plain.push(slot);
      variable[isOfQuery(operator) ? 'query' : 'path'].push(slot++);
    }
  }
  return variables;
}

/** Makes a function that parses url templates, and remembers them. */
export function targetParser(strict = false): (url: string, record?: Recorder) => Target {
  return cached((url, record) => {
    let origin = '';
    const parts: Part[] = [];
    try {
      origin = parseOrigin('url', url);
      parseParts(url, { strict, placeholders: true, start: origin.length }, parts);
    } catch (error) {
      recover(record, error);
      tell(record, 'malformed', error, { url, start: origin.length, strict, parts });
    }
    return {
      url,
      origin,
      parts,
      variables: findVariables(parts),
      pathOnly: !parts.some(({ query, operator }) => query || operator === '+'),
      namesQuery: parts.some(
        ({ query, operator, varspecs }) =>
          operator === '+' || (query && (!varspecs || varspecs.some(({ explode }) => explode))),
      ),
      rooted: parts[0]?.text?.[0] === '/',
      checksPath: parts.some(({ text = '' }) => DOT_SEGMENT.test(text)),
    };
  });
}

/** Text that may make a path unsafe: empty, begins a query or fragment, or has a piece (path.ts) that begins with a dot. */
const SUSPICIOUS = /^$|[?#]|(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e)/i;

/**
 * Expands path, query and fragment. Drops a last segment without text, with its slash.
 * @param values of its variables, in their order
 * @throws EndpointError `missing-parameter` and `unsafe-value` for values that would change the path, `too-long`
 */
export function expandTarget(pass: Expansion, values: readonly unknown[]): string {
  const { rules, record } = pass;
  const { parts, checksPath } = pass.target;
  let reference = '';
  // Whether an expansion began a query or fragment.
  let inQuery = false;
  // From the first expansion on that may change the path.
  let written: Written[] | undefined = checksPath ? [] : undefined;
  let slot = 0;
  for (const part of parts) {
    if (part.kind === 'literal') {
      reference += part.text;
      continue;
    }
    tell(record, 'expression', part, pass);
    const { operator, varspecs } = part;
    const value = values[slot];
    let text = expandText(value, findName(part), pass);
    // Of text in which nothing was encoded, the first character decides.
    let isSuspicious =
      (!text || text[0] === '.' || (typeof value === 'string' && value.length !== text.length)) &&
      SUSPICIOUS.test(text ?? '');
    if (text === undefined) {
      const ofQuery = isOfQuery(operator);
      const mustHaveValues = !rules.omitMissing && needsValues(operator) && !part.query && !inQuery;
      try {
        text = expandExpression(part, values.slice(slot), pass, mustHaveValues ? failMissing : undefined);
      } catch (error) {
        recover(record, error, pass);
      }
      // Without a `?` before it, `{&x}` is part of the path.
      isSuspicious = (!ofQuery || (operator === '&' && !inQuery)) && SUSPICIOUS.test(text ?? '');
      inQuery ||= operator !== '&' && /[?#]/.test(text ?? '');
    }
    slot += varspecs.length;
    if (text === undefined) continue;
    reference += text;
    if (isSuspicious) written ??= [];
    written?.push({ start: reference.length - text.length, end: reference.length, expression: part });
  }
  return written ? checkPath(pass, reference, written) : reference;
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
    fail('unsafe-value', 'url', 'begins with "//", which is another host; pass other values');
  // The expansion of a rooted template begins with its slash, or, if that was dropped, with `?` or `#`.
  const needsNoSlash = prefix ? rooted || /^(?:[/?#]|$)/.test(reference) : reference[0] === '/';
  const seam = needsNoSlash ? '' : '/';
  tell(record, 'note', { prefix: [prefix, seam] });
  return prefix + seam + reference;
}
