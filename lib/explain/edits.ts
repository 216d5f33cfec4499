import { parameterLocation, type EndpointOptions } from '../options.js';
import type { Edit, ExplainedParameter, OptionPath, Span, Fix } from './explanation.js';
import { type Trace, attempt } from './trace.js';
import { mergeHeaders } from '../request/header-fields.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';

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

type Key = OptionPath[number];
type Members = Record<Key, unknown>;
type OptionEdit = Exclude<Edit, { kind: 'route' }>;

/** A copy with the key set, in its place if it exists. */
function withKey(members: Readonly<Members>, key: Key, value: unknown): Members {
  const copy = { ...members };
  if (typeof key === 'string') setOwn(copy, key, value);
  else copy[key] = value;
  return copy;
}

function withoutKey(members: Readonly<Members>, key: Key): Members {
  const { [key]: _, ...rest } = members;
  return rest as Members;
}

/** A copy in which the key has another name; a key that had this name is replaced. */
function withName(members: Readonly<Members>, key: Key, name: string): Members {
  if (!Object.hasOwn(members, key)) return { ...members };
  const copy = {} as Members;
  for (const member of Reflect.ownKeys(members) as Key[]) {
    if (member === name) continue;
    if (member === key || typeof member === 'string') setOwn(copy, member === key ? name : member, members[member]);
    else copy[member] = members[member];
  }
  return copy;
}

/** Headers may be pairs, of which merging makes an object. */
function asMembers(value: unknown): Members {
  if (isPlainObject(value)) return value as Members;
  return (typeof value === 'object' && value && Symbol.iterator in value ? mergeHeaders(value, {}) : {}) as Members;
}

function editOptions(members: Readonly<Members>, [key, ...rest]: OptionPath, edit: OptionEdit): Members {
  if (key === undefined) return { ...members };
  if (rest.length) {
    const inner = editOptions(asMembers(members[key]), rest, edit);
    return edit.kind === 'remove' && !Reflect.ownKeys(inner).length
      ? withoutKey(members, key)
      : withKey(members, key, inner);
  }
  if (edit.kind === 'set') return withKey(members, key, edit.value);
  return edit.kind === 'remove' ? withoutKey(members, key) : withName(members, key, edit.name);
}

function editText(text: string, edits: readonly Edit[]): string {
  const fromLast = edits.filter((edit) => edit.kind === 'route').sort((one, other) => other.start - one.start);
  return fromLast.reduce(
    (edited, { start, end, text: inserted }) => edited.slice(0, start) + inserted + edited.slice(end),
    text,
  );
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
  let edited: Members = { ...options } as Members;
  for (const edit of edits) if (edit.kind !== 'route') edited = editOptions(edited, edit.path, edit);
  if (route !== undefined) return { route: editText(route, edits) as Route, options: edited as EndpointOptions };
  const url = edited['url'];
  if (typeof url === 'string' && edits.some(({ kind }) => kind === 'route')) edited['url'] = editText(url, edits);
  return { route, options: edited as EndpointOptions };
}

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
