/**
 * The addresses of the project, of its sources and of its site.
 */
import { ROOT } from '../commands/build.mjs';
import { readSetting } from '../generate/project.mjs';

const { repository, homepage } = readSetting(ROOT);

/** The repository's page, without a slash at its end. */
export const REPOSITORY = repository;

/** The site's address, with a slash at its end. */
export const HOMEPAGE = homepage;

/** The branch that links to sources name. */
export const BRANCH = 'main';
