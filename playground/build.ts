import { transformWithOxc, type Rolldown, type Plugin } from 'vite';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readdir, readFile } from 'node:fs/promises';

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
function createChunk(name: string, priority: number, isRoot: Root): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    priority,
    name: (id, context) => (isNeededBy(isRoot, id, context, new Set()) ? name : null),
  };
}

/** The code that the page starts with, and the code that it loads right after; everything else has separate files. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  createChunk('page', 2, ({ isEntry }) => isEntry),
  createChunk('call', 1, ({ id }) => id.endsWith('/app/CallContent.tsx')),
];

const RUNTIME = 'react/jsx-runtime';
const WRAPPED = `\0${RUNTIME}`;

/** React's packages are CommonJS, so each element would be a call of a member; this makes it one of a name, which is shorter. */
export const namedElements: Plugin = {
  name: 'named-elements',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) => (id === RUNTIME && importer !== WRAPPED ? WRAPPED : undefined),
  load: (id) =>
    id === WRAPPED ? `import runtime from '${RUNTIME}'; export const { jsx, jsxs, Fragment } = runtime;` : undefined,
};

/** The highlighter's core is the one lazy package in CommonJS that needs nothing of the page: the helpers for it would be a file that the page waits for. */
export const highlighterModule: Plugin = {
  name: 'highlighter-module',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/highlight.js/lib/core.js')
      ? { code: code.replace('\nmodule.exports = highlight;', '\nexport default highlight;'), map: null }
      : undefined,
};

/** Texts of the builder's rules that only the guides show. */
const DOC = /^( +)doc: \{(?: .*\}|\n[^]*?\n\1\}),\n/gm;

/** Leaves the guides' texts about warnings and fixes out of the page. */
export const withoutGuideTexts: Plugin = {
  name: 'without-guide-texts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /\/lib\/explain\/(?:warnings\/\w+|fixes)\.ts$/.test(id)
      ? { code: code.replaceAll(DOC, ''), map: null }
      : undefined;
  },
};

const PUBLIC = fileURLToPath(new URL('public', import.meta.url));
const SOURCE = fileURLToPath(new URL('service-worker.ts', import.meta.url));

/** Writes `service-worker.js` beside the page, last, because it contains the names of all built files. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      // Not the licences: no one reads them offline.
      const names = Object.keys(bundle).filter((name) => name !== 'index.html' && !name.endsWith('.txt'));
      const publicNames = await readdir(PUBLIC);
      const files = ['', ...publicNames.sort(), ...names.sort()];
      const hash = createHash('sha256');
      for (const name of publicNames) hash.update(await readFile(`${PUBLIC}/${name}`));
      for (const output of Object.values(bundle)) hash.update(output.type === 'asset' ? output.source : output.code);
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: `const BUILD_HASH = '${hash.digest('hex').slice(0, 16)}';\nconst BUILT_FILES = ${JSON.stringify(files)};\n${code}`,
      });
    },
  },
};
