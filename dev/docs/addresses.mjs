/**
 * The addresses of the project, of its sources and of its site: one setting, in the root's package.json.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';

const { repository, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The repository's page, without a slash at its end. */
export const REPOSITORY = (repository?.url ?? 'git+https://github.com/endpoint-js/endpoint.js.git')
  .replace(/^git\+/, '')
  .replace(/\.git$/, '');

/** The site's address, with a slash at its end. */
export const HOMEPAGE = `${(homepage ?? 'https://endpoint-js.github.io/endpoint.js/').replace(/\/$/, '')}/`;

/** The branch that links to sources name. */
export const BRANCH = 'main';
