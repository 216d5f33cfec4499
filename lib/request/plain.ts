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

/** What the caller hands over as it is: neither copied nor frozen. */
const AS_IT_IS = /^(?:data|request)$/;

/** A frozen copy of plain objects and arrays, all the way down, but for body and metadata of the options at the top. */
export function freezeOptions<T extends object>(options: T): T {
  const frozen = { ...options };
  for (const key of Reflect.ownKeys(frozen))
    if (typeof key === 'symbol' || !AS_IT_IS.test(key)) setOwn(frozen, key, freeze(frozen[key as never]));
  return Object.freeze(frozen);
}

/** A frozen copy of plain objects and arrays, all the way down. */
export const freeze = <T>(value: T): T => copyDeep(value, Object.freeze);

/** A copy of what {@link freeze} froze; of anything else the value itself. */
export const thaw = <T>(value: T): T => (Object.isFrozen(value) ? copyDeep(value, (copied) => copied) : value);

function copyDeep<T>(value: T, finish: (copied: object) => object, depth = 0): T {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  assertDepth(depth, 'defaults');
  const copied: object = Array.isArray(value) ? [...value] : { ...value };
  for (const key of Reflect.ownKeys(copied)) setOwn(copied, key, copyDeep(copied[key as never], finish, depth + 1));
  return finish(copied) as T;
}
