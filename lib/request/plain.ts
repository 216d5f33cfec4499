import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Refuses what is nested deeper than any real value, or holds itself. */
export function assertDepth(depth: number, name: string): void {
  if (depth > 99) fail('invalid-value', name, 'is nested too deep, or holds itself');
}

/** Sets an own property, whatever its name: assigning to `__proto__` would change the prototype or do nothing. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

const NOTHING = {};

/** A copy that is made to be added to: adding to what a single spread copied takes V8 ten times as long. */
export const copy = <T extends object>(source: T): T => ({ ...NOTHING, ...source });

/** `over`, merged over `under` where both are plain objects, all the way down; a member that is undefined unsets. */
export function mergeValue(over: unknown, under: unknown, depth = 0): unknown {
  if (!isPlainObject(over) || !isPlainObject(under)) return over;
  assertDepth(depth, 'options');
  const merged = copy(under);
  for (const key of Object.keys(over)) {
    if (over[key] === undefined) delete merged[key];
    else setOwn(merged, key, mergeValue(over[key], merged[key], depth + 1));
  }
  return merged;
}

/** A frozen copy of plain objects and arrays, all the way down, but for the caller's metadata at the top. */
export function freeze<T>(value: T, depth = 0): T {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  assertDepth(depth, 'defaults');
  const frozen: object = Array.isArray(value) ? [...value] : { ...value };
  for (const key of Reflect.ownKeys(frozen) as string[]) {
    if (depth || key !== 'request') setOwn(frozen, key, freeze(frozen[key as never], depth + 1));
  }
  return Object.freeze(frozen) as T;
}
