import { isOnlyOne, spanOf, type Context, type Detect, type Finding } from '../context.js';
import { editRoute, located, move, rename, unset } from '../fixes/edits.js';
import type { Edit, ExplainedParameter, Span } from '../explanation.js';
import { findSecret, isSecret } from './secrets.js';
import { similarName } from '../fixes/similar-name.js';
import { isPlainObject } from '../../template/values.js';
import * as sentences from './sentences.js';

/** How many placeholders without a value are compared with names. */
const MAX_PLACEHOLDERS = 50;
const LONG_TEXT = 200;
const LONG_URL = 8000;
const PAGING = /^(?:page|per_?page)$/i;

const isGiven = ({ value }: ExplainedParameter): boolean => value != null;

/** Parameters whose names the url doesn't have, and placeholders that one of them may be meant for. */
export const didYouMean: Detect = function* (context) {
  const strays = context.parameters.filter(
    (parameter) => parameter.given === 'plain' && !parameter.expressions.length && isGiven(parameter),
  );
  const { error } = context.trace;
  const missing = error?.code === 'missing-parameter' ? error.parameter : undefined;
  // What the error is about has its own fix.
  const unfilled = context.parameters.filter(
    ({ name, given, path }) => given === undefined && path.length === 1 && name !== missing,
  );
  const taken = new Set<string>();
  for (const placeholder of strays.length ? unfilled.slice(0, MAX_PLACEHOLDERS) : []) {
    const name = similarName(
      placeholder.name,
      strays.filter((stray) => !taken.has(stray.name)).map((stray) => stray.name),
    );
    const stray = strays.find((candidate) => candidate.name === name);
    if (!stray) continue;
    taken.add(stray.name);
    yield {
      sentence: sentences.didYouMean(stray.name, placeholder.name),
      parameter: stray.name,
      at: spanOf(context, placeholder),
      layer: stray.layer,
      fix: { label: sentences.rename(stray.name, placeholder.name), edits: rename(stray, placeholder.name) },
    };
  }
};

/** What is given and would be lost. */
export const unusedParameter: Detect = function* (context) {
  const { trace } = context;
  if (trace.error) return;
  for (const parameter of context.parameters) {
    const { name, given, value, places, layer } = parameter;
    if (given !== 'plain' || places.length || !isGiven(parameter)) continue;
    const members = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : [value];
    if (!members.some((member) => member != null)) continue;
    const overruled = !!trace.target.value?.names.has(name);
    if (!overruled && trace.options.data === undefined) continue;
    const fix = overruled
      ? { label: sentences.leaveOut(name), edits: [unset(parameter)] }
      : { label: sentences.toQuery(name), edits: move(parameter, located('query', name)) };
    yield { sentence: sentences.unusedParameter(name, overruled), parameter: name, layer, fix };
  }
};

/** Parameters of paging are the query's, with any method. */
export const queryInBody: Detect = function* ({ parameters }) {
  for (const parameter of parameters) {
    const { name, given, places, value, layer } = parameter;
    if (given !== 'plain' || !places.includes('body') || !PAGING.test(name) || typeof value === 'object') continue;
    const fix = { label: sentences.toQuery(name), edits: move(parameter, located('query', name)) };
    yield { sentence: sentences.queryInBody(name), parameter: name, layer, fix };
  }
};

/** Content that endpoint.in puts into the query. */
export const bodyInQuery: Detect = function* ({ parameters, trace: { method } }) {
  if (method !== 'post' && method !== 'put' && method !== 'patch') return;
  for (const parameter of parameters) {
    const { name, given, expressions, places, value, layer } = parameter;
    const content =
      isPlainObject(value) || (typeof value === 'string' && (value.length > LONG_TEXT || value.includes('\n')));
    if (given !== 'query' || expressions.length || !places.length || !content) continue;
    const fix = { label: sentences.toBody(name), edits: move(parameter, located('body', name)) };
    yield { sentence: sentences.bodyInQuery(name), parameter: name, layer, fix };
  }
};

/** Sets the header that credentials belong into. */
const authorize = (value: string): Edit => ({ kind: 'set', path: ['headers', 'authorization'], value });

/** Credentials among the values. */
function* secretValues(context: Context): Iterable<Finding> {
  const { parameters, trace } = context;
  for (const parameter of parameters) {
    const { name, value, places, layer } = parameter;
    if (!places.some((place) => place !== 'body')) continue;
    const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value.slice(0, 100) : [];
    if (!texts.some((text) => typeof text === 'string' && isSecret(name, text))) continue;
    const bare = typeof value === 'string' ? value.replace(/^(?:bearer|token) +/i, '') : undefined;
    const free = !Object.hasOwn(trace.options.headers, 'authorization') && isOnlyOne(context, parameter);
    const fix =
      bare !== undefined && free
        ? { label: sentences.toAuthorization(name), edits: [unset(parameter), authorize(`Bearer ${bare}`)] }
        : undefined;
    yield { sentence: sentences.secretValue(name), parameter: name, layer, fix };
  }
}

/** The pair of a query that holds a credential, with the mark that goes with it; undefined where it is no pair. */
function pairAround(text: string, { start, end }: Span): Span | undefined {
  const [pair, mark = ''] = /([?&])[^=&#{}?]*=$/.exec(text.slice(Math.max(0, start - 100), start)) ?? [];
  if (pair === undefined) return undefined;
  if (text[end] === '&') return { start: start - pair.length + mark.length, end: end + 1 };
  return text[end] === undefined || /[#\s]/.test(text[end]) || mark === '&'
    ? { start: start - pair.length, end }
    : undefined;
}

/** Credentials in the route itself. */
export const secretInUrl: Detect = function* (context) {
  yield* secretValues(context);
  const { route, trace } = context;
  for (const { kind, start, text } of route.tokens) {
    const secret = kind === 'literal' ? findSecret(text) : undefined;
    if (!secret) continue;
    const at = { start: start + secret.start, end: start + secret.end };
    const pair = pairAround(route.text, at);
    const free = !Object.hasOwn(trace.options.headers, 'authorization');
    const edits = pair && [
      ...editRoute(trace, [{ ...pair, text: '' }]),
      authorize(`Bearer ${route.text.slice(at.start, at.end)}`),
    ];
    yield {
      sentence: sentences.secretLiteral,
      at,
      fix: edits && free ? { label: sentences.toAuthorization(), edits } : undefined,
    };
  }
};

/** `https://user:password@host`. */
export const credentialsInUrl: Detect = function* ({ url, trace, route, headers }) {
  const [origin] = url;
  const credentials = origin?.part === 'origin' ? /^[^:]*:\/\/([^@]*)@/.exec(origin.text)?.[1] : undefined;
  if (credentials === undefined || !origin) return;
  const inRoute = origin.source.kind === 'literal';
  const at = inRoute ? { start: route.offset, end: route.offset + route.origin.length } : undefined;
  const free = !headers.some(({ name }) => name === 'authorization');
  const text = /^[\w.~:!$&'()*+,;=-]*$/.test(credentials) ? credentials : undefined;
  const stripped = (from: string): string => from.replace(`${credentials}@`, '');
  const away: Edit[] = at
    ? editRoute(trace, [{ ...at, text: stripped(route.origin) }])
    : [{ kind: 'set', path: ['baseUrl'], value: stripped(trace.options.baseUrl) }];
  const fix =
    free && text !== undefined
      ? { label: sentences.toAuthorization(), edits: [...away, authorize(`Basic ${btoa(text)}`)] }
      : undefined;
  const layer = origin.source.kind === 'base' ? origin.source.layer : undefined;
  yield { sentence: sentences.credentialsInUrl, at, layer, fix };
};

declare const btoa: (bytes: string) => string;

/** JSON that was written before it was given. */
export const jsonText: Detect = function* ({ trace, body, headers }) {
  const { data } = trace.options;
  if (body?.source !== 'data' || typeof data !== 'string' || !/^\s*[[{]/.test(data)) return;
  if (headers.some(({ name }) => name === 'content-type')) return;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    // Text that only begins like JSON.
    return;
  }
  const edits: Edit[] = [{ kind: 'set', path: ['data'], value }];
  yield {
    sentence: sentences.jsonText,
    parameter: 'data',
    layer: body.layer,
    fix: { label: sentences.giveData, edits },
  };
};

/** `${name}` of a template literal that is none. */
export const dollarBrace: Detect = function* ({ route, trace, expressions }) {
  const spans: Span[] = [];
  for (const { start, operator } of expressions) {
    const [dollars = ''] = /\$+$/.exec(route.text.slice(Math.max(0, start - 10), start)) ?? [];
    if (dollars && operator === '' && route.text[start] === '{')
      spans.push({ start: start - dollars.length, end: start });
  }
  const [at] = spans;
  if (!at) return;
  const edits = editRoute(
    trace,
    spans.map(({ start, end }) => ({ start, end, text: '' })),
  );
  yield { sentence: sentences.dollarBrace, at, fix: { label: sentences.dropDollar, edits } };
};

/** A format that no media type takes up. */
export const unusedMediaType: Detect = function* ({ trace, headers }) {
  const { mediaType, headers: merged } = trace.options;
  const accept = headers.find(({ name }) => name === 'accept');
  if (!mediaType.format || !accept || !trace.rules.amendAccept || accept.source === 'mediaType') return;
  if (merged['accept']?.includes(mediaType.format)) return;
  yield { sentence: sentences.unusedMediaType(mediaType.format), parameter: 'mediaType.format', layer: accept.layer };
};

/** More than many servers read. */
export const longUrl: Detect = function* ({ trace: { request } }) {
  if (request && request.url.length > LONG_URL) yield { sentence: sentences.longUrl(request.url.length) };
};
