/** What is wrong with CHANGELOG.md. */

/** Words that compare with an earlier version. */
const COMPARED =
  /\b(?:renamed|removed|replaced|deprecated|breaking|migrat\w+|upgrad\w+|formerly|previously|no longer|instead of|used to|was|were|now)\b/i;
/** Words that make no difference between two items. */
const FILLERS = /\b(?:a|an|the|and|also|now|of|is|are)\b/g;

/** @param {string} item */
const normalize = (item) =>
  item
    .toLowerCase()
    .replaceAll(FILLERS, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * @param {string} changelog
 * @returns {{ headings: string[], items: string[] }} the headings of sections, and the items without line breaks
 */
function parseChangelog(changelog) {
  const items = Array.from(changelog.matchAll(/^- (.+(?:\n +.+)*)/gm), ([, item = '']) => item.replaceAll(/\s+/g, ' '));
  return { headings: Array.from(changelog.matchAll(/^##+ (.*)/gm), ([, heading = '']) => heading), items };
}

/**
 * Finds what is wrong with a changelog: an item without an end, one that is there twice, and, before the first release, anything but what
 * was added.
 *
 * @param {string} changelog
 * @returns {string[]} a sentence for each
 */
export function findChangelogProblems(changelog) {
  const { headings, items } = parseChangelog(changelog);
  const isReleased = headings.some((heading) => /^\d/.test(heading));
  const headingProblems = isReleased
    ? []
    : headings
        .filter((heading) => heading !== 'Unreleased' && heading !== 'Added')
        .map((heading) => `"${heading}" is a heading before the first release; use Unreleased and Added.`);
  const keys = items.map(normalize);
  const itemProblems = items.flatMap((item, index) => {
    const problems = [];
    if (!item.endsWith('.')) problems.push("doesn't end its sentence");
    if (keys.indexOf(keys[index] ?? '') < index) problems.push('is there twice');
    if (!isReleased && COMPARED.test(item)) problems.push('compares with a version that no one could install');
    return problems.map((problem) => `"${item}" ${problem}.`);
  });
  const problems = [...headingProblems, ...(items.length === 0 ? ['has no item.'] : []), ...itemProblems];
  return problems.map((problem) => `CHANGELOG.md: ${problem}`);
}
