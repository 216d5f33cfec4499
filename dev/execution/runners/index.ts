import type { SnippetLanguage, SnippetTarget, SnippetTargetInfo } from 'endpoint.js/snippets';
import { csharp } from './csharp.js';
import { go } from './go.js';
import { httpie } from './httpie.js';
import { java } from './java.js';
import { javascript, typescript } from './javascript.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { bash, type Runner, sh } from './runner.js';

/** Those of targets that need more than their language. */
const OF_TARGETS: Readonly<Partial<Record<SnippetTarget, readonly Runner[]>>> = { httpie: [httpie] };

/** The compiler rejects this list unless it has each language. */
const OF_LANGUAGES: Readonly<Record<SnippetLanguage, readonly Runner[]>> = {
  shell: [sh, bash],
  javascript: [javascript],
  typescript: [typescript],
  python: [python],
  go: [go],
  java: [java],
  csharp: [csharp],
  php: [php],
  ruby: [ruby],
  rust: [rust],
};

export const findRunners = ({ target, language }: SnippetTargetInfo): readonly Runner[] =>
  OF_TARGETS[target] ?? OF_LANGUAGES[language];
