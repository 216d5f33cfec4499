import { expect, test } from 'vitest';
import { countTokens, findExcess, findSources } from './weight.mjs';

test.each([
  ['a.ts', 'const a = 1;', 5],
  // Wrapping, blank lines and comments weigh nothing.
  ['a.ts', '// A comment\nconst\n\n  a /* b */ = 1;\n', 5],
  ['a.ts', 'const a = `x${b + `y${c}`}z`;', 11],
  ['a.tsx', 'const a = <b c="d">it is {e}</b>;', 18],
  // The types of JavaScript are in comments.
  ['a.mjs', '/** @param {string} a */\nfunction f(a) {}', 12],
  ['a.css', '/* a */\na > .b { color: red; }\n', 10],
])('%s: %s', (path, text, tokens) => {
  expect(countTokens(path, text)).toBe(tokens);
});

test('code that only tests use is a test’s, wherever it is, and what sources use is a source', () => {
  const files = {
    'package.json': '{ "scripts": { "a": "node dev/a/main.mjs" }, "exports": "./lib/index.ts" }',
    'dev/a/main.mjs': "import './used.mjs'; new URL('worker.mjs', import.meta.url); await import('./test/run.mjs');",
    'dev/a/used.mjs': '',
    'dev/a/worker.mjs': '',
    'dev/a/test/run.mjs': '',
    'dev/a/helper.ts': "import './deep.js';",
    'dev/a/deep.ts': '',
    'dev/a/program.mjs': 'process.argv[2];',
    'dev/a/main.test.mjs':
      "import './helper.js'; import './main.mjs'; import './program.mjs'; import '../../lib/index.js';",
    'dev/a/test/fake.mjs': '',
    'lib/index.ts': '',
  };
  expect([...findSources(new Map(Object.entries(files)))].toSorted()).toEqual([
    'dev/a/main.mjs',
    'dev/a/program.mjs',
    'dev/a/test/run.mjs',
    'dev/a/used.mjs',
    'dev/a/worker.mjs',
    'lib/index.ts',
    'package.json',
  ]);
});

const weight = { tokens: 100, tests: 0, css: 0, files: 1 };
test.each([
  [
    'a weight over its budget',
    { 'a/': { ...weight, tokens: 99 } },
    [/^a\/: 100 tokens of 99; take something out, or raise/],
  ],
  ['a budget of 4 % more', { 'a/': { ...weight, tokens: 104 } }, [/^a\/: 100 tokens of 104; lower it to 100 in/]],
  [
    'a folder that is gone',
    { 'a/': weight, 'b/': weight },
    [/^b\/: 0 tokens of 100; lower it to 0/, /^b\/: 0 files of 1/],
  ],
  ['a folder that is only counted', { 'a/': null }, []],
  ['a folder without a budget', {}, [/^a\/: has no budget; add its weight to dev\/lint\/weight\.json$/]],
])('%s', (_, budgets, lines) => {
  const found = findExcess(new Map([['a/', weight]]), budgets);
  expect(found).toEqual(lines.map((line) => expect.stringMatching(line)));
});
