import { expect, test } from 'vitest';
import { splitPowerShell } from './powershell.js';

/** The words of each command, and whether something in it isn’t read. */
const split = (text: string) =>
  splitPowerShell(text).map(({ words, omissions }) => ({ words: words.slice(1), isRead: omissions.length === 0 }));

test.each<[text: string, words: readonly string[]]>([
  [`c 'it''s' "a""b c"`.replace('""', ''), ["it's", 'ab c']],
  ['c "a`tb`n"'.replace('`n', ''), ['a\tb']],
  ['c a`\n  b # c', ['a', 'b']],
  ['$x = \'v\'; c "$x ${x}" $x', ['v v', 'v']],
  ['$env:A = "v"\nc $env:a', ['v']],
  ['c <# no #> a', ['a']],
  ['c ‘a b’ “c d”', ['a b', 'c d']],
  ['c $unknown', ['{{unknown}}']],
  ['c "$(Get-Date -Format (x))"', ['{{Get-Date}}']],
  ['$id = \'v\'; c "$id/x" "$id?x" "$id::x"', ['v/x', '{{id_x}}', 'v::x']],
  ['c "$?" "$$"', ['{{value}}', '{{value}}']],
  ['c --% -d "{\\"a\\":1}" %A%', ['-d', '{"a":1}', '{{A}}']],
])('%j is read', (text, words) => {
  expect(split(text).at(-1)).toEqual({ words, isRead: true });
});

test.each(["$x = 'v'\n$x += 'w'\nc $x", "$x = 'v' + 'w'\nc $x", "$env:x = 'v'\nc $x"])(
  '%j has a variable without a value',
  (text) => {
    expect(split(text).at(-1)).toEqual({ words: ['{{x}}'], isRead: true });
  },
);

test.each([
  `c '{"a":1}'`,
  `c ''`,
  `c "a\`u{41}"`,
  'c a,b',
  'c (x)',
  'c @x',
  'c $x.y',
  'c -ua:b',
  "c 'a'b",
  "foreach ($i in 1..2) {\n c 'a'\n}",
  "c 'a\nb'",
  'c "$x:/a"',
])('%j isn’t read as a whole', (text) => {
  expect(split(text).some(({ isRead }) => !isRead)).toBe(true);
});

test('quotes in a here-string stay as they are', () => {
  expect(split('c @"\na""b"c"\n"@')).toMatchObject([{ words: ['a""b"c"'] }]);
});

test.each(["c 'a", 'c "a', "c @'\na", 'c "$(a"'])('%j isn’t closed', (text) => {
  expect(() => splitPowerShell(text)).toThrow(/isn’t closed/);
});
