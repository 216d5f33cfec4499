/** The changelog: what is unreleased, the section of a release, and how one becomes the other. */

const UNRELEASED = '## Unreleased';

/** @typedef {{ title: string, date: string | undefined, text: string }} Section */

/**
 * Reads the sections of a changelog.
 *
 * @param {string} changelog
 * @returns {Section[]} in their order
 */
function readSections(changelog) {
  return changelog
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const [, title = '', date] = /^## (\S+)(?: - (\d{4}-\d\d-\d\d))?$/.exec(heading) ?? [];
      return { title, date, text: lines.join('\n').trim() };
    });
}

/**
 * Reads what isn't released yet.
 *
 * @param {string} changelog
 * @returns {{ headings: string[], entries: number }} the headings that have entries
 */
export function readUnreleased(changelog) {
  const section = findSection(changelog, 'Unreleased');
  const groups = (section?.text ?? '').split(/^### /m).map((group) => ({
    heading: group.split('\n', 1)[0] ?? '',
    entries: group.match(/^- \S/gm)?.length ?? 0,
  }));
  const filled = groups.filter(({ entries }) => entries > 0);
  return {
    headings: filled.map(({ heading }) => heading),
    entries: filled.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/**
 * Finds the section of a version.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {Section | undefined}
 */
export function findSection(changelog, version) {
  return readSections(changelog).find(({ title }) => title === version);
}

/**
 * Makes what is unreleased the section of a version.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as in 2026-01-31
 * @throws {Error} for a changelog without the section
 */
export function closeUnreleased(changelog, version, date) {
  if (!changelog.includes(`${UNRELEASED}\n`)) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}"; add it.`);
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${date}\n`);
}
