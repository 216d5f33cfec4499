/** The committed results: a file for each maker of tools. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CONSUMERS } from './consumers.mjs';

/** @typedef {import('./classify.mjs').Counts & { versions: string[] }} Consumed */
/**
 * @typedef {object} Result
 * @property {string} version of the maker
 * @property {Record<string, number>} tools the number of each document
 * @property {Record<string, string>} missing documents of which it makes none, and why
 * @property {Record<string, Consumed>} consumers
 */

/** @param {string} maker */
const locate = (maker) => new URL(`results/${maker}.json`, import.meta.url);

/** @param {string} maker @returns {Result | undefined} */
export const readResult = (maker) =>
  existsSync(locate(maker)) ? JSON.parse(readFileSync(locate(maker), 'utf8')) : undefined;

/** JSON with a line for each consumer. @param {string} maker @param {Result} result */
export function writeResult(maker, { consumers, ...about }) {
  const lines = Object.keys(CONSUMERS).flatMap((id) =>
    consumers[id] === undefined ? [] : [`  ${JSON.stringify(id)}: ${JSON.stringify(consumers[id])}`],
  );
  const head = JSON.stringify(about).slice(0, -1);
  writeFileSync(locate(maker), `${head}, "consumers": {\n${lines.join(',\n')}\n}}\n`);
}
