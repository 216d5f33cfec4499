import { isForm } from '../request/content.js';
import type { DroppedHeader, ExplainedBody, ExplainedHeader, Replaced } from './explanation.js';
import type { Parameters } from './parameters.js';
import type { Recording } from './recording.js';
import * as sentences from './sentences.js';

/** Attributes each header to its source. */
export function explainHeaders(recording: Recording): ExplainedHeader[] {
  const { results, attribution } = recording;
  return Object.entries(results.headers ?? recording.options?.headers ?? {}).map(([name, value]) => {
    const attributed = attribution.headers.get(name);
    const merged = attributed?.value;
    const isAmended = merged !== undefined && merged !== value;
    const isAdded = merged === undefined;
    const before: Replaced[] = isAmended && attributed ? [{ value: merged, layer: attributed.layer }] : [];
    const layer = isAdded ? undefined : attributed?.layer;
    const kind = layer?.kind === 'route' ? 'options' : (layer?.kind ?? 'options');
    // Only `accept` is amended, and only the type of the content is added.
    const source = isAmended || (isAdded && name === 'accept') ? 'mediaType' : isAdded ? 'content' : kind;
    const replaced = [...(attributed?.replaced ?? []), ...before];
    const header: ExplainedHeader & { sentence: string } = { name, value, source, layer, replaced, sentence: '' };
    header.sentence = sentences.headerSource(header, recording);
    return header;
  });
}

/** Default headers that aren't sent. */
export function explainDroppedHeaders({ attribution }: Recording, sent: readonly ExplainedHeader[]): DroppedHeader[] {
  const names = new Set(sent.map(({ name }) => name));
  return [...attribution.headers].flatMap(([name, { layer, replaced }]) =>
    names.has(name) || !replaced.some(({ value }) => value !== undefined)
      ? []
      : [{ name, layer, replaced, sentence: sentences.droppedHeader(name, layer) }],
  );
}

/** Attributes the body, and each of its keys, to its source. */
export function explainBody(
  { results, attribution, placedParameters }: Recording,
  parameters: Parameters,
): ExplainedBody | undefined {
  const { body: value, merged } = results;
  if (value === undefined) return undefined;
  const source = merged?.options.data === undefined ? 'parameters' : 'data';
  const layer = source === 'data' ? attribution.options.get('data')?.layer : undefined;
  // A later one in `endpoint.in` replaces a plain one.
  const passed = new Map(placedParameters.flatMap((p) => (p.place === 'body' ? [[p.name, p.passed] as const] : [])));
  const content = value as Readonly<Record<string, unknown>>;
  const form = isForm(results.headers?.['content-type']);
  const keys = (source === 'data' ? [] : Object.keys(content)).map((key) => {
    const parameter = parameters.find(passed.get(key) ?? 'plain', key);
    return { key, value: content[key], parameter, sentence: sentences.bodyKey(key, parameters.list[parameter], form) };
  });
  return { source, value, keys, layer, sentence: sentences.bodySource(source, value, layer, form) };
}
