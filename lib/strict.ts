/** Strict settings of the three packages: an unknown name, and a value without an effect, are errors. Imports nothing, as `client/` bundles it. */

/** What the value of a setting must be, in words, where it isn't. It isn't asked for an undefined one. */
export type Rule = (value: unknown) => string | false;

/** The rule of each setting, by name. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/** Throws the error of a package. */
export type FailSetting = (name: string, problem: string) => never;

/** For a setting that is checked where it is used. */
export const anything: Rule = () => false;

/** For the values of a type, in the words of `typeof`. */
export const typed =
  (type: 'boolean' | 'function' | 'string'): Rule =>
  (value) =>
    typeof value !== type && `a ${type}`;

/** For some values alone. */
export const oneOf =
  (...values: readonly unknown[]): Rule =>
  (value) =>
    !values.includes(value) && values.join(' or ');

/** For amounts: NaN isn't one, and Infinity is. */
export const positive: Rule = (value) => !(typeof value === 'number' && value > 0) && 'a positive number';

/** An object made by `{}` or `Object.create(null)`, also of another realm: neither an array nor a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || !value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || !prototype || !Object.getPrototypeOf(prototype);
}

/** `ownerName`, `owner_name` and `Owner-Name` are one. */
const normalise = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Whether two texts differ by at most some edits: a letter is missing, superfluous, wrong, or swapped with its neighbour. */
function isClose(one: string, other: string, edits: number): boolean {
  if (!edits) return one === other;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const skip = (first: number, second = first): boolean =>
    isClose(one.slice(same + first), other.slice(same + second), edits - 1);
  return (
    skip(1) || skip(1, 0) || skip(0, 1) || (one[same] === other[same + 1] && one[same + 1] === other[same] && skip(2))
  );
}

/** The name among others of which this one is most likely a slip, or the other way round. */
export function findSimilar(name: string, others: readonly string[]): string | undefined {
  const normalised = normalise(name);
  const { length } = normalised;
  // A longer name isn't taken for a slip.
  const most = length < 3 || length > 40 ? -1 : length < 6 ? 1 : 2;
  for (let edits = 0; edits <= most; edits++)
    for (const other of others) if (other !== name && isClose(normalised, normalise(other), edits)) return other;
  return undefined;
}

/** Rejects anything but a plain object, and keys that aren't known: both would be lost. */
export function assertKeys(
  name: string,
  value: unknown,
  known: readonly string[] | undefined,
  fail: FailSetting,
): Record<string, unknown> {
  if (!isPlainObject(value)) return fail(name, 'must be a plain object');
  for (const key of Object.keys(value)) {
    if (!known || known.includes(key)) continue;
    const similar = findSimilar(key, known);
    fail(`${name}.${key}`, `isn't one of ${known.join(', ')}${similar ? ` (did you mean ${similar}?)` : ''}`);
  }
  return value;
}

/**
 * Rejects settings that would have no effect: unknown names, and values that their rules don't accept. Undefined counts as absent.
 * @param name the owner of the settings in messages
 * @param fail throws for the name of a setting and its problem
 */
export function assertSettings(name: string, settings: unknown, rules: Rules, fail: FailSetting): void {
  const members = assertKeys(name, settings, Object.keys(rules), fail);
  for (const key of Object.keys(members)) {
    const expected = members[key] !== undefined && rules[key]?.(members[key]);
    if (expected) fail(`${name}.${key}`, `must be ${expected}`);
  }
}
