import type { EndpointOptions } from '../options.js';
import { mergeHeaders } from '../request/header-fields.js';
import { setOwn } from '../request/plain-objects.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import type { Edit, Fix, OptionPath, Span } from './explanation.js';

type Key = OptionPath[number];
type Members = Record<Key, unknown>;
type OptionEdit = Exclude<Edit, { kind: 'route' }>;

/** A copy in which the key has another name; a key that had this name is replaced. */
function withName(members: Readonly<Members>, key: Key, name: string) {
  if (!hasOwn(members, key)) return { ...members };
  const keys = (Reflect.ownKeys(members) as Key[]).filter((member) => member !== name);
  return Object.fromEntries(keys.map((member) => [member === key ? name : member, members[member]])) as Members;
}

/** Headers may be pairs, of which merging makes an object. */
function asMembers(value: unknown) {
  if (isPlainObject(value)) return value as Members;
  return (typeof value === 'object' && value && Symbol.iterator in value ? mergeHeaders(value, {}) : {}) as Members;
}

function editOptions(members: Readonly<Members>, [key, ...rest]: OptionPath, edit: OptionEdit) {
  const copy = { ...members };
  if (key === undefined) return copy;
  if (rest.length) {
    const inner = editOptions(asMembers(members[key]), rest, edit);
    if (edit.kind === 'remove' && !Reflect.ownKeys(inner).length) delete copy[key];
    else setOwn(copy, key, inner);
  } else if (edit.kind === 'rename') return withName(members, key, edit.name);
  else if (edit.kind === 'remove') delete copy[key];
  else setOwn(copy, key, edit.value);
  return copy;
}

/** A text for a piece of another one. */
export interface Replacement extends Span {
  readonly text: string;
}

/** Replaces spans of a text, from the last to the first. */
export function replaceSpans(text: string, edits: readonly Replacement[]): string {
  const fromLast = [...edits].sort((one, other) => other.start - one.start);
  return fromLast.reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
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
