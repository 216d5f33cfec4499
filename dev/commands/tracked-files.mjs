import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the files of a git repository that are in its tree.
 *
 * @param {string} root
 * @param {{ untracked?: boolean }} [options] `untracked`: also those that git neither tracks nor ignores
 * @returns {string[]} paths from `root`, with `/`
 */
export function listFiles(root, { untracked = false } = {}) {
  const others = untracked ? ['--cached', '--others', '--exclude-standard'] : [];
  const paths = execFileSync('git', ['ls-files', '-z', ...others], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return paths.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}
