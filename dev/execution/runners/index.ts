import type { SnippetTargetInfo } from 'endpoint.js/snippets';
import { go } from './go.js';
import { httpie } from './httpie.js';
import { javascript } from './javascript.js';
import { python } from './python.js';
import { bash, type Runner, sh } from './runner.js';

/** By language, or by target for those that need more than their language. */
const RUNNERS: Readonly<Record<string, readonly Runner[]>> = {
  shell: [sh, bash],
  javascript: [javascript],
  python: [python],
  httpie: [httpie],
  go: [go],
};

export const findRunners = ({ target, language }: SnippetTargetInfo): readonly Runner[] =>
  RUNNERS[target] ?? RUNNERS[language] ?? [];
