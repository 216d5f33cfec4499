import { parameterLocation, type EndpointOptions } from '../options.js';
import { applyFix, replaceSpans } from './apply-fix.js';
import type { Edit, ExplainedParameter, Fix, Span } from './explanation.js';
import { attempt } from './layers.js';
import type { Trace } from './trace.js';

/** Replaces pieces of the route, or of the url in the options; a url of the defaults is set in the options. */
export function editRoute(trace: Trace, edits: readonly (Span & { text: string })[]): Edit[] {
  const isEditable = trace.route !== undefined || trace.attribution.options.get('url')?.layer.kind === 'options';
  if (isEditable) return edits.map(({ start, end, text }) => ({ kind: 'route', start, end, text }));
  return [{ kind: 'set', path: ['url'], value: replaceSpans(trace.options.url ?? '', edits) }];
}

/** Removes a parameter, also one of the defaults. */
export function unset({ path, layer, replaced }: ExplainedParameter): Edit {
  return layer?.kind === 'options' && !replaced.some(({ value }) => value !== undefined)
    ? { kind: 'remove', path }
    : { kind: 'set', path, value: undefined };
}

export function rename(parameter: ExplainedParameter, name: string): Fix {
  const label = `Rename "${parameter.name}" to "${name}"`;
  const removal = unset(parameter);
  if (removal.kind === 'remove') return { label, edits: [{ kind: 'rename', path: parameter.path, name }] };
  const path = [...parameter.path.slice(0, -1), name];
  return { label, edits: [removal, { kind: 'set', path, value: parameter.value }] };
}

export function leaveOut(parameter: ExplainedParameter): Fix {
  return { label: `Leave "${parameter.name}" out`, edits: [unset(parameter)] };
}

/** Moves parameters to a location of `endpoint.in`. */
export function sendIn(location: 'query' | 'body', ...parameters: readonly ExplainedParameter[]): Fix {
  const edits = parameters.flatMap((parameter): Edit[] => {
    const { name, value } = parameter;
    return [unset(parameter), { kind: 'set', path: [parameterLocation, location, name], value }];
  });
  return { label: `Send "${parameters.map(({ name }) => name).join(', ')}" in the ${location}`, edits };
}

export const replaceValue = (label: string, { path }: ExplainedParameter, value: unknown): Fix => ({
  label,
  edits: [{ kind: 'set', path, value }],
});

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
