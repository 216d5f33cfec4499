/** Makes values that fit a schema into others, most of which don't: of another type, without a member, beyond a bound, with members of two. */
import { isObject, set, type Json } from './source.js';

/** Numbers that are the same in each run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // Numerical Recipes' linear congruential generator; its high bits vary most.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const OTHERS: readonly unknown[] = [
  true,
  'text',
  '',
  7.5,
  -1,
  0,
  1e12,
  null,
  [],
  {},
  ['x'],
  [1, 1],
  { zz: 1 },
  'x'.repeat(3000),
];

type Path = readonly (string | number)[];

function listPaths(value: unknown, path: Path = [], found: Path[] = []): Path[] {
  if (found.length > 200 || path.length > 8) return found;
  found.push(path);
  if (Array.isArray(value)) value.slice(0, 3).forEach((item, index) => listPaths(item, [...path, index], found));
  else if (isObject(value)) for (const name of Object.keys(value)) listPaths(value[name], [...path, name], found);
  return found;
}

function change(value: unknown, path: Path, edit: (value: unknown) => unknown): unknown {
  const [key, ...inner] = path;
  if (key === undefined) return edit(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? change(item, inner, edit) : (item as unknown)));
  const made: Json = {};
  for (const [name, member] of Object.entries(value as Json))
    set(made, name, name === key ? change(member, inner, edit) : member);
  return made;
}

/**
 * Changes one place of a value.
 *
 * @param other another value of the same schema, whose members may be added
 */
export function mutate(value: unknown, other: unknown, random: (below: number) => number): unknown {
  const paths = listPaths(value);
  const path = paths[random(paths.length)] ?? [];
  return change(value, path, (place) => {
    const isRoot = path.length === 0;
    switch (random(5)) {
      case 0:
        if (isObject(place))
          return Object.fromEntries(Object.entries(place).filter((_, index, all) => index !== random(all.length)));
        return Array.isArray(place)
          ? [...(place as unknown[]), ...(place as unknown[])]
          : OTHERS[random(OTHERS.length)];
      case 1:
        if (isObject(place)) return { ...place, ['z' + random(3)]: OTHERS[random(OTHERS.length)] };
        return typeof place === 'number' ? -place - 0.5 : Array.isArray(place) ? [] : `${String(place)}z`;
      case 2:
        if (isRoot && isObject(place) && isObject(other))
          return random(2) === 0 ? { ...place, ...other } : { ...other, ...place };
        return typeof place === 'number' ? place + 1000 : OTHERS[random(OTHERS.length)];
      default:
        return OTHERS[random(OTHERS.length)];
    }
  });
}
