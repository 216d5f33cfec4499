import { findSpan, type Detect } from '../context.js';
import { isPlainObject } from '../../template/values.js';
import type { ExplainedParameter, Edit, Span } from '../explanation.js';
import { located, move, rename, unset, editRoute } from '../edits.js';
import * as labels from '../labels.js';
import { similarName } from '../fixes.js';
import * as sentences from './sentences.js';

/** The placeholders without a value that are compared with names at most. */
const MAX_PLACEHOLDERS = 50;
const LONG_TEXT = 200;
const PAGING = /^(?:page|per_?page)$/i;

const isGiven = ({ value }: ExplainedParameter): boolean => value != null;

/** A parameter that the url doesn't name, and a placeholder with a similar name. */
export const didYouMean: Detect = function* (context) {
  const strays = context.parameters.filter(
    (parameter) => parameter.given === 'plain' && !parameter.expressions.length && isGiven(parameter),
  );
  const { error } = context.trace;
  const missing = error?.code === 'missing-parameter' ? error.parameter : undefined;
  // The parameter of the error has a fix already.
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
      at: findSpan(context, placeholder),
      layer: stray.layer,
      fix: { label: labels.rename(stray.name, placeholder.name), edits: rename(stray, placeholder.name) },
    };
  }
};

/** A parameter that goes nowhere. */
export const unusedParameter: Detect = function* (context) {
  const { trace } = context;
  if (trace.error) return;
  for (const parameter of context.parameters) {
    const { name, given, value, places, layer } = parameter;
    if (given !== 'plain' || places.length || !isGiven(parameter)) continue;
    const members = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : [value];
    if (!members.some((member) => member != null)) continue;
    const isReplaced = !!trace.target.value?.names.has(name);
    if (!isReplaced && trace.options.data === undefined) continue;
    const fix = isReplaced
      ? { label: labels.leaveOut(name), edits: [unset(parameter)] }
      : { label: labels.toQuery(name), edits: move(parameter, located('query', name)) };
    yield { sentence: sentences.unusedParameter(name, isReplaced), parameter: name, layer, fix };
  }
};

/** A parameter of paging, which belongs in the query with any method. */
export const queryInBody: Detect = function* ({ parameters }) {
  for (const parameter of parameters) {
    const { name, given, places, value, layer } = parameter;
    if (given !== 'plain' || !places.includes('body') || !PAGING.test(name) || typeof value === 'object') continue;
    const fix = { label: labels.toQuery(name), edits: move(parameter, located('query', name)) };
    yield { sentence: sentences.queryInBody(name), parameter: name, layer, fix };
  }
};

/** Content that endpoint.in puts in the query. */
export const bodyInQuery: Detect = function* ({ parameters, trace: { method } }) {
  if (method !== 'post' && method !== 'put' && method !== 'patch') return;
  for (const parameter of parameters) {
    const { name, given, expressions, places, value, layer } = parameter;
    const content =
      isPlainObject(value) || (typeof value === 'string' && (value.length > LONG_TEXT || value.includes('\n')));
    if (given !== 'query' || expressions.length || !places.length || !content) continue;
    const fix = { label: labels.toBody(name), edits: move(parameter, located('body', name)) };
    yield { sentence: sentences.bodyInQuery(name), parameter: name, layer, fix };
  }
};

const LONG_URL = 8000;

/** A value that is JSON text already. */
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
    fix: { label: labels.passData, edits },
  };
};

/** `${name}`, as in a template literal. */
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
  yield { sentence: sentences.dollarBrace, at, fix: { label: labels.dropDollar, edits } };
};

/** A format that amends no media type. */
export const unusedMediaType: Detect = function* ({ trace, headers }) {
  const { mediaType, headers: merged } = trace.options;
  const accept = headers.find(({ name }) => name === 'accept');
  if (!mediaType.format || !accept || !trace.rules.amendAccept || accept.source === 'mediaType') return;
  if (merged['accept']?.includes(mediaType.format)) return;
  yield { sentence: sentences.unusedMediaType(mediaType.format), parameter: 'mediaType.format', layer: accept.layer };
};

/** A url that many servers refuse. */
export const longUrl: Detect = function* ({ trace: { request } }) {
  if (request && request.url.length > LONG_URL) yield { sentence: sentences.longUrl(request.url.length) };
};
