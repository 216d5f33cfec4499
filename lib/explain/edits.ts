import type { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions } from '../options.js';
import { applyFix, replaceSpans, type Replacement } from './apply-fix.js';
import type { Context } from './context.js';
import type { Edit, ExplainedParameter, Fix, OptionPath, Span } from './explanation.js';

/** Replaces pieces of the route, or of the url in the options; a url of the defaults is set in the options. */
export function editRoute({ call, route }: Context, edits: readonly Replacement[]): Edit[] {
  if (call.route !== undefined || call.options?.url !== undefined)
    return edits.map(({ start, end, text }) => ({ kind: 'route', start, end, text }));
  return [{ kind: 'set', path: ['url'], value: replaceSpans(route, edits) }];
}

/** Writes a text in the place of pieces of the route. */
export const rewrite = (context: Context, label: string, spans: readonly Span[], text: string): Fix => ({
  label,
  edits: editRoute(
    context,
    spans.map(({ start, end }) => ({ start, end, text })),
  ),
});

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

/** Sets an option, such as the value of a parameter. */
export const setOption = (label: string, path: OptionPath, value: unknown): Fix => ({
  label,
  edits: [{ kind: 'set', path, value }],
});

/** The builder's error for the route and these options with the fix applied, if it throws one. */
export function tryFix(
  fix: Fix,
  options: EndpointOptions | undefined,
  { call, tryBuild }: Context,
): EndpointError | undefined {
  const fixed = applyFix(call.route, options, fix);
  return tryBuild?.(fixed.route, fixed.options);
}
