/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages that come with ours, and of the tools: of every
 * package-lock.json of the repository. Ends with 0 when those that users install have none, with 1 when they have one, and with 2 when
 * the registry could not be asked, which is no pass. Not a part of `npm test`: the answer changes without a change of ours, and not
 * every registry can be asked.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { isStarted } from './started.mjs';
import { run } from '../../process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { ROOT } from './build.mjs';
import { listFiles } from './tracked-files.mjs';

/**
 * @typedef {object} Vulnerability
 * @property {string} severity
 * @property {readonly (string | { title: string, url: string })[]} via advisories, or the names of the dependencies that have it
 * @property {readonly string[]} nodes paths in package-lock.json
 * @property {string} [range] versions that have it
 */

/**
 * @typedef {object} Outcome
 * @property {'passed' | 'vulnerable' | 'not run'} verdict with `not run` nothing is known
 * @property {string[]} lines for people
 */

const GRAVE = new Set(['moderate', 'high', 'critical']);

/**
 * Lists the lock files of a repository, that of its root first.
 *
 * @param {string} root
 * @returns {string[]} paths from `root`, with `/`
 */
export function listLocks(root) {
  const locks = listFiles(root).filter((path) => posix.basename(path) === 'package-lock.json');
  return locks.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
}

/**
 * The packages that come with one of ours: all but those that only the repository's own tools need.
 *
 * @param {{ packages: Record<string, { dev?: boolean, link?: boolean }> }} lock package-lock.json
 * @returns {Set<string>} their paths
 */
export function findShipped({ packages }) {
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  );
  return new Set(shipped.map(([path]) => path));
}

/**
 * @param {string} stdout of `npm audit --json`
 * @param {ReadonlySet<string>} shipped the paths of packages that users install
 * @returns {Outcome}
 */
export function auditOutcome(stdout, shipped) {
  const report = parse(stdout);
  if (report?.vulnerabilities === undefined) {
    return {
      verdict: 'not run',
      lines: [`The audit could not run, so nothing is known: ${report?.message ?? 'npm printed no report'}`],
    };
  }
  /** @type {[name: string, vulnerability: Vulnerability][]} */
  const found = Object.entries(report.vulnerabilities);
  const isShipped = (/** @type {Vulnerability} */ { nodes }) => nodes.some((node) => shipped.has(node));
  const grave = found.filter(([, vulnerability]) => isShipped(vulnerability) && GRAVE.has(vulnerability.severity));
  const others = found.filter((entry) => !grave.includes(entry));
  const lines = [
    ...grave.map((entry) => `Comes with a package: ${describe(entry)}`),
    ...others.map((entry) => `${isShipped(entry[1]) ? 'Comes with a package, low' : 'Tools only'}: ${describe(entry)}`),
    ...(shipped.size > 0
      ? [
          `${shipped.size} packages come with endpoint.js, its client or its server; ${grave.length} of them have a vulnerability of at least moderate severity.`,
        ]
      : []),
  ];
  return { verdict: grave.length === 0 ? 'passed' : 'vulnerable', lines };
}

/**
 * @param {string} stdout
 * @returns {{ vulnerabilities?: Record<string, Vulnerability>, message?: string } | undefined}
 */
function parse(stdout) {
  try {
    return JSON.parse(stdout);
  } catch {
    // npm ended before it had a report; the outcome states it.
    return undefined;
  }
}

/** @param {[name: string, vulnerability: Vulnerability]} entry */
function describe([name, { severity, via, range }]) {
  const reasons = via.map((reason) => (typeof reason === 'string' ? `by ${reason}` : `${reason.title} ${reason.url}`));
  return `${name} ${range ?? ''} (${severity}): ${reasons.join('; ')}`;
}

/**
 * Asks for the packages of a lock file. Only those of the root's come with ours.
 *
 * @param {string} path of the lock file, from the project's folder
 * @returns {Promise<Outcome>}
 */
async function audit(path) {
  const shipped = path === 'package-lock.json' ? findShipped(JSON.parse(readFileSync(join(ROOT, path), 'utf8'))) : NONE;
  const [npm, ...args] = npmCommand();
  // From the lock file: the packages need not be installed.
  const { stdout } = await run(npm, [...args, 'audit', '--json', '--package-lock-only'], {
    cwd: join(ROOT, dirname(path)),
    timeoutMs: 120_000,
  });
  return auditOutcome(stdout, shipped);
}

/** @type {ReadonlySet<string>} */
const NONE = new Set();

/**
 * The exit code for the outcomes of all lock files: a vulnerability is certain, whatever is unknown.
 *
 * @param {readonly Outcome[]} outcomes
 */
export function exitCode(outcomes) {
  const verdicts = new Set(outcomes.map(({ verdict }) => verdict));
  if (verdicts.has('vulnerable')) return 1;
  return verdicts.has('not run') ? 2 : 0;
}

if (isStarted(import.meta.url)) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const path of listLocks(ROOT)) {
    const outcome = await audit(path);
    outcomes.push(outcome);
    for (const line of outcome.lines) console.log(`${path}: ${line}`);
  }
  process.exitCode = exitCode(outcomes);
}
