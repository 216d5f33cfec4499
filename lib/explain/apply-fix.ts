import type { EndpointOptions } from '../options.js';
import { mergeHeaders } from '../request/header-fields.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';
import type { Edit, Fix, OptionPath, Span } from './explanation.js';

type Key = OptionPath[number];
type Members = Record<Key, unknown>;
type OptionEdit = Exclude<Edit, { kind: 'route' }>;

/** A copy with the key set, in its place if it exists. */
function withKey(members: Readonly<Members>, key: Key, value: unknown): Members {
  const copy = { ...members };
  setOwn(copy, key, value);
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
    setOwn(copy, member === key ? name : member, members[member]);
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

/** Replaces spans of a text, from the last to the first. */
export function replaceSpans(text: string, edits: readonly (Span & { readonly text: string })[]): string {
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
  let edited: Members = { ...options } as Members;
  for (const edit of edits) if (edit.kind !== 'route') edited = editOptions(edited, edit.path, edit);
  const ofRoute = edits.filter((edit) => edit.kind === 'route');
  if (route !== undefined) return { route: replaceSpans(route, ofRoute) as Route, options: edited as EndpointOptions };
  const url = edited['url'];
  if (typeof url === 'string' && ofRoute.length > 0) edited['url'] = replaceSpans(url, ofRoute);
  return { route, options: edited as EndpointOptions };
}
