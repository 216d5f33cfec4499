/**
 * The addresses of the project, of its sources and of its site: those of the root's package.json.
 */
import manifest from '../../package.json' with { type: 'json' };

/** The repository's page, without a slash at its end. */
export const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** The site's address, with a slash at its end. */
export const HOMEPAGE = manifest.homepage;

/** The branch that links to sources name. */
export const BRANCH = 'main';

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
