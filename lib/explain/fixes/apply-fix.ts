import type { EndpointOptions } from '../../options.js';
import { mergeHeaders } from '../../request/header-fields.js';
import { setOwn } from '../../request/plain.js';
import { isPlainObject } from '../../template/values.js';
import type { Edit, Fix, OptionPath } from '../explanation.js';

type Key = OptionPath[number];
type Members = Record<Key, unknown>;
type OptionEdit = Exclude<Edit, { kind: 'route' }>;

/** A copy with the key set, at its place if it is there. */
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

/** The key has another name; what had that name before gives way. */
function withName(members: Readonly<Members>, key: Key, name: string): Members {
  if (!Object.hasOwn(members, key)) return { ...members };
  const copy = {} as Members;
  for (const own of Reflect.ownKeys(members) as Key[]) {
    if (own === name) continue;
    if (own === key || typeof own === 'string') setOwn(copy, own === key ? name : own, members[own]);
    else copy[own] = members[own];
  }
  return copy;
}

/** Headers may be pairs too; the builder's merging makes an object of them. */
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
  const inText = edits.filter((edit) => edit.kind === 'route').sort((one, other) => other.start - one.start);
  return inText.reduce((edited, { start, end, text: own }) => edited.slice(0, start) + own + edited.slice(end), text);
}

/**
 * Applies a fix of an explanation to what was explained; nothing that is given is changed.
 *
 * Where there is no route, edits of its text go to `options.url`.
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
