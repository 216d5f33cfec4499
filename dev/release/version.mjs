/** Versions of releases, by the rules of Semantic Versioning. */

/** @typedef {'patch' | 'minor' | 'major'} Bump */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** @typedef {{ major: number, minor: number, patch: number, pre: readonly string[] }} Version */

/**
 * Reads a version.
 *
 * @param {string} text
 * @returns {Version}
 * @throws {TypeError} for text of another form
 */
export function parseVersion(text) {
  const match = VERSION.exec(text);
  if (match === null) throw new TypeError(`version: "${text}" isn't a version; use one such as 1.2.3 or 1.2.3-rc.1.`);
  const [, major, minor, patch, pre] = match;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), pre: pre?.split('.') ?? [] };
}

/**
 * Compares versions: negative if the first is the earlier one, 0 if they are the same.
 *
 * @param {string} first
 * @param {string} second
 */
export function compareVersions(first, second) {
  const [a, b] = [parseVersion(first), parseVersion(second)];
  const numbers = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  if (numbers !== 0) return numbers;
  // A version is later than its own previews.
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [index, part] of a.pre.entries()) {
    const order = compareParts(part, b.pre[index]);
    if (order !== 0) return order;
  }
  return a.pre.length - b.pre.length;
}

/** @param {string} a @param {string | undefined} b */
function compareParts(a, b) {
  if (b === undefined) return 1;
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The version after another one.
 *
 * @param {string} current
 * @param {Bump} bump
 */
export function nextVersion(current, bump) {
  const { major, minor, patch, pre } = parseVersion(current);
  // The version of a preview itself comes next: 1.0.0-rc.1, 1.0.0.
  if (pre.length > 0) return `${major}.${minor}.${patch}`;
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/**
 * The bump that a changelog asks for: what is changed or removed may break a caller, which before 1.0.0 is a minor version.
 *
 * @param {string} current
 * @param {readonly string[]} headings of the entries: `Changed`, `Added`, `Fixed`, …
 * @returns {Bump}
 */
export function suggestBump(current, headings) {
  const breaks = headings.includes('Changed') || headings.includes('Removed');
  if (breaks && parseVersion(current).major > 0) return 'major';
  return breaks || headings.includes('Added') || headings.includes('Deprecated') ? 'minor' : 'patch';
}
