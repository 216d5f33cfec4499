import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MagicString from 'magic-string';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const file = (name: string) => normalizePath(fileURLToPath(new URL(name, import.meta.url)));

/** The sources that a request is built with, and the query of their instances that record it. */
const BUILDER = ['request/', 'template/', 'settings.ts'].map(file);
/** The sources that use the builder's own objects. */
const USERS = [
  ...BUILDER,
  ...['endpoint.ts', 'strict.ts', 'adapters/body-text.ts', 'adapters/octokit.ts', 'openapi/placeholders.ts'].map(file),
];
const EXPLAIN = file('explain/');
const RECORDED = '?recorded';

const isRecorded = (id: string) => id.startsWith(EXPLAIN) || id.endsWith(RECORDED);

/**
 * Builds the builder twice: `explain` gets one that records, and everything else one without a trace of that, in which `*.none.ts`
 * replaces each module that reports to a recorder.
 */
const recording: Plugin = {
  name: 'recording',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer) return undefined;
    const resolved = await this.resolve(source, importer.replace(RECORDED, ''), { ...options, skipSelf: true });
    if (!resolved || !BUILDER.some((path) => resolved.id.startsWith(path))) return resolved;
    if (isRecorded(importer)) return resolved.id + RECORDED;
    return resolved.id.replace(/\/(record|pieces)\.ts$/, '/$1.none.ts');
  },
  load: (id) => (id.endsWith(RECORDED) ? readFileSync(id.replace(RECORDED, ''), 'utf8') : undefined),
};

/**
 * The syntax of the oldest engines that run the library: Chrome 85, Firefox 79, Safari 14. Not `chrome85`, for which optional chaining
 * would be lowered, for the sake of `f?.(...list)` alone: that would cost 100 bytes. `e2e/engines/features.test.ts` checks the files.
 */
const ENGINES = ['es2021', 'firefox79', 'safari14'];

type Member = 'block' | 'body' | 'callee' | 'declaration' | 'expression' | 'handler' | 'id' | 'key' | 'property';

/** A node of a syntax tree (ESTree). */
interface Code extends Readonly<Partial<Record<Member, Code>>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Of an identifier. */
  readonly name?: string;
  readonly [member: string]: unknown;
}

const isCode = (value: unknown): value is Code => typeof (value as Code | null)?.type === 'string';
const isNamed = (name: string, node?: Code) => node?.type === 'Identifier' && node.name === name;

/** The statements of a block or module. */
const listStatements = (block?: Code) => (block?.body ?? []) as unknown as readonly Code[];

/** Whether a statement calls the function of a name. */
const calls = (name: string, statement?: Code) => isNamed(name, statement?.expression?.callee);

/** The name of the member that a node accesses, or has in an object. */
const getMember = ({ type, key, property }: Code) =>
  type === 'Property' ? key : type === 'MemberExpression' ? property : undefined;

/** Whether a node is the recorder: `record`, `call.record`, or the member of a context in `{ record }`. */
const isRecord = (node: Code) => isNamed('record', node) || isNamed('record', getMember(node));

/**
 * Removes what a builder that records nothing can't use: the recorder as parameter, argument and member, handlers that only rethrow,
 * and statements after an error. Returns the removed nodes.
 */
function removeRecorder(node: Code, text: MagicString) {
  const { type, params, arguments: values, properties, block, handler } = node;
  const removed: unknown[] = [];
  const remove = (start: number, end: number, ...nodes: unknown[]) => {
    text.remove(start, end);
    removed.push(...nodes);
  };
  for (const list of [params, values, properties] as (readonly Code[] | undefined)[]) {
    const index = list?.findIndex(isRecord) ?? -1;
    const [before, record, after] = [list?.[index - 1], list?.[index], list?.[index + 1]];
    // With the comma after it or before it.
    if (record) remove(after ? record.start : (before?.end ?? record.start), after ? after.start : record.end, record);
  }
  // `recover` throws the error again where nothing is recorded.
  if (block && calls('recover', listStatements(handler?.body)[0])) {
    remove(node.start, block.start, handler);
    remove(block.end, node.end);
  }
  if (type === 'BlockStatement') {
    const statements = listStatements(node);
    const error = statements.find((statement) => calls('report', statement));
    if (error) remove(error.end, (statements.at(-1) as Code).end, ...statements.slice(statements.indexOf(error) + 1));
  }
  return removed;
}

/** Gives an own property its short name. */
function shorten(node: Code, names: readonly string[], text: MagicString) {
  const name = getMember(node);
  const index = names.indexOf(name?.name ?? '');
  if (!name || node['computed'] || index < 0) return;
  const short = String.fromCharCode(index < 26 ? 97 + index : 39 + index);
  if (node['shorthand']) text.appendLeft(name.start, `${short}: `);
  else text.overwrite(name.start, name.end, short);
}

/** Makes a function of a module an arrow function, which is shorter. */
function toArrow({ declaration, ...statement }: Code, text: MagicString) {
  const { type, start, end, id, body, generator } = declaration ?? statement;
  if (type !== 'FunctionDeclaration' || generator || !id || !body) return;
  text.overwrite(start, id.start, 'const ');
  text.appendLeft(id.end, ' = ');
  text.appendLeft(body.start, '=> ');
  text.appendLeft(end, ';');
}

/**
 * Makes the sources of the builder small: with arrow functions, and where nothing is recorded, without the recorder and with short names
 * of its own properties.
 */
const small = (names: readonly string[]): Plugin => ({
  name: 'small',
  transform(code, id) {
    const isIn = (paths: readonly string[]) => paths.some((path) => id.startsWith(path));
    if (!isRecorded(id) && !isIn(USERS)) return undefined;
    const isUnrecorded = !isRecorded(id) && isIn(BUILDER);
    const text = new MagicString(code);
    const edit = (node: Code): void => {
      if (isUnrecorded && isRecord(node)) return void text.overwrite(node.start, node.end, 'null');
      const removed = isUnrecorded ? removeRecorder(node, text) : [];
      shorten(node, names, text);
      const members = node['shorthand'] ? [node['value']] : Object.values(node).flat();
      for (const member of members) if (isCode(member) && !removed.includes(member)) edit(member);
    };
    for (const statement of listStatements(this.parse(code) as unknown as Code)) {
      toArrow(statement, text);
      if (!isRecorded(id)) edit(statement);
    }
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
});

/** Properties of the builder's own objects, which nothing else reads. */
export const OWN_PROPERTIES = (
  'allowReserved amendAccept asForm base builder checksPath expression first ifEmpty inOrder isSimple jsonHeaders named omitMissing operators options origin parameters parts ' +
  'passed remaining route rules separator slot statedMethod steps target variables allows ownNames recall'
).split(' ');

/** Those that `parse` of ./uri-template returns as well; the file for a script tag is without it. */
export const PART_PROPERTIES = 'end explode kind operator prefix start text varspecs'.split(' ');

/**
 * The files that entries share: what all need, what is read without a builder, and the builder. Each file that Node opens takes as long as
 * a tenth of the builder's code.
 */
const CHUNKS = [
  { name: 'common', priority: 3, test: /\/lib\/(?:errors|options|strict|user-agent|template\/values)\.ts$/ },
  {
    name: 'request',
    priority: 2,
    test: /\/lib\/(?:template\/(?:cache|parse)|request\/(?:base-url|content|option-checks|path|plain-objects|query|route|target))\.ts$/,
  },
  {
    name: 'builder',
    priority: 1,
    test: /\/lib\/(?:endpoint|settings|request\/[\w.-]+|template\/(?:ast|encode|expand|pieces[\w.]*|writer))\.ts$/,
  },
  // Apart from its entry: Parcel keeps parts of a file of which it needs one name.
  { name: 'template', priority: 0, test: /\/lib\/uri-template\.ts$/ },
];

// `vite build` writes the entries for import, `vite build --mode script-tag` the file for a script tag.
export default defineConfig(({ mode }) => {
  const scriptTag = mode === 'script-tag';
  return {
    root: file('.'),
    publicDir: false,
    // By a path, `send.js` would be the module for resolvers that don't read `exports`.
    resolve: { conditions: ['endpoint.js-source'] },
    plugins: [recording, small(scriptTag ? [...OWN_PROPERTIES, ...PART_PROPERTIES] : OWN_PROPERTIES)],
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: ENGINES,
      sourcemap: true,
      minify: scriptTag,
      lib: scriptTag
        ? { entry: 'script-tag.ts', name: 'endpointJs', formats: ['iife'], fileName: () => 'endpoint.min.js' }
        : {
            entry: {
              index: 'index.ts',
              fetch: 'adapters/fetch.ts',
              json: 'adapters/json.ts',
              octokit: 'adapters/octokit.ts',
              har: 'adapters/har.ts',
              snippets: 'snippets/index.ts',
              explain: 'explain/index.ts',
              openapi: 'openapi/index.ts',
              tools: 'tools/index.ts',
              'uri-template': 'uri-template.ts',
              send: 'send.ts',
            },
            formats: ['es'],
          },
      rolldownOptions: {
        // Values for a recorder are read and dropped in builds without one.
        treeshake: { propertyReadSideEffects: false },
        // Other bundlers leave exported constants of other files in variables.
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: scriptTag
          ? { generatedCode: { symbols: false }, minify: true }
          : { chunkFileNames: 'shared/[name].js', codeSplitting: { groups: CHUNKS } },
      },
    },
  };
});
