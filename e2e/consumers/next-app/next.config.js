/** Next takes the folder that has the nearest package-lock.json for the project's, which is the repository. */
export default { turbopack: { root: import.meta.dirname } };
