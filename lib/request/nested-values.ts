import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Refuses what is nested deeper than any real value, or holds itself. */
export function assertDepth(depth: number, name: string): void {
  if (depth > 99) fail('invalid-value', name, 'is nested too deep, or holds itself');
}

/** Sets an own property, whatever its name: assigning to `__proto__` would change the prototype or do nothing. */
export function setOwn(target: object, key: PropertyKey, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<PropertyKey, unknown>)[key] = value;
}

const NOTHING = {};

/** A copy that is made to be added to: adding to what a single spread copied takes V8 ten times as long. */
export const copy = <T extends object>(source: T): T => ({ ...NOTHING, ...source });

/** `over`, merged over `under` where both are plain objects, all the way down; a member that is undefined unsets. */
export function mergeValue<T>(over: T, under: unknown, depth = 0): T {
  if (!isPlainObject(over) || !isPlainObject(under)) return over;
  assertDepth(depth, 'options');
  const merged = copy(under);
  for (const key of Object.keys(over)) {
    if (over[key] === undefined) delete merged[key];
    else setOwn(merged, key, mergeValue(over[key], merged[key], depth + 1));
  }
  return merged as T;
}

/** A frozen copy of plain objects and arrays, all the way down, but for the body and metadata at the top, which are the caller's. */
export const freeze = <T>(options: T): T => copyDeep(options, Object.freeze, /^(?:data|request)$/);

/** A copy of what {@link freeze} froze, which the caller may change; of anything else the value itself. */
export const thaw = <T>(value: T): T => (Object.isFrozen(value) ? copyDeep(value, (copied) => copied) : value);

function copyDeep<T>(value: T, finish: (copied: object) => object, shared?: RegExp, depth = 0): T {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  assertDepth(depth, 'defaults');
  const copied: object = Array.isArray(value) ? [...value] : { ...value };
  for (const key of Reflect.ownKeys(copied) as string[])
    if (!shared || typeof key === 'symbol' || !shared.test(key))
      setOwn(copied, key, copyDeep(copied[key as never], finish, undefined, depth + 1));
  return finish(copied) as T;
}
