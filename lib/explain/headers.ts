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
    return Object.assign(facts, { sentence: headerSource(facts, recording) });
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
export function explainBody(
  { results, attribution, placedParameters }: Recording,
  parameters: Parameters,
): ExplainedBody | undefined {
  const { body: value, merged } = results;
  if (value === undefined) return undefined;
  const source = merged?.options.data === undefined ? 'parameters' : 'data';
  const layer = source === 'data' ? attribution.plain?.get('data')?.layer : undefined;
  // A later one in `endpoint.in` replaces a plain one.
  const inBody = placedParameters.filter(({ place }) => place === 'body');
  const passed = new Map(inBody.map(({ name, passed: way }) => [name, way]));
  const content = value as Readonly<Record<string, unknown>>;
  const isOfForm = isForm(results.headers?.['content-type']);
  const keys = (source === 'data' ? [] : Object.keys(content)).map((key) => {
    const parameter = parameters.find(passed.get(key) ?? 'plain', key);
    const { given: way, layer: from } = parameters.list[parameter] ?? {};
    const why = way === 'body' ? 'endpoint.in puts it there' : 'the url does not name it';
    const sentence = `\`${key}\` is a key of the ${isOfForm ? 'form' : 'JSON body'}: ${why}${by(from)}.`;
    return { key, value: content[key], parameter, sentence };
  });
  const type = isJson(value) ? `it is sent as ${isOfForm ? 'a form' : 'JSON'}` : 'no content type is added';
  const sentence =
    source === 'data'
      ? `The body is \`data\`, unchanged${by(layer)}; ${type}.`
      : `The body is a ${isOfForm ? 'form' : 'JSON object'} of the parameters that the url does not name.`;
  return { source, value, keys, layer, sentence };
}
