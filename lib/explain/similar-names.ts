import type { ExplainedParameter } from './explanation.js';

/** A longer name isn't taken for a slip. */
const MAX_LENGTH = 40;
/** The names compared at most. */
const MAX_NAMES = 100;

/** The number of letters that are missing, superfluous, wrong, or swapped with their neighbour. */
function editDistance(one: string, other: string) {
  const table: number[][] = [];
  // Beside no letters, all are missing.
  const at = (row: number, column: number) => table[row]?.[column] ?? row + column;
  for (let row = 1; row <= one.length; row++) {
    const current: number[] = (table[row] = []);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}

/** `ownerName`, `owner_name` and `Owner-Name` are one. */
const normalise = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** The name among others of which this one is most likely a slip, or the other way round. */
export function similarName(name: string, others: readonly string[]) {
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
export function findSimilar(name: string, parameters: readonly ExplainedParameter[]) {
  const similar = similarName(
    name,
    parameters.map((parameter) => parameter.name),
  );
  return parameters.find((parameter) => parameter.name === similar);
}
