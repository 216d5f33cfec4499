import type { Detect } from '../context.js';
import type { Edit, Span } from '../explanation.js';
import { editRoute } from '../fixes/edits.js';
import * as labels from '../fixes/labels.js';
import * as sentences from './sentences.js';

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
