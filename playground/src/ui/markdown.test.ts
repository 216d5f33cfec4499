import { expect, test } from 'vitest';
import { parseMarkdown, type Inline } from './markdown.js';

/** Pieces in short: code in backticks, links as `text→url`, strong text in `**`, emphasis in `_`. */
function write(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.kind === 'code' ? `\`${piece.text}\`` : piece.text;
      const text = write(piece.content);
      if (piece.kind === 'link') return `‹${text}→${piece.url}›`;
      return piece.kind === 'strong' ? `**${text}**` : `_${text}_`;
    })
    .join('');
}

test.each<[markdown: string, expected: string]>([
  ['plain', 'plain'],
  ['a `b` c', 'a `b` c'],
  ['``a ` b``', '`a ` b`'],
  ['see [the docs](https://h/a)', 'see ‹the docs→https://h/a›'],
  ['see [it](https://h/a_(b)).', 'see ‹it→https://h/a_(b)›.'],
  ['([it](https://h/a))', '(‹it→https://h/a›)'],
  ['[`code` and **more**](https://h "title")', '‹`code` and **more**→https://h›'],
  ['[a [b] c](https://h)', '‹a [b] c→https://h›'],
  ['https://h/a?b=c.', '‹https://h/a?b=c→https://h/a?b=c›.'],
  ['<https://h/a>', '‹https://h/a→https://h/a›'],
  ['[relative](/rest/issues)', '_relative_'],
  ['[script](javascript:alert(1))', '_script_'],
  ['[data](data:text/html,x)', '_data_'],
  ['**bold** and __bold__', '**bold** and **bold**'],
  ['_a **b** c._ and *snake_case*', '_a **b** c._ and _snake_case_'],
  // Not with `_`, which text that isn't read has too.
  ['*a __b__*', '_a **b**_'],
  ['*a __b.__* c', '_a **b.**_ c'],
  ['*one* and _two_', '_one_ and _two_'],
  ['snake_case_name and a * b * c', 'snake_case_name and a * b * c'],
  ['**a `b` c**', '**a `b` c**'],
  [String.raw`\*not\* this`, '*not* this'],
  ['<b>HTML</b> <script>alert(1)</script>', '<b>HTML</b> <script>alert(1)</script>'],
  ['![image](https://h/i.png)', '‹image→https://h/i.png›'],
  ['unclosed `code and [link](https://h', 'unclosed `code and [link](‹https://h→https://h›'],
])('%s', (markdown, expected) => {
  const [block, ...others] = parseMarkdown(markdown);
  if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
  expect(others).toEqual([]);
  expect(write(block.content)).toBe(expected);
});

test.each<[title: string, markdown: string, expected: readonly string[]]>([
  ['paragraphs', 'a\nb\n\nc', ['paragraph: a b', 'paragraph: c']],
  ['a heading', '# A `b` #\ntext', ['heading: A `b`', 'paragraph: text']],
  ['lists', '* a\n* b\n  more\n1. c\n2) d\n\ntext', ['ul: a; b more', 'ol: c; d', 'paragraph: text']],
  ['a list after a paragraph', 'text:\n- a', ['paragraph: text:', 'ul: a']],
  ['code', '```json\n{\n\n  "a": 1 }\n```\ntext', ['code: {\n\n  "a": 1 }', 'paragraph: text']],
  ['code without an end', '```\na', ['code: a']],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\ntext', ['code: | a | b |\n|---|---|\n| 1 | 2 |', 'paragraph: text']],
  ['a quote', '> [!NOTE]\n> a', ['paragraph: **Note:** a']],
  ['nothing', ' \n', []],
])('%s', (_, markdown, expected) => {
  const shown = parseMarkdown(markdown).map((block) => {
    if (block.kind === 'code') return `code: ${block.text}`;
    if (block.kind !== 'list') return `${block.kind}: ${write(block.content)}`;
    return `${block.ordered ? 'ol' : 'ul'}: ${block.items.map(write).join('; ')}`;
  });
  expect(shown).toEqual(expected);
});

test.each(['[', '`', '**', '_', '[a](', '<https://', '> ', '* ', '[[a]'])(
  'a text of many `%s` takes no long time',
  (piece) => {
    expect(JSON.stringify(parseMarkdown(piece.repeat(20_000))).length).toBeLessThan(1_000_000);
  },
);
