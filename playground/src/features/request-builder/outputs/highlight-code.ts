import type { SnippetLanguage } from 'endpoint.js/snippets';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/bash';
import typescript from 'highlight.js/lib/languages/typescript';
import { createLowlight } from 'lowlight';
import type { CodeKind, CodeToken } from '../../../ui/Code.js';

type Grammar = typeof go;

/** A grammar for each language that a snippet may have. */
const GRAMMARS: Readonly<Record<SnippetLanguage, Grammar>> = {
  csharp,
  go,
  java,
  javascript,
  php,
  python,
  ruby,
  rust,
  shell,
  typescript,
};

const lowlight = createLowlight(GRAMMARS);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** The kind of each scope that has one; the others have the kind around them. */
const KINDS: Readonly<Record<string, CodeKind>> = {
  attr: 'key',
  built_in: 'key',
  class: 'key',
  comment: 'comment',
  doctag: 'comment',
  keyword: 'literal',
  literal: 'literal',
  meta: 'comment',
  number: 'number',
  property: 'key',
  regexp: 'string',
  string: 'string',
  symbol: 'key',
  title: 'key',
  type: 'key',
};

function findKind(classes: unknown): CodeKind | undefined {
  const [first = ''] = Array.isArray(classes) ? classes.map(String) : [];
  return KINDS[first.replace('hljs-', '')];
}

/** Separates code into pieces with a kind; joined, their texts are the code. */
export function tokenizeCode(text: string, language: SnippetLanguage): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let start = 0;
  const visit = (node: Node, kind: CodeKind | undefined): void => {
    if (node.type === 'text') {
      tokens.push({ text: node.value, kind, start });
      start += node.value.length;
    } else if (node.type === 'element') {
      const inner = findKind(node.properties['className']) ?? kind;
      // What a string interpolates is code.
      const isCode = String(node.properties['className']).includes('hljs-subst');
      for (const child of node.children) visit(child, isCode ? undefined : inner);
    }
  };
  for (const node of lowlight.highlight(language, text).children) visit(node, undefined);
  return tokens;
}
