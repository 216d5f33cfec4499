/**
 * Turns a heading into its anchor as GitHub does, so that links to headings work in both places.
 *
 * @param {string} heading its text without marks
 * @returns {string}
 */
export function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
