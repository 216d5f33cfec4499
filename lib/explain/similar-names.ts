import type { ExplainedParameter } from './explanation.js';

/** A longer name isn't taken for a slip. */
const MAX_LENGTH = 40;
/** The names compared at most. */
const MAX_NAMES = 100;

/** The number of letters that are missing, superfluous, wrong, or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** `ownerName`, `owner_name` and `Owner-Name` are one. */
const normalise = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** The name among others of which this one is most likely a slip, or the other way round. */
export function similarName(name: string, others: readonly string[]): string | undefined {
  const normalised = normalise(name);
  if (name.length > MAX_LENGTH || normalised.length < 3) return undefined;
  let best: string | undefined;
  let least = normalised.length < 6 ? 2 : 3;
  for (const other of others.slice(0, MAX_NAMES)) {
    if (other === name || Math.abs(other.length - name.length) > 4) continue;
    const distance = editDistance(normalised, normalise(other));
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** The parameter among others whose name is the most similar one. */
export function findSimilar(name: string, parameters: readonly ExplainedParameter[]): ExplainedParameter | undefined {
  const names = parameters.map((parameter) => parameter.name);
  const similar = similarName(name, names);
  return similar === undefined ? undefined : parameters[names.indexOf(similar)];
}
