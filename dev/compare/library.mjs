/**
 * What the comparison needs of a library. Adding one: a file in `libraries/`, a line in `libraries/index.mjs`, and the package, pinned, in
 * `dev/full/package.json`.
 */
import { importPackage } from '../full/packages.mjs';

/**
 * @typedef {object} Timed how the library builds the url that is timed, from `VALUES`
 * @property {(id: number) => string} route in its own syntax
 * @property {(route: string) => string} build
 * @property {(route: string) => () => string} [prepare] where a route can be compiled once
 */

/** @typedef {import('./judge.mjs').Result | undefined} Built nothing where the library has no such feature */

/**
 * @typedef {object} Adapter by the library's documented usage
 * @property {(template: string, values: Record<string, any>) => string} [template] expands a template of RFC 6570
 * @property {(one: import('./cases.mjs').RequestCase) => Built | Promise<Built>} [request]
 * @property {Timed} [timed] where it builds a url without sending
 */

/**
 * @typedef {object} Library
 * @property {string} [name] where it isn't the package's
 * @property {string} package of the repository, or of dev/full; empty for none
 * @property {string} member the export that a caller imports, whose bundle is measured
 * @property {(module: any) => Adapter | Promise<Adapter>} adapt
 */

/** @param {Library} library */
export const nameOf = (library) => library.name ?? library.package;

/** @param {Library} library */
export const load = async (library) =>
  library.adapt(library.package === '' ? undefined : await importPackage(library.package));

/** The values of the url that is timed. */
export const VALUES = { owner: 'octo cat', repo: 'hello-world', page: 2 };
