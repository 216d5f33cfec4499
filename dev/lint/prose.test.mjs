/** Each pattern that is planted is found, once, wherever a text can be. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProse, isRead, TERMS } from './prose.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

/** @param {string} path @param {string} text */
function lint(path, text) {
  const root = makeTemporaryFolder();
  mkdirSync(join(root, 'a'));
  writeFileSync(join(root, path), text);
  return findProse(root, [path]).map((line) => line.slice(path.length + 1));
}

/** A text for each row of `TERMS`. */
const WORDS = `It reads the answer again.
Set a time limit here.
It loads pages of a list.
It has a not-found page.
It sends meta data.
It trims blanks.
A url takes no file.
This mends the url.
Please give it a value.
The call is dear.
The default gives way.
A comma stands before it.
Here it is no JSON.
It would lead out of the path.
Pass it as it is meant.
It is for nobody.
It is for whoever calls.
It is told the name.
Nothing is sent but for the url.
Use headers of one's own.
It finds ill servers.
It lists odd ones.
It has no stated method.
Send it as the route states.
It sends what is left over.`.split('\n');

test('each word is found in a page', () => {
  const found = lint('a/page.md', WORDS.join('\n\n'));
  expect(found.sort((one, other) => parseInt(one, 10) - parseInt(other, 10))).toEqual(
    TERMS.map(([, replacement], index) => expect.stringMatching(`^${2 * index + 1}: “.*”; use “${replacement}”$`)),
  );
});

test.each([
  ['a/message.ts', "throw new Error('It reads the answer.');"],
  ['a/message.mjs', 'throw new Error(`It reads the answer ${a}.`);'],
  ['a/comment.ts', '/**\n * It reads the\n * answer.\n */'],
  ['a/Page.tsx', 'export const Page = () => <p>It reads the answer.</p>;'],
  ['a/label.tsx', 'export const Page = () => <input title="It reads the answer." />;'],
])('a word is found in %s', (path, text) => {
  expect(lint(path, text)).toEqual([expect.stringMatching(/^[12]: “the answer”/)]);
});

test('a long sentence of a page is found', () => {
  const long = `It has ${Array(30).fill('word').join(' ')}.`;
  expect(lint('a/page.md', `# Page\n\nIt is short.\n${long}\n\n- Item.\n- ${long}\n`)).toEqual([
    expect.stringMatching(/^4: “It has .*: 32 words/),
    expect.stringMatching(/^7: .*: 32 words/),
  ]);
});

test('code, the addresses of links and right texts are not found', () => {
  const page =
    'See `the answer` and [this](the-answer.md): the gateway answers.\n\n```js\n// the answer\n```\n\n    the answer\n\nThere is no file.';
  expect(lint('a/code.md', page)).toEqual([]);
  expect(
    lint('a/code.tsx', "// `the answer`\nimport a from 'the-answer';\nfor (const answer of answers) f(answer);"),
  ).toEqual([]);
});

test('sources and documents are read, tests are not', () => {
  const paths = ['README.md', 'lib/a.ts', 'playground/src/A.tsx', 'dev/a.mjs', 'lib/a.test.ts', 'e2e/a.ts', 'a.json'];
  expect(paths.filter(isRead)).toEqual(paths.slice(0, 4));
});
