import { describe, expect, test } from 'vitest';
import { addRules } from './markdown.mjs';

interface Token {
  readonly type?: string;
  readonly tag?: string;
  readonly info?: string;
  readonly content?: string;
  readonly attrGet?: (name: string) => string | undefined;
}
type Rule = (tokens: readonly Token[], index: number, ...more: unknown[]) => string;
type Step = (state: { tokens: readonly Token[] }) => void;

const renderContent: Rule = (tokens, index) => tokens[index]?.content ?? '';

/** The rules of markdown-it that the site's are built on, as far as they are called here. */
function createMarkdown() {
  const steps: Step[] = [];
  const disabled: string[] = [];
  const rules: Record<string, Rule> = {
    link_open: (tokens, index) => `<a href="${tokens[index]?.attrGet?.('href')}">`,
    html_block: renderContent,
    text: renderContent,
    code_inline: renderContent,
  };
  const ruler = {
    disable: (name: string) => void disabled.push(name),
    push: (_: string, step: Step) => void steps.push(step),
  };
  addRules({ renderer: { rules }, core: { ruler } } as unknown as Parameters<typeof addRules>[0]);
  const render = (rule: string, token: Token, page = 'guides/types.md') =>
    rules[rule]?.([token], 0, {}, { relativePath: page }, undefined);
  return { render, steps, disabled };
}

function createLink(href: string) {
  const attributes = new Map([['href', href]]);
  return {
    attributes,
    attrGet: (name: string) => attributes.get(name),
    attrSet: (name: string, value: string) => attributes.set(name, value),
  };
}

describe('rules of pages', () => {
  test('a link to a source leads to GitHub, one to the playground leaves VitePress’ router', () => {
    const { render } = createMarkdown();
    expect(render('link_open', createLink('../../lib/errors.ts'))).toContain('/blob/main/lib/errors.ts"');
    const link = createLink('https://endpoint-js.github.io/endpoint.js/play/');
    expect(render('link_open', link)).toBe('<a href="../play/">');
    expect(link.attributes.get('target')).toBe('_self');
  });

  test.each(['text', 'code_inline'])('braces in %s are no expression of Vue', (rule) => {
    expect(createMarkdown().render(rule, { content: 'a {{name}} {b}' })).toBe('a &#123;&#123;name}} {b}');
  });

  test('a comment with a request is a link, any other HTML stays', () => {
    const { render } = createMarkdown();
    expect(render('html_block', { content: '<!-- play: {"route": "GET /a"} -->\n' })).toContain(
      '../play/#route=GET+/a"',
    );
    expect(render('html_block', { content: '<!-- note -->\n' })).toBe('<!-- note -->\n');
  });

  test('an empty header of a table is a cell, and indented code is TypeScript', () => {
    const { steps, disabled } = createMarkdown();
    const cell = (content: string): Token[] => [
      { type: 'th_open', tag: 'th' },
      { type: 'inline', content },
      { type: 'th_close', tag: 'th' },
    ];
    const tokens: Token[] = [...cell(''), ...cell('size'), { type: 'code_block', tag: 'code', info: '' }];
    for (const step of steps) step({ tokens });
    expect(tokens.map(({ type, tag, info }) => [type, info ?? tag])).toStrictEqual([
      ['th_open', 'td'],
      ['inline', undefined],
      ['th_close', 'td'],
      ['th_open', 'th'],
      ['inline', undefined],
      ['th_close', 'th'],
      ['fence', 'ts'],
    ]);
    expect(disabled).toStrictEqual(['emoji']);
  });
});
