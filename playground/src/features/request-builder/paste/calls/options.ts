import { isContainer, isObject, type JsonObject } from '../../../../json/json.js';
import { toObject, UnreadableError, type Draft } from '../reading.js';

/** A value that requests write as its text. */
type Plain = string | number | boolean | null | undefined;

/** Whether a value is written as its text. */
export const isPlain = (value: unknown): value is Plain => !isContainer(value);

/** The options of a call; empty without any. */
export function readOptions(value: unknown = {}): JsonObject {
  if (isObject(value)) return value;
  throw new UnreadableError('The options of the call aren’t in the text; write them as an object.');
}

/** The method of a call in any case. */
export function readMethod(value: unknown): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value;
  throw new UnreadableError('The method of the call isn’t in the text; write it in quotes.');
}

/**
 * Notes the options that are neither read nor without effect on the request: those of the connection, which are `harmless`, and those by
 * which a browser adds something.
 */
export function noteOthers(
  draft: Draft,
  options: JsonObject,
  harmless: string,
  added: Readonly<Record<string, string>> = {},
): void {
  const names = harmless.split(' ');
  const unread = Object.keys(options).filter((name) => !names.includes(name));
  const additions = unread.flatMap((name) => (Object.hasOwn(added, name) ? [`${added[name]} (\`${name}\`)`] : []));
  if (additions.length > 0) draft.notes.push(`A browser adds ${additions.join(' and ')}, which the text doesn’t have.`);
  const others = unread.filter((name) => !Object.hasOwn(added, name));
  if (others.length > 0) draft.omit(`Options that aren’t read: ${others.join(', ')}.`);
}

/** Headers as pairs, from an object or pairs; without those that aren't plain values, which are named. */
export function listHeaders(draft: Draft, headers: unknown = {}): (readonly [name: string, value: Plain])[] {
  if (!isContainer(headers))
    draft.omit('The headers are left out: they are neither an object nor a list of pairs.', 'headers');
  const pairs: unknown[] = Array.isArray(headers) ? headers : Object.entries(toObject(headers));
  return pairs.flatMap((pair) => {
    const [name, value, ...others] = (Array.isArray(pair) ? pair : []) as unknown[];
    if (typeof name === 'string' && isPlain(value) && others.length === 0) return [[name, value] as const];
    const named = typeof name === 'string' ? [name] : [];
    draft.omit(`A header is left out: ${named[0] ?? 'it isn’t a pair'}.`, 'headers', ...named);
    return [];
  });
}
