import type { Rolldown } from 'vite';

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Root = (module: { readonly id: string; readonly isEntry: boolean }) => boolean;

/** Whether a module is a root or imported by one, however indirectly, without an `import()` on the way. */
function isNeededBy(isRoot: Root, id: string, context: Context, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = context.getModuleInfo(id);
  if (module === null) return false;
  return isRoot(module) || module.importers.some((importer) => isNeededBy(isRoot, importer, context, seen));
}

/** One file for everything that some modules need, instead of a dozen that the page would wait for. */
function fileOf(name: string, priority: number, isRoot: Root): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    priority,
    name: (id, context) => (isNeededBy(isRoot, id, context, new Set()) ? name : null),
  };
}

/** The code that the page starts with, and the code that it loads right after; everything else has separate files. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  fileOf('page', 2, ({ isEntry }) => isEntry),
  fileOf('call', 1, ({ id }) => /\/call-api\/(CallApi|server-build\/ServerBuild)\.tsx$/.test(id)),
];
