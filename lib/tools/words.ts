import type { ApiOperation } from '../openapi/api.js';
import { findSimilar } from '../strict.js';

/** The longest name of a tool or argument, as model providers accept them. */
const MAX_NAME = 64;
/** The longest description. */
const MAX_TEXT = 1024;

/** Text without characters that hide or reorder others, cut at a word. */
export function clean(text: string): string {
  const plain = text
    .slice(0, 4 * MAX_TEXT)
    .replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim();
  return plain.length > MAX_TEXT ? plain.slice(0, MAX_TEXT - 1).replace(/\s+\S{0,100}$/, '') + '…' : plain;
}

/** Whether {@link clean} has cut a text. */
export const isCut = (text: string): boolean => text.length > MAX_TEXT / 2 && text.endsWith('…');

/** A short text that is nearly always another one for another text (FNV-1a). */
function digest(text: string): string {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return '_' + (hash >>> 0).toString(36);
}

/** Text with `_` in the place of characters, except at its ends. */
const toName = (text: string, characters = /[^\w-]+/g): string =>
  text
    .slice(0, 4 * MAX_NAME)
    .replace(characters, '_')
    .replace(/^_+|_+$/g, '');

/** A name of an accepted length, with a suffix that depends on the source. */
function shorten(name: string, source?: string): string {
  const suffix = source === undefined ? '' : digest(source);
  return name.slice(0, MAX_NAME - suffix.length) + suffix;
}

/** Says which of the names was meant by another one; undefined where none resembles it. */
export function findClosest(name: string, names: Iterable<string>) {
  const similar = findSimilar(name.slice(0, MAX_NAME), names);
  return similar === undefined ? undefined : `the closest one is \`${similar}\``;
}

/** Whether model providers accept a name of a member. */
export const isPortable = (name: string): boolean => /^[\w.-]{1,64}$/.test(name);

/**
 * A name that model providers accept, in the place of any other.
 *
 * @param source a suffix depends on it; none without it
 */
export const toAlias = (name: string, source?: string): string =>
  shorten(toName(name, /(?:%[\dA-F]{2}|[^\w.-])+/g), source);

/**
 * Names operations: by their ids, or else by method and path. Ids that are names by themselves come first; another operation of the
 * same name, and one whose name is too long, gets a suffix that depends on its method and path alone.
 */
export function nameOperations(operations: readonly ApiOperation[]) {
  const wishes = operations.map(({ id = '', method, path }) => toName(id) || toName(`${method.toLowerCase()} ${path}`));
  const taken = new Map<string, number>();
  operations.forEach(({ id }, index) => {
    if (id && id === wishes[index] && id.length <= MAX_NAME && !taken.has(id)) taken.set(id, index);
  });
  return operations.map((operation, index) => {
    const { method, path } = operation;
    const wish = wishes[index] as string;
    let name = wish;
    for (let turn = 0; name.length > MAX_NAME || (taken.get(name) ?? index) !== index; turn++)
      name = shorten(wish, `${method} ${path}${turn || ''}`);
    taken.set(name, index);
    return { name, operation };
  });
}
