import { fail } from '../errors.js';
import { hasOwn, isPlainObject } from '../template/values.js';

/** Sets an own property of any name: an assignment to `__proto__` would change the prototype or do nothing. */
export function setOwn(target: object, key: PropertyKey, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<PropertyKey, unknown>)[key] = value;
}

const EMPTY = {};

/** A copy for additions: adding to the result of a single spread takes V8 ten times as long. */
export const copy = <T extends object>(source: T): T => ({ ...EMPTY, ...source });

/** Rejects a value that is nested deeper than any real one, or contains itself. */
export function assertDepth(depth: number, name: string): void {
  if (depth > 99) fail('invalid-value', name, 'is nested too deeply');
}

/** `over`, merged over `under` if both are plain objects, at all depths; an undefined member unsets. */
export function mergeValue<T>(over: T, under: unknown, depth = 0): T {
  if (!isPlainObject(over) || !isPlainObject(under)) return over;
  assertDepth(depth, 'options');
  const merged = copy(under);
  for (const key of Object.keys(over)) {
    if (over[key] === undefined) delete merged[key];
    else setMerged(merged, key, over[key], depth + 1);
  }
  return merged as T;
}

/** Merges a value over the member of an object. */
export function setMerged(target: Record<string, unknown>, key: string, over: unknown, depth = 0): void {
  setOwn(target, key, mergeValue(over, hasOwn(target, key) ? target[key] : undefined, depth));
}

/** A frozen copy of options: of plain objects and arrays at all depths, except body and metadata, which belong to the caller. */
export const freezeCopy = <T>(options: T): T => copyDeep(options, Object.freeze, ['data', 'request']);

/** A copy of a frozen value, which the caller may change; any other value itself. */
export const thaw = <T>(value: T): T => (Object.isFrozen(value) ? copyDeep(value) : value);

/** @param shared keys at the top whose values are not copied */
function copyDeep<T>(
  value: T,
  finish = (copied: object): object => copied,
  shared: readonly PropertyKey[] = [],
  depth = 0,
): T {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  assertDepth(depth, 'defaults');
  const copied: object = Array.isArray(value) ? [...value] : { ...value };
  for (const key of Reflect.ownKeys(copied))
    if (!shared.includes(key)) setOwn(copied, key, copyDeep(copied[key as never], finish, [], depth + 1));
  return finish(copied) as T;
}
