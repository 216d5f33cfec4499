import { parameterLocation, type EndpointOptions } from '../options.js';
import { applyFix } from './apply-fix.js';
import type { Edit, ExplainedParameter, OptionPath, Span, Fix } from './explanation.js';
import { type Trace, attempt } from './trace.js';

/** Replaces pieces of the route, or of the url in the options; a url of the defaults is set in the options. */
export function editRoute(trace: Trace, edits: readonly (Span & { text: string })[]): Edit[] {
  const isEditable = trace.route !== undefined || trace.attribution.options.get('url')?.layer.kind === 'options';
  if (isEditable) return edits.map(({ start, end, text }) => ({ kind: 'route', start, end, text }));
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

/** Removes a parameter, also one of the defaults. */
export function unset({ path, layer, replaced }: ExplainedParameter): Edit {
  return layer?.kind === 'options' && !replaced.some(({ value }) => value !== undefined)
    ? { kind: 'remove', path }
    : { kind: 'set', path, value: undefined };
}

/** Renames a parameter. */
export function rename(parameter: ExplainedParameter, name: string): Edit[] {
  const removal = unset(parameter);
  if (removal.kind === 'remove') return [{ kind: 'rename', path: parameter.path, name }];
  return [removal, { kind: 'set', path: [...parameter.path.slice(0, -1), name], value: parameter.value }];
}

/** Moves a parameter to another place in the options. */
export const move = (parameter: ExplainedParameter, path: OptionPath): Edit[] => [
  unset(parameter),
  { kind: 'set', path, value: parameter.value },
];

/** Replaces a parameter's value. */
export const setValue = ({ path }: ExplainedParameter, value: unknown): Edit[] => [{ kind: 'set', path, value }];

const findOptions = ({ sources }: Trace): EndpointOptions | undefined =>
  sources.find(({ kind }) => kind === 'options')?.options;

/** The builder's error for the call with the fix applied, if it throws one. */
export function tryFix(trace: Trace, fix: Fix): Error | undefined {
  const { route, builder } = trace;
  return attempt(() => {
    const fixed = applyFix(route, findOptions(trace), fix);
    return fixed.route === undefined
      ? builder?.(fixed.options as never)
      : builder?.(fixed.route, fixed.options as never);
  }).error;
}

/** Whether the builder gets as far as merging the options: before that, the effect of a warning's fix can't be known. */
export function canTryFixes(trace: Trace): boolean {
  const { route, builder, request } = trace;
  const options = findOptions(trace) as never;
  if (request || !builder) return !!request;
  return !attempt(() => (route === undefined ? builder.merge(options) : builder.merge(route, options))).error;
}

/** The fix, if it causes no new error. */
export function keepHarmless(fix: Fix, trace: Trace): Fix | undefined {
  const error = tryFix(trace, fix);
  return !error || error.message === trace.error?.message ? fix : undefined;
}
