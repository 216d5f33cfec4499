import { isContainer, readMember } from '../../../json/read.js';

/** A difference of two JSON values; `undefined` stands for a missing value. */
export interface Difference {
  /** Names and indices from the outside in; empty for the whole values. */
  readonly path: readonly string[];
  readonly here: unknown;
  readonly there: unknown;
}

/** All differences of two JSON values, in the order of the first. The order of an object's keys doesn't matter. */
export function findDifferences(here: unknown, there: unknown, path: readonly string[] = []): readonly Difference[] {
  if (Object.is(here, there)) return [];
  if (!isContainer(here) || !isContainer(there) || Array.isArray(here) !== Array.isArray(there)) {
    return [{ path, here, there }];
  }
  const keys = [...Object.keys(here), ...Object.keys(there).filter((key) => !Object.hasOwn(here, key))];
  return keys.flatMap((key) => findDifferences(readMember(here, key), readMember(there, key), [...path, key]));
}
