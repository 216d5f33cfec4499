import { parameterLocation } from '../../options.js';
import type { Edit, ExplainedParameter, OptionPath, Span } from '../explanation.js';
import type { Trace } from '../trace.js';

/** Replaces a piece of the route, or of the url in the options; a url of the defaults is given anew. */
export function editRoute(trace: Trace, edits: readonly (Span & { text: string })[]): Edit[] {
  const own = trace.route !== undefined || trace.attribution.options.get('url')?.layer.kind === 'options';
  if (own) return edits.map(({ start, end, text }) => ({ kind: 'route', start, end, text }));
  let url = trace.options.url ?? '';
  for (const { start, end, text } of [...edits].sort((one, other) => other.start - one.start))
    url = url.slice(0, start) + text + url.slice(end);
  return [{ kind: 'set', path: ['url'], value: url }];
}

/** The path of a parameter in `endpoint.in`. */
export const located = (location: 'path' | 'query' | 'body', name: string): OptionPath => [
  parameterLocation,
  location,
  name,
];

/** Takes a parameter away, also where defaults give it. */
export function unset({ path, layer, replaced }: ExplainedParameter): Edit {
  return layer?.kind === 'options' && !replaced.some(({ value }) => value !== undefined)
    ? { kind: 'remove', path }
    : { kind: 'set', path, value: undefined };
}

/** Gives a parameter another name. */
export function rename(parameter: ExplainedParameter, name: string): Edit[] {
  const away = unset(parameter);
  if (away.kind === 'remove') return [{ kind: 'rename', path: parameter.path, name }];
  return [away, { kind: 'set', path: [...parameter.path.slice(0, -1), name], value: parameter.value }];
}

/** Gives a parameter another place. */
export const move = (parameter: ExplainedParameter, path: OptionPath): Edit[] => [
  unset(parameter),
  { kind: 'set', path, value: parameter.value },
];

/** Gives a parameter another value. */
export const setValue = ({ path }: ExplainedParameter, value: unknown): Edit[] => [{ kind: 'set', path, value }];
