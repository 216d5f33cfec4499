import { isJson, JSON_CONTENT_TYPE } from '../request/content.js';
import type { DroppedHeader, ExplainedBody, ExplainedHeader, Layer, Replaced } from './explanation.js';
import type { Parameters } from './parameters.js';
import * as sentences from './sentences.js';
import type { Trace } from './trace.js';

/** The headers that the request has, or would have. */
function finalHeaders({ request, options, accept, placed }: Trace): Readonly<Record<string, string>> {
  if (request) return request.headers;
  const headers = { ...options.headers };
  if (accept.value !== undefined) headers['accept'] = accept.value;
  if (isJson(placed.value?.body)) headers['content-type'] ??= JSON_CONTENT_TYPE;
  return headers;
}

/** Attributes each header to its source. */
export function explainHeaders(trace: Trace): ExplainedHeader[] {
  const { options, attribution } = trace;
  return Object.entries(finalHeaders(trace)).map(([name, value]) => {
    const attributed = attribution.headers.get(name);
    const merged = Object.hasOwn(options.headers, name) ? options.headers[name] : undefined;
    const isAdded = merged !== value && name === 'content-type';
    const isAmended = merged !== value && name === 'accept';
    const before: Replaced[] = isAmended && attributed ? [{ value: merged, layer: attributed.layer }] : [];
    const layer: Layer | undefined = isAdded ? undefined : attributed?.layer;
    const kind = layer?.kind === 'route' ? 'options' : (layer?.kind ?? 'options');
    const source = isAdded ? 'content' : isAmended ? 'mediaType' : kind;
    const replaced = [...(attributed?.replaced ?? []), ...before];
    return {
      name,
      value,
      source,
      layer,
      replaced,
      sentence: sentences.headerSource(name, source, layer, replaced, trace),
    };
  });
}

/** Default headers that aren't sent. */
export function explainDroppedHeaders({ attribution }: Trace, sent: readonly ExplainedHeader[]): DroppedHeader[] {
  const names = new Set(sent.map(({ name }) => name));
  return [...attribution.headers].flatMap(([name, { layer, replaced }]) =>
    names.has(name) || !replaced.some(({ value }) => value !== undefined)
      ? []
      : [{ name, layer, replaced, sentence: sentences.droppedHeader(name, layer) }],
  );
}

/** Attributes the body, and each of its keys, to its source. */
export function explainBody(trace: Trace, parameters: Parameters): ExplainedBody | undefined {
  const { request, placed, options, attribution } = trace;
  const value = request ? request.body : placed.value?.body;
  if (value === undefined) return undefined;
  const source = options.data === undefined ? 'parameters' : 'data';
  const layer = source === 'data' ? attribution.options.get('data')?.layer : undefined;
  const content = value as Readonly<Record<string, unknown>>;
  const names = source === 'data' ? [] : Object.keys(content);
  const located = parameters.list.filter(({ given: way }) => way === 'body').map(({ name }) => name);
  const inBody = new Set(located);
  const keys = names.map((key) => {
    const parameter = parameters.find(inBody.has(key) ? 'body' : 'plain', key);
    return { key, value: content[key], parameter, sentence: sentences.bodyKey(key, parameters.list[parameter]) };
  });
  return { source, value, keys, layer, sentence: sentences.bodySource(source, value, layer) };
}
