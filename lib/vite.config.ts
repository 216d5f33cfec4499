import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The sources that a request is built with, and the query of their instances that record it. */
const BUILDER = ['request/', 'template/', 'settings.ts'].map((name) => normalizePath(file(name)));
const EXPLAIN = normalizePath(file('explain/'));
const RECORDED = '?recorded';

/**
 * Builds the builder twice: `explain` gets one that records, and everything else one without a trace of that, in which `*.none.ts`
 * replaces each module that reports to a recorder.
 */
const recording: Plugin = {
  name: 'recording',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer) return undefined;
    const isRecorded = importer.endsWith(RECORDED) || importer.startsWith(EXPLAIN);
    const resolved = await this.resolve(source, importer.replace(RECORDED, ''), { ...options, skipSelf: true });
    if (!resolved || !BUILDER.some((path) => resolved.id.startsWith(path))) return resolved;
    if (isRecorded) return resolved.id + RECORDED;
    return resolved.id.replace(/\/(record|pieces)\.ts$/, '/$1.none.ts');
  },
  load: (id) => (id.endsWith(RECORDED) ? readFileSync(id.replace(RECORDED, ''), 'utf8') : undefined),
};

/**
 * The syntax of the oldest engines that run the library: Chrome 85, Firefox 79, Safari 14. Not `chrome85`, for which optional chaining
 * would be lowered, for the sake of `f?.(...list)` alone: that would cost 100 bytes. `lib/engines.test.ts` checks the files.
 */
const ENGINES = ['es2021', 'firefox79', 'safari14'];

/** Properties of the builder's own objects, which nothing else reads: the file for a script tag has short names for them. */
export const OWN_PROPERTIES =
  /^(?:allowReserved|amendAccept|base|checksPath|end|explode|expression|first|ifEmpty|jsonHeaders|kind|literal|named|omitMissing|operator|options|origin|parameters|parseRoute|parseTarget|parts|pathOnly|placeholders|plain|prefix|remaining|rooted|rules|separator|single|slot|spend|start|statedMethod|steps|tail|target|text|values|variables|varspecs)$/;

// `vite build` writes the entries for import, `vite build --mode script-tag` the file for a script tag.
export default defineConfig(({ mode }) => {
  const scriptTag = mode === 'script-tag';
  return {
    root: file('.'),
    publicDir: false,
    plugins: [recording],
    build: {
      outDir: file('dist'),
      emptyOutDir: false,
      target: ENGINES,
      sourcemap: true,
      minify: scriptTag,
      lib: scriptTag
        ? { entry: file('script-tag.ts'), name: 'endpointJs', formats: ['iife'], fileName: () => 'endpoint.min.js' }
        : {
            entry: {
              index: file('index.ts'),
              fetch: file('adapters/fetch.ts'),
              json: file('adapters/json.ts'),
              har: file('adapters/har.ts'),
              snippets: file('snippets/index.ts'),
              explain: file('explain/index.ts'),
              openapi: file('openapi/index.ts'),
              'uri-template': file('template/index.ts'),
            },
            formats: ['es'],
          },
      rolldownOptions: {
        output: scriptTag
          ? { generatedCode: { symbols: false }, minify: { mangleProps: { include: OWN_PROPERTIES } } }
          : { chunkFileNames: 'shared/[name].js' },
      },
    },
  };
});
