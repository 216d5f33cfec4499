import { isPlainObject } from '../../template/values.js';
import { findSpan, type Detect } from '../context.js';
import { editRoute, leaveOut, rename, sendIn } from '../edits.js';
import type { Edit, Span } from '../explanation.js';
import { findSimilar, listStrays, listUnfilled } from '../fixes.js';
import { writes } from '../parameters.js';
import { code } from '../sentences.js';

/** The placeholders without a value that are compared with names at most. */
const MAX_PLACEHOLDERS = 50;
const LONG_TEXT = 200;
const LONG_URL = 8000;
const PAGING = /^(?:page|per_?page)$/i;

/** A parameter that the url doesn't name, and a placeholder with a similar name. */
export const didYouMean: Detect = function* (context) {
  let strays = listStrays(context);
  const { error } = context.trace;
  const missing = error?.code === 'missing-parameter' ? error.parameter : undefined;
  // The parameter of the error has a fix already.
  const unfilled = listUnfilled(context).filter(({ name }) => name !== missing);
  for (const placeholder of strays.length ? unfilled.slice(0, MAX_PLACEHOLDERS) : []) {
    const stray = findSimilar(placeholder.name, strays);
    if (!stray) continue;
    strays = strays.filter(({ name }) => name !== stray.name);
    const target = code(placeholder.name);
    yield {
      sentence: `${code(stray.name)} is given, but the url names ${target}, which has no value: did you mean ${target}?`,
      parameter: stray.name,
      at: findSpan(context, placeholder),
      layer: stray.layer,
      fix: rename(stray, placeholder.name),
    };
  }
};

/** A parameter that goes nowhere. */
export const unusedParameter: Detect = function* ({ trace, parameters }) {
  if (trace.error) return;
  for (const parameter of parameters) {
    const { name, given: way, value, places, layer } = parameter;
    if (way !== 'plain' || places.length || !writes(value)) continue;
    if (trace.target.value?.names.has(name)) {
      const sentence = `${code(name)} is not used, because endpoint.in fills the placeholder.`;
      yield { sentence, parameter: name, layer, fix: leaveOut(parameter) };
    } else if (trace.options.data !== undefined) {
      const sentence = `${code(name)} is not sent, because ${code('data')} is the whole body and the url does not name it.`;
      yield { sentence, parameter: name, layer, fix: sendIn('query', parameter) };
    }
  }
};

/** A parameter of paging, which belongs in the query with any method. */
export const queryInBody: Detect = function* ({ parameters }) {
  for (const parameter of parameters) {
    const { name, given: way, places, value, layer } = parameter;
    if (way !== 'plain' || !places.includes('body') || !PAGING.test(name) || typeof value === 'object') continue;
    const sentence = `${code(name)} went to the JSON body; most APIs expect it in the query, with any method.`;
    yield { sentence, parameter: name, layer, fix: sendIn('query', parameter) };
  }
};

/** Content that endpoint.in puts in the query. */
export const bodyInQuery: Detect = function* ({ parameters, trace: { method } }) {
  if (method !== 'post' && method !== 'put' && method !== 'patch') return;
  for (const parameter of parameters) {
    const { name, given: way, expressions, places, value, layer } = parameter;
    const content =
      isPlainObject(value) || (typeof value === 'string' && (value.length > LONG_TEXT || value.includes('\n')));
    if (way !== 'query' || expressions.length || !places.length || !content) continue;
    const sentence = `${code(name)} went to the query, where endpoint.in puts it; an object or a long text usually belongs in the body.`;
    yield { sentence, parameter: name, layer, fix: sendIn('body', parameter) };
  }
};

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
    sentence: 'data is JSON as text, which gets no content type; pass the value itself to send it as JSON.',
    parameter: 'data',
    layer: body.layer,
    fix: { label: 'Pass the value itself', edits },
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
  const sentence = 'The `$` before the brace stays in the url; write `{name}` without it.';
  yield { sentence, at, fix: { label: 'Drop the $', edits } };
};

/** A format that amends no media type. */
export const unusedMediaType: Detect = function* ({ trace, headers }) {
  const { mediaType, headers: merged } = trace.options;
  const accept = headers.find(({ name }) => name === 'accept');
  if (!mediaType.format || !accept || !trace.rules.amendAccept || accept.source === 'mediaType') return;
  if (merged['accept']?.includes(mediaType.format)) return;
  const sentence = `The format ${code(mediaType.format)} changes nothing, because accept has no media type of the vendor.`;
  yield { sentence, parameter: 'mediaType.format', layer: accept.layer };
};

/** A url that many servers refuse. */
export const longUrl: Detect = function* ({ trace: { request } }) {
  const { length } = request?.url ?? '';
  if (length > LONG_URL) yield { sentence: `The url has ${length} characters; many servers refuse more than 8,000.` };
};
