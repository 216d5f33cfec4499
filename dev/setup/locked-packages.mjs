/**
 * What package-lock.json says about packages and what they need.
 */

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage */

/** @typedef {{ packages: Record<string, LockedPackage> }} Lock package-lock.json */

/**
 * Packages of the project's own folder, and all that these need.
 *
 * @param {readonly string[]} names
 * @param {Lock} lock
 * @returns {Set<string>} paths in the lock file, which are also those in the project's folder
 */
export function closureOf(names, { packages }) {
  /** @type {Set<string>} */
  const found = new Set();
  /**
   * @param {string} from
   * @param {Iterable<string>} needed
   */
  const visit = (from, needed) => {
    for (const name of needed) {
      const path = resolve(from, name, packages);
      const locked = path === undefined ? undefined : packages[path];
      if (path === undefined || locked === undefined || found.has(path)) continue;
      found.add(path);
      const { dependencies, optionalDependencies, peerDependencies } = locked;
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  };
  visit('', names);
  return found;
}

/**
 * Where Node finds a package: in the folder of who asks, or in one further up.
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
