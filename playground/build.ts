import { normalizePath, transformWithOxc, type Rolldown, type Plugin } from 'vite';
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

/** The CommonJS packages of the page, and the file of each that browsers run. */
const COMMON_JS: Readonly<Record<string, string>> = {
  react: 'react.production',
  'react/jsx-runtime': 'react-jsx-runtime.production',
  'react-dom': 'react-dom.production',
  'react-dom/client': 'react-dom-client.production',
  scheduler: 'scheduler.production',
};
const REQUIRES = /^var (?:\w+ = require\("[\w-]+"\)(?:,\s*)?)+;/m;

/** Makes modules of CommonJS, so that the build leaves out what the page doesn't use, and each use is by a short name. */
export const modules: Plugin = {
  name: 'modules',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    Object.hasOwn(COMMON_JS, id)
      ? normalizePath(
          fileURLToPath(new URL(`cjs/${COMMON_JS[id]}.js`, import.meta.resolve(`${id.split('/')[0]}/package.json`))),
        )
      : undefined,
  transform(code, id) {
    // Vite's helper loads styles beside a file; the page has one style sheet.
    if (id === '\0vite/preload-helper.js') return { code: 'export const __vitePreload = (load) => load();', map: null };
    // The highlighter's core is the one lazy package in CommonJS: the helpers for it would be a file that the page waits for.
    if (id.endsWith('/highlight.js/lib/core.js'))
      return { code: code.replace('\nmodule.exports = highlight;', '\nexport default highlight;'), map: null };
    if (!/\/cjs\/[\w-]+\.production\.js$/.test(id)) return undefined;
    const names = new Set(Array.from(code.matchAll(/^exports\.(\w+)/gm), ([, name = '']) => name));
    const body = code
      .replace(REQUIRES, (list) =>
        list.replaceAll(/(?:var )?\s*(\w+) = require\(("[\w-]+")\)[,;]/g, 'import * as $1 from $2;'),
      )
      // Only builds for tests have them.
      .replaceAll(/Scheduler\.(?:log|unstable_setDisableYieldValue)\b/g, 'undefined')
      // No server renders the page, so React has nothing to hydrate: what it would do then is left out.
      .replaceAll(
        /\bisHydrating\b(?!\$| = |\n\))|[\w.$]+\.isDehydrated\b|(?<!function )popHydrationState\(\w+\)/g,
        '!1',
      )
      .replaceAll(/[\w.$]+\.dehydrated\b(?! =)/g, 'null')
      .replaceAll(/^ReactDOMHydrationRoot\.prototype\.(\w+)/gm, 'var $1OfHydration')
      .replaceAll(/^exports\.(?=\w)/gm, 'var $$')
      .replaceAll(/\bexports\.(?=\w)/g, '$$');
    return { code: `${body}\nexport { ${Array.from(names, (name) => `$${name} as ${name}`).join()} };`, map: null };
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
