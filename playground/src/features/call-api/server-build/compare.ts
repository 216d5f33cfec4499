import { isContainer, readMember } from '../../../json/read.js';

/** A place where two JSON values differ; `undefined` stands for a value that one of them does not have. */
export interface Difference {
  /** Names and indices from the outside in; empty for the values as a whole. */
  readonly path: readonly string[];
  readonly here: unknown;
  readonly there: unknown;
}

/** Every place where two JSON values differ, in the order of the first. The order of an object's keys is no difference. */
export function findDifferences(here: unknown, there: unknown, path: readonly string[] = []): readonly Difference[] {
  if (Object.is(here, there)) return [];
  if (!isContainer(here) || !isContainer(there) || Array.isArray(here) !== Array.isArray(there)) {
    return [{ path, here, there }];
  }
  const keys = [...Object.keys(here), ...Object.keys(there).filter((key) => !Object.hasOwn(here, key))];
  return keys.flatMap((key) => findDifferences(readMember(here, key), readMember(there, key), [...path, key]));
}
