/**
 * Packages and what they need, by package-lock.json.
 */

/** @typedef {{ link?: boolean, resolved?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage */

/** @typedef {{ packages: Record<string, LockedPackage> }} Lock package-lock.json */

/**
 * All packages that packages need. Those of this repository are followed, and aren't among the result.
 *
 * @param {readonly string[]} names of packages in the project's own node_modules
 * @param {Lock} lock
 * @returns {Set<string>} paths in the lock file, which are also those in the project's folder
 */
export function findClosure(names, { packages }) {
  /** @type {Set<string>} */
  const found = new Set();
  /**
   * @param {string} from
   * @param {Iterable<string>} needed
   */
  const visit = (from, needed) => {
    for (const name of needed) {
      const path = resolve(from, name, packages);
      const entry = path === undefined ? undefined : packages[path];
      if (path === undefined || entry === undefined || found.has(path)) continue;
      found.add(path);
      const folder = entry.link ? (entry.resolved ?? '') : path;
      const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
      visit(folder, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  };
  visit('', names);
  return new Set([...found].filter((path) => !packages[path]?.link));
}

/**
 * Finds a package as Node does: in the importer's folder, or in the nearest one above it.
 *
 * @param {string} from
 * @param {string} name
 * @param {Lock['packages']} packages
 */
function resolve(from, name, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
