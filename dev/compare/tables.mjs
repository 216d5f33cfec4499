/** The tables of the documents, from the results. */
import { formatTable } from '../support/marked.mjs';
import { groupOf, GROUPS } from './cases.mjs';

/** @typedef {import('./results.mjs').Results} Results */
/** @typedef {import('./results.mjs').Library} Library */
/** @typedef {import('./results.mjs').Counts} Counts */

const NONE = '–';
const OURS = 'endpoint.js';
/** The peers of the short table. */
const KNOWN = [OURS, '@octokit/endpoint', 'url-template', 'openapi-fetch', 'axios'];
/** The groups by the tables of the comparison. */
const THEMES = {
  safety: ['missing', 'dots', 'hosts', 'paths'],
  values: ['query', 'lists', 'nested', 'dates'],
  standards: ['rfc6570', 'styles', 'json', 'not-json'],
};

/** @param {Counts} counts @returns {number} the cases for which a library has a feature */
const total = ({ right = 0, wrong = 0, unsafe = 0, refused = 0 }) => right + wrong + unsafe + refused;

/**
 * @param {Library} library
 * @param {string} group
 * @param {Results} results
 * @returns {string} the cases that are right among those; marked where one of them isn't right here, unless others are unsafe
 */
function share({ name, groups }, group, { exceptions }) {
  const { [group]: counts = {} } = groups;
  const { right = 0, unsafe = 0 } = counts;
  if (total(counts) === 0) return NONE;
  const isBetter = unsafe === 0 && exceptions.some((one) => groupOf(one) === group && one.right.includes(name));
  return mark(`${right} of ${total(counts)}`, isBetter) + (unsafe > 0 ? `, ${unsafe} unsafe` : '');
}

/** @param {readonly Counts[]} all @returns {Record<import('./judge.mjs').Verdict, number>} */
function sum(all) {
  const sums = { right: 0, wrong: 0, unsafe: 0, refused: 0, none: 0 };
  for (const counts of all)
    for (const [verdict, count] of Object.entries(counts)) sums[/** @type {keyof typeof sums} */ (verdict)] += count;
  return sums;
}

/** @param {string} text @param {boolean} isBetter than ours */
const mark = (text, isBetter) => (isBetter ? `**${text}**` : text);

/** @param {Library} library @param {Results} results */
function size({ size: text, name }, { libraries }) {
  if (text === '') return NONE;
  return mark(text, name !== OURS && parseFloat(text) < parseFloat(libraries[0]?.size ?? ''));
}

/** @param {string} name @param {Readonly<Record<string, number>>} ratios */
function ratio(name, ratios) {
  const times = ratios[name];
  if (times === undefined) return NONE;
  return name === OURS ? '1' : mark(times.toFixed(1), Number(times.toFixed(1)) < 1);
}

/** @param {readonly string[]} groups @param {Results} results */
const theme = (groups, results) =>
  formatTable([
    ['', ...groups.map((group) => GROUPS[group] ?? '')],
    ...results.libraries
      .filter((library) => groups.some((group) => total(library.groups[group] ?? {}) > 0))
      .map((library) => [library.name].concat(groups.map((group) => share(library, group, results)))),
  ]);

/** @type {Readonly<Record<string, (results: Results) => string>>} by the names of the places */
export const TABLES = {
  verdicts: ({ libraries }) =>
    formatTable([
      ['', 'right', 'unsafe', 'wrong', 'refused', 'no feature'],
      ...libraries.map(({ name, groups }) => {
        const { right, wrong, unsafe, refused, none } = sum(Object.values(groups));
        return [name, `${right}`, `${unsafe}`, `${wrong}`, `${refused}`, `${none}`];
      }),
    ]),
  safety: (results) => theme(THEMES.safety, results),
  values: (results) => theme(THEMES.values, results),
  standards: (results) => theme(THEMES.standards, results),
  costs: (results) =>
    formatTable([
      ['', 'version', 'size', 'warm route', 'new route'],
      ...results.libraries.map((library) => [
        library.name,
        library.version === '' ? NONE : library.version,
        size(library, results),
        ratio(library.name, results.times.warm),
        ratio(library.name, results.times.fresh),
      ]),
    ]),
  exceptions: ({ exceptions }) =>
    formatTable([
      ['case', 'endpoint.js', 'right in'],
      ...exceptions.map(({ id, ours, right }) => [
        `\`${id}\``,
        ours === 'none' ? 'no feature' : ours,
        right.length === 0 ? NONE : right.join(', '),
      ]),
    ]),
  peers(results) {
    const libraries = KNOWN.map((name) => /** @type {Library} */ (results.libraries.find((one) => one.name === name)));
    const groups = Object.entries(GROUPS).map(([group, title]) =>
      [title].concat(libraries.map((library) => share(library, group, results))),
    );
    return formatTable([
      ['', ...KNOWN],
      ['size', ...libraries.map((library) => size(library, results))],
      ['a warm route: CPU time', ...KNOWN.map((name) => ratio(name, results.times.warm))],
      ['a new route: CPU time', ...KNOWN.map((name) => ratio(name, results.times.fresh))],
      ["GitHub's routes in Chromium", ...KNOWN.map((name) => ratio(name, results.times.chromium.warm))],
      ["GitHub's new routes in Chromium", ...KNOWN.map((name) => ratio(name, results.times.chromium.fresh))],
      ...groups,
    ]);
  },
  landing({ libraries: [ours, ...peers], times }) {
    const counts = sum(Object.values(ours?.groups ?? {}));
    const packages = peers.filter(({ version }) => version !== '');
    const faster = (/** @type {string} */ name) => (times.warm[name] ?? NaN).toFixed(1);
    return [
      `- **${ours?.size}** with every check and message, compressed with brotli; no dependencies`,
      `- **${counts.right} of ${total(counts)}** cases right in a public set, which ${packages.length} other libraries run too`,
      `- **${faster('@octokit/endpoint')} times** as fast as \`@octokit/endpoint\`, by CPU time, for a route that it has read before`,
    ].join('\n');
  },
};
