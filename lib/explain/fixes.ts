import type { EndpointError, EndpointErrorCode } from '../errors.js';
import { parameterLocation } from '../options.js';
import { isSafe, METHODS } from '../request/method.js';
import { isOption } from '../request/option-checks.js';
import { DOT_SEGMENT } from '../request/path.js';
import { isPlainObject } from '../template/values.js';
import { findSpan, type Context } from './context.js';
import { editRoute, leaveOut, rename, replaceValue, sendIn, tryFix } from './edits.js';
import type { Edit, ExplainedParameter, Fix, Layer, Problem, Span } from './explanation.js';
import { listFieldNames } from './layers.js';

/** A longer name isn't taken for a slip. */
const MAX_LENGTH = 40;
/** The names compared at most. */
const MAX_NAMES = 100;

/** The number of letters that are missing, superfluous, wrong, or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** `ownerName`, `owner_name` and `Owner-Name` are one. */
const normalise = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** The name among others of which this one is most likely a slip, or the other way round. */
function similarName(name: string, others: readonly string[]): string | undefined {
  const normalised = normalise(name);
  if (name.length > MAX_LENGTH || normalised.length < 3) return undefined;
  let best: string | undefined;
  let least = normalised.length < 6 ? 2 : 3;
  for (const other of others.slice(0, MAX_NAMES)) {
    if (other === name || Math.abs(other.length - name.length) > 4) continue;
    const distance = editDistance(normalised, normalise(other));
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** The parameter among others whose name is the most similar one. */
export function findSimilar(name: string, parameters: readonly ExplainedParameter[]): ExplainedParameter | undefined {
  const names = parameters.map((parameter) => parameter.name);
  const similar = similarName(name, names);
  return similar === undefined ? undefined : parameters[names.indexOf(similar)];
}

/** The parameters with a value that the url doesn't name. */
export const listStrays = ({ parameters }: Context): ExplainedParameter[] =>
  parameters.filter(({ given: way, expressions, value }) => way === 'plain' && !expressions.length && value != null);

/** The placeholders without a value. */
export const listUnfilled = ({ parameters }: Context): ExplainedParameter[] =>
  parameters.filter(({ given: way, path }) => way === undefined && path.length === 1);

/** Suggests a fix for an error; it is still to be tried. */
type Suggest = (context: Context, error: EndpointError, at: Span | undefined) => Fix | undefined;

/** The parameter of the error, among those given in one way or in any. */
function findParameter({ parameters }: Context, { parameter }: EndpointError, way?: ExplainedParameter['given']) {
  return parameters.find((candidate) => candidate.name === parameter && (way === undefined || candidate.given === way));
}

/** The location for a parameter that the url doesn't name. */
const chooseLocation = ({ trace: { method } }: Context): 'query' | 'body' => (isSafe(method) ? 'query' : 'body');

const missingParameter: Suggest = (context, { parameter = '' }) => {
  const stray = findSimilar(parameter, listStrays(context));
  return stray && rename(stray, parameter);
};

/** Leaves `.` and `..` out of a path. */
const unsafeValue: Suggest = (context, error) => {
  const name = error.parameter?.split(',')[0];
  const parameter = context.parameters.find(
    (candidate) => candidate.name === name && candidate.places.includes('path'),
  );
  if (!parameter) return undefined;
  const { value } = parameter;
  const keep = (segment: unknown): boolean =>
    typeof segment !== 'string' || DOT_SEGMENT.exec(segment)?.groups?.['segment'] !== segment;
  const safe = Array.isArray(value)
    ? value.filter(keep)
    : typeof value === 'string'
      ? value.split('/').filter(keep).join('/')
      : undefined;
  return safe?.length ? replaceValue(`Leave "." and ".." out of "${parameter.name}"`, parameter, safe) : undefined;
};

const duplicateParameter: Suggest = (context, error) => {
  const { parameter: name = '' } = error;
  const { trace } = context;
  const location = chooseLocation(context);
  if (isOption(name) && name !== 'data') {
    const { value, layer } = trace.attribution.options.get(name) ?? {};
    if (layer?.kind !== 'options') return undefined;
    const edits: Edit[] = [
      { kind: 'remove', path: [name] },
      { kind: 'set', path: [parameterLocation, location, name], value },
    ];
    return { label: `Send "${name}" in the ${location}`, edits };
  }
  const duplicate = findParameter(context, error, 'plain') ?? findParameter(context, error);
  return duplicate && leaveOut(duplicate);
};

const unsentParameter: Suggest = (context, error) => {
  const { parameter: name = '' } = error;
  if (name === 'in.body') return sendIn('query', ...context.parameters.filter(({ given: way }) => way === 'body'));
  const inPath = findParameter(context, error, 'path');
  if (inPath) {
    const placeholder = findSimilar(name, listUnfilled(context));
    return placeholder ? rename(inPath, placeholder.name) : leaveOut(inPath);
  }
  const stray = findParameter(context, error, 'plain');
  return stray && sendIn('query', stray);
};

/** The span of a malformed template to replace, and the text that makes it a template. */
function repairTemplate(text: string, { start, end }: Span): { span: Span; text: string } | undefined {
  const malformed = text.slice(start, end);
  if (text.startsWith('{{', start)) {
    const [all, inner] = /^\{\{([^{}]*)\}\}/.exec(text.slice(start)) ?? [];
    return all === undefined ? undefined : { span: { start, end: start + all.length }, text: `{${inner}}` };
  }
  if (malformed === '{') {
    const [name = ''] = /^[+#./;?&]?[\w.*,-]+/.exec(text.slice(end)) ?? [];
    return { span: { start, end: end + name.length }, text: name ? `{${name}}` : '' };
  }
  if (malformed === '}' || malformed === '{}') return { span: { start, end }, text: '' };
  const [, operator, inner] = /^\{([=,!@|]?)(.*)\}$/s.exec(malformed) ?? [];
  if (operator) return { span: { start, end }, text: `{${inner}}` };
  const trimmed = malformed.replace(/\s+/g, '');
  if (inner !== undefined && trimmed !== malformed) return { span: { start, end }, text: trimmed };
  return inner === undefined && malformed && !/\p{Cs}/u.test(malformed)
    ? { span: { start, end }, text: encodeURIComponent(malformed) }
    : undefined;
}

const invalidTemplate: Suggest = (context, error, at) => {
  const { trace, route, expressions } = context;
  if (!at) return undefined;
  const parameter = error.parameter === 'url' ? undefined : error.parameter;
  if (parameter !== undefined) {
    // A prefix on a list or map.
    const spans = expressions.flatMap(({ varspecs }) =>
      varspecs
        .filter(({ name, prefix }) => prefix && name === parameter)
        .map(({ start, end, name }) => ({ start: start + name.length, end, text: '' })),
    );
    const [first] = spans;
    return first && { label: `Drop "${route.text.slice(first.start, first.end)}"`, edits: editRoute(trace, spans) };
  }
  const repair = repairTemplate(route.text, at);
  if (!repair) return undefined;
  const { span, text } = repair;
  const label = text ? `Write "${text}"` : `Drop "${route.text.slice(span.start, span.end)}"`;
  return { label, edits: editRoute(trace, [{ ...span, text }]) };
};

const invalidMethod: Suggest = ({ trace, route }, _error, at) => {
  const word = at ? route.text.slice(at.start, at.end) : trace.attribution.options.get('method')?.value;
  if (typeof word !== 'string') return undefined;
  const method = similarName(word.toLowerCase(), METHODS)?.toUpperCase();
  if (method === undefined) return undefined;
  const edits: Edit[] = at
    ? editRoute(trace, [{ ...at, text: method }])
    : [{ kind: 'set', path: ['method'], value: method }];
  return { label: `Write "${method}"`, edits };
};

/** A line break in a header value. */
const invalidHeader: Suggest = ({ trace }, { parameter = '' }) => {
  const options = trace.sources.find(({ kind }) => kind === 'options')?.options;
  const headers: unknown = options?.headers;
  if (!isPlainObject(headers)) return undefined;
  const key = Object.keys(headers).find((name) => name.toLowerCase() === parameter);
  const value = key === undefined ? undefined : headers[key];
  if (key === undefined || typeof value !== 'string') return undefined;
  const edits: Edit[] = [{ kind: 'set', path: ['headers', key], value: value.replace(/[\0\r\n]+/g, ' ').trim() }];
  return { label: `Write "${parameter}" on one line`, edits };
};

const SUGGESTIONS: Partial<Record<EndpointErrorCode, Suggest>> = {
  'missing-parameter': missingParameter,
  'unsafe-value': unsafeValue,
  'duplicate-parameter': duplicateParameter,
  'unsent-parameter': unsentParameter,
  'invalid-template': invalidTemplate,
  'invalid-method': invalidMethod,
  'invalid-header': invalidHeader,
};

/** Finds the place of an error in the route. */
function locateError(context: Context, { code, position, parameter }: EndpointError): Span | undefined {
  const { route, expressions, parameters } = context;
  if (code === 'invalid-method' || code === 'invalid-template') {
    const invalid = route.tokens.find(({ kind }) => kind === 'invalid');
    if (invalid) return { start: invalid.start, end: invalid.end };
  }
  if (position !== undefined) {
    const start = position + route.offset;
    for (const { varspecs } of expressions)
      for (const varspec of varspecs) if (varspec.start === start) return { start, end: varspec.end };
    return { start, end: Math.min(start + 1, route.text.length) };
  }
  const names = parameter?.split(',') ?? [];
  const named = parameters.find(({ name, expressions: indices }) => names.includes(name) && indices.length);
  if (named) return findSpan(context, named);
  if (code === 'invalid-url' && parameter === 'url') return { start: route.offset, end: route.text.trimEnd().length };
  return undefined;
}

/** Finds the layer that caused an error. */
function findErrorLayer({ trace }: Context, { code, parameter = '' }: EndpointError): Layer | undefined {
  const { sources, attribution, errorLayer } = trace;
  if (errorLayer) return errorLayer;
  if (code !== 'invalid-header') return attribution.options.get(parameter.split(/[.,]/)[0] ?? '')?.layer;
  const source = sources.findLast(({ options }) => {
    const headers: unknown = options?.headers;
    return typeof headers === 'object' && headers && listFieldNames(headers).includes(parameter.toLowerCase());
  });
  return source && { kind: source.kind, index: source.index, label: source.label };
}

/** The error, with its place in the route, and a fix after which it is gone or another error comes first. */
export function explainError(context: Context): Problem<EndpointErrorCode> | undefined {
  const { trace } = context;
  const { error } = trace;
  if (!error) return undefined;
  const at = locateError(context, error);
  const fix = trace.builder && SUGGESTIONS[error.code]?.(context, error, at);
  return {
    code: error.code,
    sentence: error.message,
    parameter: error.parameter,
    at,
    layer: findErrorLayer(context, error),
    fix: fix && tryFix(trace, fix)?.message !== error.message ? fix : undefined,
  };
}
