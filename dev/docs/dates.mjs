/**
 * The dates of the pages' last changes, which git knows: none where it doesn't.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../commands/build.mjs';

/** @param {string} folder @param {readonly string[]} args @returns {string} nothing without git */
const git = (folder, args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout?.trim() ?? '';

/**
 * Whether git knows when the files of a folder changed. A shallow clone would take its oldest commit for the change of every older file.
 *
 * @param {string} [folder]
 */
export const hasHistory = (folder = ROOT) => git(folder, ['rev-parse', '--is-shallow-repository']) === 'false';

/**
 * @param {string} file relative to the folder
 * @param {string} [folder]
 * @returns {number | undefined} milliseconds since 1970; `undefined` for a file that git doesn't know
 */
export function findLastChange(file, folder = ROOT) {
  const date = hasHistory(folder) ? git(folder, ['log', '-1', '--pretty=%aI', '--', file]) : '';
  return date === '' ? undefined : Date.parse(date);
}
