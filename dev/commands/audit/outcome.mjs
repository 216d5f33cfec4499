/**
 * What `npm audit --json` says, for those who install the package and for those who work on it.
 */

import { closureOf } from '../../setup/locked-packages.mjs';

/**
 * @typedef {object} Vulnerability
 * @property {string} severity
 * @property {readonly (string | { title: string, url: string })[]} via advisories, or the names of packages that bring it
 * @property {readonly string[]} nodes paths in the lock file
 * @property {string} [range] versions that have it
 */

/**
 * @typedef {object} Outcome
 * @property {'passed' | 'vulnerable' | 'not run'} verdict `not run` is no pass: nothing is known
 * @property {string[]} lines for people
 */

const GRAVE = new Set(['moderate', 'high', 'critical']);

/**
 * @param {string} stdout of `npm audit --json`
 * @param {import('../../setup/locked-packages.mjs').Lock} lock
 * @returns {Outcome}
 */
export function auditOutcome(stdout, lock) {
  const report = parse(stdout);
  if (report?.vulnerabilities === undefined) {
    return {
      verdict: 'not run',
      lines: [`The audit could not run, so nothing is known: ${report?.message ?? 'npm gave no report'}`],
    };
  }
  // To npm all of these are development dependencies here, so its own `--omit=dev` would look at none.
  const shipped = closureOf(Object.keys(lock.packages['']?.peerDependencies ?? {}), lock);
  /** @type {[name: string, vulnerability: Vulnerability][]} */
  const found = Object.entries(report.vulnerabilities);
  const isShipped = (/** @type {Vulnerability} */ { nodes }) => nodes.some((node) => shipped.has(node));
  const grave = found.filter(([, vulnerability]) => isShipped(vulnerability) && GRAVE.has(vulnerability.severity));
  const others = found.filter((entry) => !grave.includes(entry));
  const lines = [
    ...grave.map((entry) => `Comes with the package: ${sentence(entry)}`),
    ...others.map(
      (entry) => `${isShipped(entry[1]) ? 'Comes with the package, low' : 'Tools only'}: ${sentence(entry)}`,
    ),
    `${shipped.size} packages can come with endpoint.js; ${grave.length} of them have a vulnerability of at least moderate severity.`,
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
    // npm broke off before it had a report; that is told.
    return undefined;
  }
}

/** @param {[name: string, vulnerability: Vulnerability]} entry */
function sentence([name, { severity, via, range }]) {
  const reasons = via.map((reason) => (typeof reason === 'string' ? `by ${reason}` : `${reason.title} ${reason.url}`));
  return `${name} ${range ?? ''} (${severity}): ${reasons.join('; ')}`;
}
