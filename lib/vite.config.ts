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
 * would be lowered, for the sake of `f?.(...list)` alone: that would cost 100 bytes. `e2e/engines/features.test.ts` checks the files.
 */
const ENGINES = ['es2021', 'firefox79', 'safari14'];

/** A node of a syntax tree (ESTree). */
interface Code {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A text for the code from `start` to `end`. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isCode = (value: unknown): value is Code => typeof (value as Code | null)?.type === 'string';
const isNamed = (name: string, node: unknown): boolean =>
  isCode(node) && node.type === 'Identifier' && node['name'] === name;

/** Whether a handler hands its error to `recover` first, which throws it again where nothing is recorded. */
function onlyRethrows(handler: unknown): boolean {
  const block = isCode(handler) ? handler['body'] : undefined;
  const [first] = isCode(block) ? (block['body'] as readonly Code[]) : [];
  const call = first?.['expression'];
  return isCode(call) && isNamed('recover', call['callee']);
}

/** Whether a node is the recorder: `record`, `call.record`, or the member of a context in `{ record }`. */
const isRecord = (node: unknown): boolean =>
  isNamed('record', node) ||
  (isCode(node) &&
    ((node.type === 'MemberExpression' && isNamed('record', node['property'])) ||
      (node.type === 'Property' && isNamed('record', node['key']))));

/**
 * Finds what a builder that records nothing can't use: the recorder as parameter, argument and member, and handlers that only
 * rethrow.
 */
function* findUnused(node: Code): Generator<Replacement> {
  if (isRecord(node)) {
    yield { start: node.start, end: node.end, text: 'null' };
    return;
  }
  const { params, arguments: values, properties, block } = node;
  const removed = new Set<unknown>();
  for (const list of [params, values, properties] as (readonly Code[] | undefined)[]) {
    const index = list?.findIndex((item) => isRecord(item)) ?? -1;
    const [before, record, after] = [list?.[index - 1], list?.[index], list?.[index + 1]];
    if (!record) continue;
    removed.add(record);
    // With the comma before it or after it.
    yield after
      ? { start: record.start, end: after.start, text: '' }
      : { start: before?.end ?? record.start, end: record.end, text: '' };
  }
  if (node.type === 'TryStatement' && isCode(block) && onlyRethrows(node['handler'])) {
    removed.add(node['handler']);
    yield { start: node.start, end: block.start, text: '' };
    yield { start: block.end, end: node.end, text: '' };
  }
  for (const member of Object.values(node).flat())
    if (isCode(member) && !removed.has(member)) yield* findUnused(member);
}

/** Removes the recorder from the sources of the builder alone. Replacements keep lines and columns, so that source maps stay right. */
const unrecorded: Plugin = {
  name: 'unrecorded',
  transform(code, id) {
    if (id.endsWith(RECORDED) || !BUILDER.some((path) => id.startsWith(path))) return undefined;
    let result = code;
    for (const { start, end, text } of findUnused(this.parse(code) as unknown as Code))
      result =
        result.slice(0, start) + text + code.slice(start + text.length, end).replace(/./g, ' ') + result.slice(end);
    return { code: result, map: null };
  },
};

/** Properties of the builder's own objects, which nothing else reads: the file for a script tag has short names for them. */
export const OWN_PROPERTIES =
  /^(?:allowReserved|amendAccept|base|checksPath|end|explode|expression|first|ifEmpty|jsonHeaders|kind|literal|named|omitMissing|operator|options|origin|parameters|parseRoute|parseTarget|parts|pathOnly|placeholders|plain|prefix|remaining|rooted|route|rules|separator|single|slot|start|statedMethod|steps|tail|target|text|values|variables|varspecs)$/;

// `vite build` writes the entries for import, `vite build --mode script-tag` the file for a script tag.
export default defineConfig(({ mode }) => {
  const scriptTag = mode === 'script-tag';
  return {
    root: file('.'),
    publicDir: false,
    plugins: [recording, unrecorded],
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
              octokit: file('adapters/octokit.ts'),
              har: file('adapters/har.ts'),
              snippets: file('snippets/index.ts'),
              explain: file('explain/index.ts'),
              openapi: file('openapi/index.ts'),
              'uri-template': file('template/index.ts'),
            },
            formats: ['es'],
          },
      rolldownOptions: {
        // What a recorder would be told of is read and dropped in builds without one.
        treeshake: { propertyReadSideEffects: false },
        // Other bundlers leave exported constants of other files in variables.
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: scriptTag
          ? { generatedCode: { symbols: false }, minify: { mangleProps: { include: OWN_PROPERTIES } } }
          : { chunkFileNames: 'shared/[name].js' },
      },
    },
  };
});
