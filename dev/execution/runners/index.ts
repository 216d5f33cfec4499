import type { SnippetTargetInfo } from 'endpoint.js/snippets';
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

/** By language, or by target for those that need more than their language. */
const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  shell: [sh, bash],
  javascript: [javascript],
  typescript: [typescript],
  python: [python],
  httpie: [httpie],
  go: [go],
  java: [java],
  csharp: [csharp],
  php: [php],
  ruby: [ruby],
  rust: [rust],
};

export const findRunners = ({ target, language }: SnippetTargetInfo): readonly Runner[] =>
  RUNNERS[target] ?? RUNNERS[language] ?? [];
