/**
 * Prints each violation of `borders.mjs`, each finding of `prose.mjs`, each class without a component and each budget of `weight.json` that isn't kept in one line, once:
 * `node dev/lint/main.mjs`. dependency-cruiser's own reporters print a cycle in many lines, and again for each of its files.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { isStarted } from '../commands/started.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { FOLDERS, forbidden, options } from './borders.mjs';
import { findProse, isRead } from './prose.mjs';
import { findUnusedClasses } from './styles.mjs';
import { findExcess, weigh } from './weight.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} baseDir the project's folder
 * @returns {Promise<string[]>} a line for each violation
 */
export async function findViolations(baseDir) {
  const { output } = await cruise([...FOLDERS.split('|'), 'vite.config.ts'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser reported text.');
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const { from, to, rule, cycle } of output.summary.violations) {
    const files = cycle?.map(({ name }) => name) ?? [to];
    const key = cycle ? files.toSorted().join() : `${from} ${to}`;
    if (!lines.has(key)) lines.set(key, `${from} imports ${files.join(', which imports ')} (${rule.name})`);
  }
  return [...lines.values()];
}

if (isStarted(import.meta.url)) {
  const files = listFiles(ROOT, { untracked: true });
  const budgets = JSON.parse(readFileSync(new URL('weight.json', import.meta.url), 'utf8'));
  const violations = [
    ...(await findViolations(ROOT)),
    ...findProse(ROOT, files.filter(isRead)),
    ...findUnusedClasses(ROOT, files),
    ...findExcess(weigh(ROOT, files), budgets),
  ];
  for (const line of violations) console.error(line);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
