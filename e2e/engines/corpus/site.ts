/** The pages that load the built package in each way, and repeat the calls of the tests. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { build as buildTargets, ROOT } from '../../../dev/commands/build.mjs';
import { serveStatic } from '../../../dev/testing/static-server.mjs';
import { collectCalls } from './collect.js';
import { createRunner, type Corpus, type Kind, type Modules, type Runner } from './runner.js';

/** The files of the entries in `lib/dist`. */
const ENTRIES: Readonly<Record<string, string>> = {
  'endpoint.js': 'index.js',
  'endpoint.js/fetch': 'fetch.js',
  'endpoint.js/json': 'json.js',
  'endpoint.js/har': 'har.js',
  'endpoint.js/snippets': 'snippets.js',
  'endpoint.js/explain': 'explain.js',
  'endpoint.js/openapi': 'openapi.js',
  'endpoint.js/tools': 'tools.js',
  'endpoint.js/uri-template': 'uri-template.js',
};

/** The ways to load the package, with the calls that each can make: the file for a script tag has the builder alone. */
export const PLACES = {
  'script tag': { path: '/script-tag.html', kinds: ['builds'] },
  modules: { path: '/modules.html', kinds: ['builds', 'explanations', 'others'] },
  'classic worker': { path: '/classic-worker.html', kinds: ['builds'] },
  'module worker': { path: '/module-worker.html', kinds: ['builds', 'explanations', 'others'] },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly kinds: readonly Kind[] }>>;

export type Place = keyof typeof PLACES;

const SCRIPTS = ['/in-page.js', '/corpus.js'];
const tags = SCRIPTS.map((path) => `<script src="${path}"></script>`).join('');
const page = (...scripts: string[]): string => `<!doctype html><meta charset="utf-8">${tags}${scripts.join('')}`;
const script = (code: string): string => `<script>${code}</script>`;
const SCRIPT_TAG = '/lib/endpoint.min.js';
const LOADED = `{ 'endpoint.js': endpointJs }`;

const imports = Object.entries(ENTRIES).map(([entry, file]) => [JSON.stringify(entry), `/lib/${file}`] as const);
const importAll = `Promise.all([${imports.map(([entry, url]) => `import('${url}').then((module) => [${entry}, module])`).join()}]).then(Object.fromEntries)`;
const MODULE_WORKER = [
  ...SCRIPTS.map((path) => `import '${path}';`),
  ...imports.map(([, url], index) => `import * as entry${index} from '${url}';`),
  `serve({ ${imports.map(([entry], index) => `${entry}: entry${index}`).join()} });`,
].join('\n');

const PAGES = {
  [PLACES['script tag'].path]: page(`<script src="${SCRIPT_TAG}"></script>`, script(`prepare(${LOADED})`)),
  [PLACES.modules.path]: page(script(`prepare(${importAll})`)),
  [PLACES['classic worker'].path]: page(script(`prepareWorker('/classic-worker.js')`)),
  [PLACES['module worker'].path]: page(script(`prepareWorker('/module-worker.js', { type: 'module' })`)),
  '/classic-worker.js': `importScripts(${[...SCRIPTS, SCRIPT_TAG].map((path) => `'${path}'`).join()});serve(${LOADED});`,
  '/module-worker.js': MODULE_WORKER,
};

/** The site, and the runners of this Node with which its pages are compared. */
export interface Site {
  readonly url: string;
  /** Of the built package. */
  readonly node: Runner;
  readonly sources: Runner;
  /** The number of calls of each kind. */
  readonly counts: Readonly<Record<Kind, number>>;
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  await buildTargets(['lib', 'script-tag'], console.error);
  const calls = await collectCalls();
  const lists = Object.entries(calls).map(
    ([kind, list]) => `${kind}: [\n${list.map((call) => `() => ${call},\n`).join('')}]`,
  );
  const corpus = `(modules, IN) => ({ ${lists.join(', ')} })`;
  const bundled = await build({
    entryPoints: [join(import.meta.dirname, 'in-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2019',
  });
  const server = await serveStatic(
    { '/lib/': join(ROOT, 'lib', 'dist') },
    { ...PAGES, '/in-page.js': bundled.outputFiles[0]?.text ?? '', '/corpus.js': `globalThis.corpus = ${corpus};` },
  );
  const load = async (locate: (entry: string) => string): Promise<Modules> => {
    const loaded = Object.keys(ENTRIES).map(
      async (entry) => [entry, (await import(/* @vite-ignore */ locate(entry))) as Modules[string]] as const,
    );
    return Object.fromEntries(await Promise.all(loaded));
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the same text as in the pages
  const evaluate = new Function(`return ${corpus};`) as () => Corpus;
  return {
    ...server,
    node: createRunner(evaluate(), await load((entry) => join(ROOT, 'lib', 'dist', ENTRIES[entry] ?? ''))),
    // Vitest resolves public names to the sources.
    sources: createRunner(evaluate(), await load((entry) => entry)),
    counts: { builds: calls.builds.length, explanations: calls.explanations.length, others: calls.others.length },
  };
}
