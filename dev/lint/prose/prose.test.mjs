/** Each pattern that is planted in a Markdown text, a message and a text of a page is found there, once. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findProse, isRead } from './findings.mjs';
import { REPEATED, TERMS } from './terms.mjs';

/** A text for each row of `REPEATED` and `TERMS`, in its order, with what is found. */
const rows = [...REPEATED, ...TERMS];
const WORDS = [
  ['Its size is that of the url.', 'that of'],
  ['It reads the answer again.', 'the answer'],
  ['Set a time limit here.', 'time limit'],
  ['It loads pages of a list.', 'pages of a list'],
  ['It has a page of missing addresses.', 'page of missing addresses'],
  ['It has a not-found page.', 'not-found page'],
  ['It sends meta data.', 'meta data'],
  ['It trims blanks.', 'blanks'],
  ['A url takes no file.', 'takes no file'],
  ['This mends the url.', 'mends'],
  ['It has a remedy.', 'remedy'],
  ['Please give it a value.', 'give it a value'],
  ['The call is dear.', 'is dear'],
  ['The default gives way.', 'gives way'],
  ['A comma stands before it.', 'stands before'],
  ['Here it is no JSON.', 'it is no JSON'],
  ['It would lead out of the path.', 'lead out of'],
  ['Pass it as it is meant.', 'as it is meant'],
  ['It is for nobody.', 'nobody'],
  ['It is for whoever calls.', 'whoever'],
  ['It is told the name.', 'told'],
  ['Nothing is sent but for the url.', 'but for'],
  ["Use headers of one's own.", "of one's own"],
  ['It finds ill servers.', 'ill servers'],
  ['It lists odd ones.', 'odd ones'],
  ['It has no stated method.', 'stated'],
  ['Send it as the route states.', 'route states'],
  ['It sends what is left over.', 'what is left over'],
];

const LONG = `It has ${Array(30).fill('word').join(' ')}.`;
/** What is wrong with a sentence, and whether only in a document. */
const SENTENCES = /** @type {const} */ ([
  [LONG, /”: 3\d words in a sentence/, false],
  ['It has a name: a word; it ends here.', /”: several colons or semicolons/, false],
  ['What remains is sent.', /”: a clause as the subject/, false],
  ['No base URL.', /”: a sentence without a verb/, true],
]);

const RIGHT = [
  'The embedded gateway answers gRPC-Web, and the server does not answer here.',
  'A parameter: it is wrong; pass another one.',
  'There is no file of this name, and it is no longer sent.',
  'See the guide (absent: it is sent; present: it is not) for more.',
  'What is sent?',
];

const ROOT = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
afterAll(() => rmSync(ROOT, { recursive: true }));

/** @param {string} path @param {string} text */
async function lint(path, text) {
  mkdirSync(join(ROOT, path, '..'), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  return findProse(ROOT, [path]);
}

/** Where a text can be, and the line of it. @type {readonly (readonly [path: string, write: (text: string) => string])[]} */
const PLACES = [
  ['a/page.md', (text) => `# Page\n\n${text}\n`],
  ['a/message.ts', (text) => `// No text.\n\nthrow new Error(${JSON.stringify(text)});\n`],
  ['a/message.mjs', (text) => `const a = 1;\n\nthrow new Error(\`${text} \${a}\`);\n`],
  [
    'a/sum.ts',
    (text) => `const a = 1;\n\nthrow new Error(${JSON.stringify(`${text} `)} + a + ${JSON.stringify(' more.')});\n`,
  ],
  ['a/Page.tsx', (text) => `const a = 1;\n\nexport const Page = () => <p>${text} <b>{a}</b></p>;\n`],
  ['a/label.tsx', (text) => `const a = 1;\n\nexport const Page = () => <input title="${text}" />;\n`],
];

test.each(PLACES)('each word is found once in %s', async (path, write) => {
  expect(WORDS).toHaveLength(rows.length);
  for (const [index, [text = '', found = '']] of WORDS.entries()) {
    const lines = await lint(path, write(text));
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${path}:3: “${found}”; use “`, 'i'))]);
    expect(found).toMatch(new RegExp(`^(?:${rows[index]?.[0]})$`, 'i'));
  }
});

test.each(PLACES)('each sentence is found once in %s', async (path, write) => {
  for (const [text, problem, inDocument] of SENTENCES) {
    const expected = inDocument && !path.endsWith('.md') ? [] : [expect.stringMatching(problem)];
    expect(await lint(path, write(text))).toEqual(expected);
  }
});

test('a word is found in a comment, too', async () => {
  const source =
    '/**\n * Reads the\n * answer.\n *\n * @param {string} a the answer\n */\nconst a = 1;\n// Sends an\n// answer.\n\n// The answer.\n';
  const lines = await lint('a/comment.ts', source);
  expect(lines.map((line) => line.replace(/; use.*/, ''))).toEqual([
    'a/comment.ts:2: “the answer”',
    'a/comment.ts:5: “the answer”',
    'a/comment.ts:8: “an answer”',
    'a/comment.ts:11: “The answer”',
  ]);
});

test.each(PLACES)('right texts are not found in %s', async (path, write) => {
  for (const text of RIGHT) expect(await lint(path, write(text))).toEqual([]);
});

test('code and the addresses of links are not read', async () => {
  const text =
    'See `that of` and [this](the-answer/that-of.md).\n\n```js\n// the answer; that of: it\n```\n\n    the answer\n\n- `No verb.`\n- No verb.\n\n| No verb. | a |\n| --- | --- |\n| No verb. | `the answer` |\n';
  expect(await lint('a/code.md', text)).toEqual([]);
  const program =
    "import a from 'the answer';\nexport const Page = () => <p className='the answer'>See <code>the answer</code>.</p>;\nconst b = 'a = 1: 2; the: 3; end: 4;';\n";
  expect(await lint('a/code.tsx', program)).toEqual([]);
});

test('sources and documents are read, tests are not', () => {
  const paths = [
    'README.md',
    'lib/a.ts',
    'playground/src/A.tsx',
    'dev/a.mjs',
    '.github/a.md',
    'lib/a.test.ts',
    'e2e/a.ts',
    'a.json',
  ];
  expect(paths.filter(isRead)).toEqual(paths.slice(0, 5));
});
