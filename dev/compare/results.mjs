/** The results of `npm run compare`: what results.json holds, and the tables are written from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { GROUPS, groupOf, readCases } from './cases.mjs';

const FILE = new URL('results.json', import.meta.url);

/** @typedef {import('./judge.mjs').Verdict} Verdict */
/** @typedef {Partial<Record<Verdict, number>>} Counts */

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {string} version empty without a package, and for ours
 * @property {string} size as it is shown, empty without a package
 * @property {Readonly<Record<string, Counts>>} groups the verdicts by group
 */

/** @typedef {{ warm: Record<string, number>, fresh: Record<string, number> }} Ratios by library: its time divided by ours */

/** @typedef {Ratios & { chromium: Ratios, nanoseconds: number }} Times in Node; in Chromium for GitHub's routes; and ours of a warm route */

/**
 * @typedef {object} Results
 * @property {Library[]} libraries ours first
 * @property {{ id: string, ours: Verdict, built: string, right: string[] }[]} exceptions the cases that we don't build as they are meant,
 *   with the libraries that do
 * @property {Times} times
 */

/** @returns {Results} */
export const readResults = () => JSON.parse(readFileSync(FILE, 'utf8'));

/** @param {Results} results */
export const writeResults = (results) => writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);

/**
 * @param {ReadonlyMap<string, import('./behaviour.mjs').Ruling>} rulings by case
 * @returns {Record<string, Counts>} by group
 */
export function countByGroup(rulings) {
  /** @type {Record<string, Counts>} */
  const groups = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, {}]));
  for (const one of readCases()) {
    const counts = groups[groupOf(one)];
    const verdict = rulings.get(one.id)?.verdict;
    if (counts === undefined || verdict === undefined) throw new Error(`${one.id}: no group, or no verdict.`);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return groups;
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, import('./behaviour.mjs').Ruling>>} rulings by library, ours first
 * @returns {Results['exceptions']}
 */
export function listExceptions(rulings) {
  const [ours = new Map(), ...peers] = rulings.values();
  const names = [...rulings.keys()].slice(1);
  return [...ours].flatMap(([id, { verdict, built }]) => {
    if (verdict === 'right') return [];
    const right = names.filter((_, index) => peers[index]?.get(id)?.verdict === 'right');
    return [{ id, ours: verdict, built, right }];
  });
}
