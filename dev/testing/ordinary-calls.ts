/** Calls of an API's operations with example values, as a caller of the builder writes them, and the warnings about them. */
import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import type { Explain, WarningCode } from 'endpoint.js/explain';
import { createExample, type ApiDocument, type ApiOperation, type Located } from 'endpoint.js/openapi';

const { in: IN } = createEndpoint();
const OPTIONS = new Set(['baseUrl', 'method', 'url', 'headers', 'mediaType', 'data', 'request']);

/** A value of a call, with its place; `data` is the whole body. */
interface PlacedValue {
  readonly place: string;
  readonly name: string;
  readonly value: unknown;
}

/** The options with these values: by their names, those that are options or occur twice by their place. */
export function toOptions(values: readonly PlacedValue[]): EndpointOptions {
  const options: Record<string, unknown> = {};
  const located: Record<string, Record<string, unknown>> = {};
  for (const { place, name, value } of values) {
    if (place === 'header' || place === 'cookie' || value === undefined) continue;
    if (place === 'data') options['data'] = value;
    else if (OPTIONS.has(name) || Object.hasOwn(options, name)) (located[place] ??= {})[name] = value;
    else options[name] = value;
  }
  return Object.keys(located).length > 0 ? { ...options, [IN]: located } : options;
}

/** The options of a call with all parameters of an operation and all members of its body. */
export function fillOperation(document: ApiDocument, { parameters, body }: ApiOperation): EndpointOptions {
  const example = (schema: Located): unknown => createExample(document, schema, { members: 'all' });
  const values: PlacedValue[] = parameters.map(({ name, in: place, schema, example: value = example(schema) }) => ({
    place,
    name,
    value: place === 'path' ? (value ?? 'text') : value,
  }));
  for (const { name, schema } of body?.fields ?? []) values.push({ place: 'body', name, value: example(schema) });
  const content = body && (body.example ?? example(body.schema));
  if (typeof content !== 'object' || !content || Array.isArray(content))
    values.push({ place: 'data', name: 'data', value: content });
  else
    values.push(...Object.entries(content).map(([name, value]) => ({ place: 'body', name, value: value as unknown })));
  return toOptions(values);
}

/** The warnings whose rate on ordinary calls is held below one in a thousand. */
const CODES: ReadonlySet<WarningCode> = new Set([
  'other-client-option',
  'secret-in-url',
  'credentials-elsewhere',
  'many-parameters',
  'long-url',
]);

/** A sentence for each of these warnings, after its code and route; a `\` in a path counts as well. */
export function listWarnings(explain: Explain, route: string, options: EndpointOptions): string[] {
  const { warnings } = explain(route, options);
  const found = warnings.filter(
    ({ code, sentence }) => CODES.has(code) || (code === 'encoded-slash' && sentence.includes('%5C')),
  );
  return found.map(({ code, sentence }) => `${code}: ${route}: ${sentence}`);
}
