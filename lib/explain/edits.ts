import { parameterLocation, type EndpointOptions } from '../options.js';
import { build } from '../request/build.js';
import { mergeHeaders } from '../request/header-fields.js';
import { setOwn } from '../request/plain-objects.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import type { Context } from './context.js';
import type { Edit, ExplainedParameter, Fix, OptionPath, Span } from './explanation.js';
import { catchError } from './malformed.js';

type Key = OptionPath[number];
type Members = Record<Key, unknown>;

/** A copy in which the key has another name; a key that had this name is replaced. */
function withName(members: Readonly<Members>, key: Key, name: string) {
  if (!hasOwn(members, key)) return { ...members };
  const keys = (Reflect.ownKeys(members) as Key[]).filter((member) => member !== name);
  return Object.fromEntries(keys.map((member) => [member === key ? name : member, members[member]])) as Members;
}

/** The members of an option, without those of a wrong one. Headers may be pairs, of which merging makes an object. */
function getMembers(option: Key, value: unknown) {
  let members = {};
  if (isPlainObject(value)) members = value;
  else if (option === 'headers') catchError(() => (members = mergeHeaders(value, {})));
  return members as Members;
}

function editOptions(
  members: Readonly<Members>,
  [key, ...rest]: OptionPath,
  edit: Exclude<Edit, { kind: 'route' }>,
): Members {
  const copy = { ...members };
  if (key === undefined) return copy;
  if (rest.length) {
    const inner = editOptions(getMembers(key, members[key]), rest, edit);
    if (edit.kind === 'remove' && !Reflect.ownKeys(inner).length) delete copy[key];
    else setOwn(copy, key, inner);
  } else if (edit.kind === 'rename') return withName(members, key, edit.name);
  else if (edit.kind === 'remove') delete copy[key];
  else setOwn(copy, key, edit.value);
  return copy;
}

/** A text for a piece of another one. */
interface Replacement extends Span {
  readonly text: string;
}

/** Replaces spans of a text. */
function replaceSpans(text: string, edits: readonly Replacement[]) {
  let edited = '';
  let read = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    edited += text.slice(read, edit.start) + edit.text;
    read = edit.end;
  }
  return edited + text.slice(read);
}

/**
 * Applies a fix of an explanation to the explained route and options, and returns the fixed ones; its arguments stay unchanged.
 *
 * Without a route, edits of its text go to `options.url`.
 */
export function applyFix<Route extends string | undefined>(
  route: Route,
  options: EndpointOptions | undefined,
  { edits }: Fix,
): { route: Route; options: EndpointOptions } {
  let edited = { ...options } as Members;
  for (const edit of edits) if (edit.kind !== 'route') edited = editOptions(edited, edit.path, edit);
  const ofRoute = edits.filter((edit) => edit.kind === 'route');
  const url = edited['url'];
  if (route === undefined && typeof url === 'string') edited['url'] = replaceSpans(url, ofRoute);
  const written = route === undefined ? route : replaceSpans(route, ofRoute);
  return { route: written as Route, options: edited as EndpointOptions };
}

/** Sets an option. */
export const set = (path: OptionPath, value: unknown): Edit => ({ kind: 'set', path, value });

/** Replaces pieces of the route, or of the url in the options; a url of the defaults is set in the options. */
export function editRoute({ call, route }: Context, edits: readonly Replacement[]): Edit[] {
  if (call.route !== undefined || call.options?.url !== undefined)
    return edits.map((edit) => ({ kind: 'route', ...edit }));
  return [set(['url'], replaceSpans(route, edits))];
}

/** Writes a text in the place of pieces of the route. */
export const rewrite = (context: Context, label: string, spans: readonly Span[], text: string) => ({
  label,
  edits: editRoute(
    context,
    spans.map((span) => ({ ...span, text })),
  ),
});

/** Removes a parameter, also one of the defaults. */
export function unset({ path, layer, replaced }: ExplainedParameter): Edit {
  return layer?.kind === 'options' && !replaced.some(({ value }) => value !== undefined)
    ? { kind: 'remove', path }
    : set(path, undefined);
}

export function rename(parameter: ExplainedParameter, name: string): Fix {
  const label = `Rename "${parameter.name}" to "${name}"`;
  const removal = unset(parameter);
  if (removal.kind === 'remove') return { label, edits: [{ kind: 'rename', path: parameter.path, name }] };
  const path = [...parameter.path.slice(0, -1), name];
  return { label, edits: [removal, set(path, parameter.value)] };
}

export function leaveOut(parameter: ExplainedParameter) {
  return { label: `Leave "${parameter.name}" out`, edits: [unset(parameter)] };
}

/** Moves parameters to a location of `endpoint.in`. */
export function sendIn(location: 'query' | 'body', ...parameters: readonly ExplainedParameter[]) {
  const edits = parameters.flatMap((parameter) => [
    unset(parameter),
    set([parameterLocation, location, parameter.name], parameter.value),
  ]);
  return { label: `Send "${parameters.map(({ name }) => name).join(', ')}" in the ${location}`, edits };
}

/** Sets an option, such as the value of a parameter. */
export const setOption = (label: string, path: OptionPath, value: unknown) => ({
  label,
  edits: [set(path, value)],
});

/** The builder's error for the route and these options with the fix applied, if it throws one. */
export function tryFix(fix: Fix, options: EndpointOptions | undefined, { call, builder }: Context) {
  const fixed = applyFix(call.route, options, fix);
  return catchError(() => build(builder, fixed.route, fixed.options));
}
