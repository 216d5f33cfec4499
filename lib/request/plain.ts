import { EndpointError } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Deeper than any real body; an object that holds itself ends here. */
const MAX_DEPTH = 100;

/** Refuses what is nested too deep to be walked. */
export function assertDepth(depth: number, name: string): void {
  if (depth > MAX_DEPTH) {
    throw new EndpointError('invalid-value', `"${name}" is nested deeper than ${MAX_DEPTH} levels, or holds itself: give a flatter value.`, {
      parameter: name,
    });
  }
}

/** Sets an own property, whatever its name: assigning to `__proto__` would change the prototype or do nothing. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/** A copy of plain objects and arrays all the way down; everything else by reference. */
export function copyPlain<T>(value: T, name: string, depth = 0): T {
  if (Array.isArray(value)) {
    assertDepth(depth, name);
    return value.map((member) => copyPlain(member, name, depth + 1)) as T;
  }
  return isPlainObject(value) ? (mergePlain({}, value, name, depth) as T) : value;
}

/** A new object with `base`, and `value` merged over it: plain objects deeply, all else replaced; `undefined` unsets. */
export function mergePlain(
  base: Record<string, unknown>,
  value: Record<string, unknown>,
  name: string,
  depth = 0,
): Record<string, unknown> {
  assertDepth(depth, name);
  const merged = { ...base };
  for (const key of Object.keys(value)) {
    const over = value[key];
    const under = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (over === undefined) delete merged[key];
    else setOwn(merged, key, isPlainObject(over) && isPlainObject(under) ? mergePlain(under, over, name, depth + 1) : copyPlain(over, name, depth + 1));
  }
  return merged;
}

/** Freezes plain objects and arrays all the way down. */
export function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (Array.isArray(member) || isPlainObject(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}
