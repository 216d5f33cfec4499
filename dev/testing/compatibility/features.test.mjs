/** The check of built files finds every kind of feature that an older engine lacks. */
import { expect, test } from 'vitest';
import { listNewSyntax } from './data.mjs';
import { computeFloor, findNewFeatures, findUses } from './features.mjs';
import { LIBRARY } from './floors.mjs';

/** @param {string} code */
const find = (code) => findNewFeatures(code, LIBRARY).map(({ name }) => name.replaceAll('javascript.', ''));

/** Of each feature of syntax that is newer than the library's floor. */
const SYNTAX = {
  'operators.await.top_level': 'await f(); for await (const x of y);',
  'operators.import.options_parameter': "import('x', { with: { type: 'json' } });",
  'operators.import_meta.resolve': "import.meta.resolve('x');",
  'statements.using': '{ using x = y; }',
  'statements.await_using': 'async () => { await using x = y; };',
  'statements.export.namespace': "export * as x from 'x';",
  'statements.export.arbitrary_module_namespace_identifier_names': "const x = 1; export { x as 'a b' };",
  'statements.import.arbitrary_module_namespace_identifier_names': "import { 'a b' as x } from 'x';",
  'statements.import.import_attributes': "import x from 'x' with { type: 'json' };",
  'classes.public_class_fields': 'class A { a = 1 }',
  'classes.private_class_fields': 'class A { #a = 1 }',
  'classes.private_class_methods': 'class A { #a() {} }',
  'classes.private_class_fields_in': 'class A { #a() {} has(x) { return #a in x; } }',
  'classes.static.class_fields': 'class A { static a = 1 }',
  'classes.static.initialization_blocks': 'class A { static { f(); } }',
  'regular_expressions.lookbehind_assertion': '/(?<!a)b/',
  'regular_expressions.modifier': '/(?i:a)b/',
  'regular_expressions.named_capturing_group.duplicate_named_capturing_groups': '/(?<a>b)|(?<a>c)/',
};

/** What the parser rejects, and so does the check. */
const REJECTED = {
  'operators.import.defer': "import.defer('x');",
  'operators.import.import_source': "import.source('x');",
  'statements.import.defer': "import defer * as x from 'x';",
  'statements.import.import_source': "import source x from 'x';",
  'statements.import.import_source.import_wasm_modules': "import source x from 'x.wasm';",
  'statements.import.import_assertions': "import x from 'x' assert { type: 'json' };",
  'regular_expressions.buffer_boundary_assertion': String.raw`/\Aa\z/u`,
};

/** Not of a file: of how it is loaded, or of one that has a feature above. */
const ELSEWHERE =
  /worker_support|worklet_support|service_worker|http_errors|\.type_(?:css|json|text)$|trailing_commas_in_dynamic_import/;

test('every feature of syntax that an engine of the floor lacks has a row here', () => {
  const names = listNewSyntax(LIBRARY).map((name) => name.replace('javascript.', ''));
  const known = [...Object.keys(SYNTAX), ...Object.keys(REJECTED)].sort();
  expect(names.filter((name) => !ELSEWHERE.test(name)).sort()).toEqual(known);
});

test.each(Object.entries(SYNTAX))('%s is found in: %s', (name, code) => {
  expect(find(code)).toContain(name);
});

test.each(Object.entries(REJECTED))('%s is rejected: %s', (_, code) => {
  expect(() => findUses(code)).toThrow(SyntaxError);
});

test.each([
  ['a static method', 'Object.hasOwn(a, b);', ['builtins.Object.hasOwn']],
  ['a static method of the web', 'URL.canParse(a);', ['api.URL.canParse_static']],
  ['a static method of the global object', 'globalThis.AbortSignal.timeout(1);', ['api.AbortSignal.timeout_static']],
  ['a destructured static method', 'const { groupBy } = Object;', ['builtins.Object.groupBy']],
  ['a static method as a value', 'a.map(Array.fromAsync);', ['builtins.Array.fromAsync']],
  ['a name in brackets', "Object['hasOwn'](a, b);", ['builtins.Object.hasOwn']],
  ['a class', 'new WeakRef(a);', ['builtins.WeakRef']],
  ['a class of a namespace', 'new Intl.Segmenter();', ['builtins.Intl.Segmenter']],
  ['a global function', 'structuredClone(a);', ['api.structuredClone']],
  ['a global function of window', 'window.reportError(a);', ['api.reportError']],
  ['an option of a constructor', 'new Error(a, { cause: b });', ['builtins.Error.Error.options_cause_parameter']],
  [
    'an option of a subclass',
    'class A extends TypeError { constructor(c) { super(c, { cause: c }); } }',
    /options_cause/,
  ],
  [
    'an option through classes of the file',
    'class A extends RangeError {} class B extends A { constructor(c) { super(c, { cause: c }); } }',
    /options_cause/,
  ],
  ['an option of a method', "a.addEventListener('b', c, { signal: d });", /options_signal_parameter/],
  ['an option of a function', "fetch('x', { duplex: 'half' });", ['api.fetch.options_parameter.duplex']],
  ['an option of a request', "new Request('x', { duplex: 'half' });", /duplex/],
  ['a flag', '/a/v;', ['builtins.RegExp.unicodeSets']],
  ['a pattern in text', "new RegExp('(?<=a)b', 'd');", /hasIndices.*lookbehind/],
  ['surrogates of pairs', String.raw`/[a\p{Cs}]/u`, ['surrogates of pairs']],
  ['a method of iterators', 'new Map().values().map(f);', ['builtins.Iterator.map']],
  ['a property of the language', 'a.cause;', /cause/],
])('%s is found in: %s', (_, code, expected) => {
  if (expected instanceof RegExp) expect(find(code).join(' ')).toMatch(expected);
  else expect(find(code)).toEqual(expected);
});

/** Of the language and of the web. */
const METHODS =
  'at findLast findLastIndex toReversed toSorted toSpliced with isWellFormed toWellFormed union throwIfAborted showModal';

test.each(METHODS.split(' '))('the method %s is found', (name) => {
  expect(find(`a.${name}(b);`).join()).toContain(`.${name}`);
});

test.each([
  'a?.b ?? c; a ||= 1; 1_000; a.replaceAll(b, c).flatMap(d); Promise.any(a);',
  'async function f() { for await (const a of b) await a; }',
  String.raw`/(?<a>b)\p{Lu}/suy`,
  'const structuredClone = 1; structuredClone;',
  "typeof structuredClone === 'function'; a.at?.(0); typeof Object.hasOwn;",
  'const a = { cause: 1 }; a.cause;',
  'Object.values(a).map(b);',
  'Object.hasOwnProperty.call(a, b);',
])('nothing is found in: %s', (code) => {
  expect(find(code)).toEqual([]);
});

test('the floor of a program is the newest of its features', () => {
  expect(computeFloor(findUses('a ??= b; a.at(0); /(?<=a)b/'))).toEqual({
    chrome: 92,
    edge: 92,
    firefox: 90,
    safari: 16.4,
    safari_ios: 16.4,
  });
});
