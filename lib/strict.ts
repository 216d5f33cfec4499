/** Strict settings of the three packages: an unknown name, and a value without an effect, are errors. Imports nothing, as `client/` bundles it. */

/** The values that a setting may have: a list, or what tests and describes them as a list does. */
export interface Rule {
  includes(value: unknown): boolean;
  join(separator: string): string;
}

/** The rule of each setting, by name; undefined for one that is checked where it is used. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule | undefined>>;

/** Throws the error of a package. */
export type FailSetting = (code: 'invalid-option', name: string, problem: string) => never;

/** A rule of other values than a few. @param words complete "isn't" */
export const rule = (includes: Rule['includes'], words: string): Rule => ({ includes, join: () => words });

/** For the values of a type, in the words of `typeof`. */
export const typed = (type: 'boolean' | 'function' | 'string'): Rule =>
  rule((value) => typeof value === type, `a ${type}`);

/** For amounts: NaN isn't one, and Infinity is. */
export const positive: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'number' && value > 0,
  'a positive number',
);

/** An object made by `{}` or `Object.create(null)`, also of another realm: neither an array nor a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || !value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || !prototype || !Object.getPrototypeOf(prototype);
}

/** The name that was meant by another one: more than half of the pairs of neighbouring letters, and of first and last letters, are in both. */
export function findSimilar(name: string, names: Iterable<string>): string | undefined {
  let similar: string | undefined;
  let most = 0.5;
  for (const other of names) {
    const [one, two] = [` ${name} `, ` ${other} `];
    const common = [...one].filter((_, at) => at && two.includes(one.slice(at - 1, at + 1))).length;
    const share = (2 * common) / (one.length + two.length - 2);
    if (share > most) {
      most = share;
      similar = other;
    }
  }
  return similar;
}

/** Rejects a value that isn't accepted, and says which one was meant. */
function assertAccepted(name: string, value: unknown, accepted: Rule, fail: FailSetting): void {
  if (accepted.includes(value)) return;
  const isList = Array.isArray(accepted);
  const similar = isList && typeof value === 'string' && findSimilar(value, accepted as readonly string[]);
  fail(
    'invalid-option',
    name,
    `isn't ${isList ? 'one of ' : ''}${accepted.join(', ')}${similar ? ` (did you mean ${similar}?)` : ''}`,
  );
}

/** Rejects anything but a plain object, and keys that aren't known: both would be lost. */
export function assertKeys(
  name: string,
  value: unknown,
  known: readonly string[] | undefined,
  fail: FailSetting,
): Record<string, unknown> {
  if (!isPlainObject(value)) return fail('invalid-option', name, 'must be a plain object');
  for (const key of Object.keys(value)) if (known) assertAccepted(`${name}.${key}`, key, known, fail);
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
    const accepted = rules[key];
    if (accepted && members[key] !== undefined) assertAccepted(`${name}.${key}`, members[key], accepted, fail);
  }
}
