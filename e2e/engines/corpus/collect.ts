/** Collects the calls that the tests of `lib/` make, so that each new row of a table runs in every engine too. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../../../dev/commands/build.mjs';
import { exports as entries } from '../../../lib/package.json';
import type * as Recorder from './recorder.js';
import type { Kind } from './runner.js';
import type * as Shim from './test-shim.js';

/** The tests whose calls any engine can repeat: not those of files, processes, compilers, bounds and counted steps. */
const TESTS =
  /^(?:(?:endpoint|endpoint\.property|errors|peers|openapi\/read-api)|(?:adapters|explain|request|snippets)\/.*|template\/(?!bounds|cache|guide|match\/oracle).*)(?<!\.full)\.test\.ts$/;

/** The public entries with a source, by that source's path. */
const SOURCES = new Map(
  Object.entries(entries).flatMap(([name, entry]): [string, string][] =>
    typeof entry === 'object' && 'endpoint.js-source' in entry
      ? [[join(ROOT, 'lib', entry['endpoint.js-source']), `endpoint.js${name.slice(1)}`]]
      : [],
  ),
);

const RECORDED = 'recorded';
const here = (file: string): string => join(import.meta.dirname, file);

/** Gives tests a recorded package, and a Vitest that only runs them. */
const recording: Plugin = {
  name: RECORDED,
  setup(builder) {
    builder.onResolve({ filter: /^vitest$/ }, () => ({ path: here('test-shim.ts') }));
    builder.onResolve({ filter: /^(?:endpoint\.js(?:\/|$)|\.)/ }, ({ path, importer, resolveDir }) => {
      if (!/\.(?:test|cases)\.ts$/.test(importer)) return undefined;
      const [source] = [...SOURCES].find(
        ([file, name]) => name === path || resolve(resolveDir, path.replace(/\.js$/, '.ts')) === file,
      ) ?? [undefined];
      return source === undefined ? undefined : { path: source, namespace: RECORDED };
    });
    // The bundle has one address, and tests read the files beside them by their own.
    builder.onLoad({ filter: /\.(?:test|cases)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
    builder.onLoad({ filter: /^/, namespace: RECORDED }, async ({ path }) => {
      const entry = SOURCES.get(path) ?? '';
      const names = Object.keys((await import(/* @vite-ignore */ entry)) as object);
      const lines = [
        `import * as actual from ${JSON.stringify(path)};`,
        `import { recorded } from ${JSON.stringify(here('recorder.ts'))};`,
        ...names.map((name) => `export const ${name} = recorded(${JSON.stringify(entry)}, '${name}', actual.${name});`),
      ];
      return { contents: lines.join('\n'), resolveDir: dirname(path) };
    });
  },
};

/** The calls by kind, as expressions of `modules` and `IN`; the same ones each time. */
export async function collectCalls(): Promise<Readonly<Record<Kind, readonly string[]>>> {
  const folder = join(ROOT, '.cache', 'corpus');
  mkdirSync(folder, { recursive: true });
  const tests = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => TESTS.test(name))
    .toSorted();
  const files = [...tests.map((name) => join(ROOT, 'lib', name)), here('hostile.cases.ts')];
  const contents = [
    ...files.map((file) => `import ${JSON.stringify(file)};`),
    `export { calls } from ${JSON.stringify(here('recorder.ts'))};`,
    `export { runTests } from ${JSON.stringify(here('test-shim.ts'))};`,
  ].join('\n');
  const outfile = join(folder, 'calls.mjs');
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The package declares its files free of side effects; that of a test is to run.
    ignoreAnnotations: true,
    plugins: [recording],
    // The same calls in every run.
    define: { 'process.env.ENDPOINTJS_FULL': '""', 'process.env.ENDPOINTJS_SEED': '""' },
    logLevel: 'error',
  });
  const module = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as typeof Recorder & typeof Shim;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  await module.runTests();
  Error.stackTraceLimit = stackTraceLimit;
  const { builds, explanations, others } = module.calls;
  return { builds: [...builds], explanations: [...explanations], others: [...others] };
}
