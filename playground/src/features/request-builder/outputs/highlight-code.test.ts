import { endpoint } from 'endpoint.js';
import { snippetTargets, toSnippet } from 'endpoint.js/snippets';
import { expect, test } from 'vitest';
import { tokenizeCode } from './highlight-code.js';

const REQUEST = endpoint('POST /repos/{owner}/issues{?page}', {
  owner: 'o’k "x" ${y} #{z} `w` <a> \\ é 😀',
  page: 1,
  title: 'it’s\n$(a) {b} // c # d /* e */ <?php',
  headers: { 'x-a': "'" },
});

test.each(snippetTargets)('colours $target, and changes no character', ({ target, language }) => {
  const text = toSnippet(REQUEST, target);
  const tokens = tokenizeCode(text, language);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
  expect(tokens.every(({ start, text: token }) => text.startsWith(token, start))).toBe(true);
  const kinds = new Set(tokens.map(({ kind }) => kind));
  expect(kinds).toContain('string');
});

test.each([
  ['javascript', 'const a = `b${c}`;', ['literal const', 'string `b', 'string `']],
  ['typescript', 'let a: string = "b"; // c', ['literal let', 'key string', 'string "b"', 'comment // c']],
  ['python', 'import a\nb = {"c": 1, "d": None}', ['literal import', 'string "c"', 'number 1', 'string "d"', 'literal None']],
  ['go', 'func main() { a := 1 }', ['literal func', 'key main', 'number 1']],
] as const)('names the kinds of %s', (language, text, kinds) => {
  const named = tokenizeCode(text, language).flatMap(({ kind, text: token }) => (kind ? [`${kind} ${token}`] : []));
  expect(named).toEqual(expect.arrayContaining([...kinds]));
}); // prettier-ignore
