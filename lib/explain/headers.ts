import { isForm, isJson } from '../request/content.js';
import { hasOwn } from '../template/values.js';
import type { ExplainedBody, ExplainedHeader } from './explanation.js';
import type { Parameters } from './parameters.js';
import type { Attributed, Recording } from './recording.js';
import { by, headerSource } from './sentences.js';

/** Attributes each header to its source. */
export function explainHeaders(recording: Recording) {
  const { headers, attribution } = recording;
  return Object.entries(headers).map(([name, value]) => {
    const { value: merged, layer: from, replaced = [] }: Partial<Attributed> = attribution.headers?.get(name) ?? {};
    const isChanged = merged !== value;
    const layer = merged === undefined ? undefined : from;
    // Only `accept` is amended, and only the type of the content is added.
    const changed = name === 'content-type' ? 'content' : 'mediaType';
    const facts = {
      name,
      value,
      source: isChanged || !layer ? changed : (layer.kind as ExplainedHeader['source']),
      layer,
      replaced: isChanged && layer ? [...replaced, { value: merged, layer }] : replaced,
    };
    return Object.assign(facts, { sentence: headerSource(facts) });
  });
}

/** Default headers that aren't sent. */
export function explainDroppedHeaders({ attribution, headers }: Recording) {
  const dropped = [];
  for (const [name, { layer, replaced }] of attribution.headers ?? [])
    if (!hasOwn(headers, name) && replaced.some(({ value }) => value !== undefined))
      dropped.push({ name, layer, replaced, sentence: `\`${name}\` is dropped by ${layer.label}.` });
  return dropped;
}

/** Attributes the body, and each of its keys, to its source. */
export function explainBody({ results, attribution }: Recording, { list }: Parameters): ExplainedBody | undefined {
  const { body: value, merged } = results;
  if (value === undefined) return undefined;
  const source = merged?.options.data === undefined ? 'parameters' : 'data';
  const layer = source === 'data' ? attribution.plain?.get('data')?.layer : undefined;
  const indices = new Map<string, number>();
  // A later one in `endpoint.in` replaces a plain one.
  for (const [index, { name, places }] of list.entries()) if (places.includes('body')) indices.set(name, index);
  const content = value as Readonly<Record<string, unknown>>;
  const keys = (source === 'data' ? [] : Object.keys(content)).map((key) => {
    const parameter = indices.get(key) ?? -1;
    return { key, value: content[key], parameter, sentence: list[parameter]?.sentence ?? '' };
  });
  const subject = source === 'data' ? '`data`' : 'the parameters that the url does not name';
  const form = isForm(results.headers?.['content-type']) ? 'a form' : 'JSON';
  const sentence = `The body is ${subject}${by(layer)}; it is sent ${isJson(value) ? `as ${form}` : 'unchanged'}.`;
  return { source, value, keys, layer, sentence };
}
