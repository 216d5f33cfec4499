import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './Markdown.js';

/** The HTML of a text; links without the attributes that all of them have. */
const render = (text: string): string =>
  renderToStaticMarkup(<Markdown text={text} />)
    .replace(/^<div class="markdown wrap">([^]*)<\/div>$/, '$1')
    .replaceAll(' target="_blank" rel="noopener noreferrer"', '');

test.each<[markdown: string, html: string]>([
  ['plain', 'plain'],
  ['a `b` c', 'a <code>b</code> c'],
  ['``a ` b``', '<code>a ` b</code>'],
  ['see [the docs](https://h/a)', 'see <a href="https://h/a">the docs</a>'],
  ['see [it](https://h/a_(b)).', 'see <a href="https://h/a_(b)">it</a>.'],
  ['([it](https://h/a))', '(<a href="https://h/a">it</a>)'],
  ['[`code` and **more**](https://h "title")', '<a href="https://h"><code>code</code> and <strong>more</strong></a>'],
  ['[a [b] c](https://h)', '<a href="https://h">a [b] c</a>'],
  ['https://h/a?b=c.', '<a href="https://h/a?b=c">https://h/a?b=c</a>.'],
  ['<https://h/a>', '<a href="https://h/a">https://h/a</a>'],
  ['[relative](/rest/issues)', '<em>relative</em>'],
  ['[script](javascript:alert(1))', '<em>script</em>'],
  ['[data](data:text/html,x)', '<em>data</em>'],
  ['**bold** and __bold__', '<strong>bold</strong> and <strong>bold</strong>'],
  ['_a **b** c._ and *snake_case*', '<em>a <strong>b</strong> c.</em> and <em>snake_case</em>'],
  ['*a __b__*', '<em>a <strong>b</strong></em>'],
  ['*a __b.__* c', '<em>a <strong>b.</strong></em> c'],
  ['*one* and _two_', '<em>one</em> and <em>two</em>'],
  ['snake_case_name and a * b * c', 'snake_case_name and a * b * c'],
  ['**a `b` c**', '<strong>a <code>b</code> c</strong>'],
  [String.raw`\*not\* this`, '*not* this'],
  ['<b>HTML</b> <script>alert(1)</script>', '&lt;b&gt;HTML&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;'],
  ['![image](https://h/i.png)', '<a href="https://h/i.png">image</a>'],
  ['unclosed `code and [link](https://h', 'unclosed `code and [link](<a href="https://h">https://h</a>'],
])('%s', (markdown, html) => {
  expect(render(markdown)).toBe(`<p>${html}</p>`);
});

test.each<[title: string, markdown: string, html: string]>([
  ['paragraphs', 'a\nb\n\nc', '<p>a b</p><p>c</p>'],
  ['a heading', '# A `b` #\ntext', '<p><strong>A <code>b</code></strong></p><p>text</p>'],
  ['lists', '* a\n* b\n  more\n1. c\n2) d\n\ntext', '<ul><li>a</li><li>b more</li></ul><ol><li>c</li><li>d</li></ol><p>text</p>'],
  ['a list after a paragraph', 'text:\n- a', '<p>text:</p><ul><li>a</li></ul>'],
  ['code', '```json\n{\n\n  "a": 1 }\n```\ntext', '<pre>{\n\n  &quot;a&quot;: 1 }</pre><p>text</p>'],
  ['code without an end', '```\na', '<pre>a</pre>'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\ntext', '<pre>| a | b |\n|---|---|\n| 1 | 2 |</pre><p>text</p>'],
  ['a quote', '> [!NOTE]\n> a', '<p><strong>Note:</strong> a</p>'],
  ['nothing', ' \n', ''],
])('%s', (_, markdown, html) => {
  expect(render(markdown)).toBe(html);
}); // prettier-ignore

test.each(['[', '`', '**', '_', '[a](', '<https://', '> ', '* ', '[[a]'])(
  'a text of many `%s` takes no long time',
  (piece) => {
    expect(render(piece.repeat(20_000)).length).toBeLessThan(1_000_000);
  },
);
