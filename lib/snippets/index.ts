import type { FormOptions } from '../adapters/body-text.js';
import { toMessage } from '../adapters/message.js';
import { fail } from '../errors.js';
import type { RequestOptions } from '../options.js';
import type { ParameterType, SnippetSource, Target } from './target.js';
import { csharp } from './targets/csharp.js';
import { curl } from './targets/curl.js';
import { endpointJs } from './targets/endpoint-js.js';
import { fetch } from './targets/fetch.js';
import { go } from './targets/go.js';
import { httpie } from './targets/httpie.js';
import { java } from './targets/java.js';
import { node } from './targets/node.js';
import { php } from './targets/php.js';
import { python } from './targets/python.js';
import { ruby } from './targets/ruby.js';
import { rust } from './targets/rust.js';
import { typescript } from './targets/typescript.js';

export type { FormOptions, ParameterType, SnippetSource };

/** All targets, in the order of menus: everything else that lists targets derives from here. */
const TARGETS = [
  endpointJs,
  typescript,
  curl,
  fetch,
  node,
  python,
  httpie,
  go,
  java,
  csharp,
  php,
  ruby,
  rust,
] as const satisfies readonly Target[];

/**
 * The name of a target.
 * @useDeclaredType
 */
export type SnippetTarget = (typeof TARGETS)[number]['target'];

/**
 * The language of a snippet, as highlighters name it.
 * @useDeclaredType
 */
export type SnippetLanguage = (typeof TARGETS)[number]['language'];

/** A target as menus show it. */
export interface SnippetTargetInfo {
  readonly target: SnippetTarget;
  readonly label: string;
  readonly language: SnippetLanguage;
  /** The name of a file with the snippet alone, as programs of the language expect it. */
  readonly file: string;
}

/** All targets, in the order in which menus may list them. */
export const snippetTargets: readonly SnippetTargetInfo[] = TARGETS;

/**
 * A snippet that sends exactly the built request, whatever its values hold: nothing in them is run, expanded or read from disk.
 * Where a target can't avoid a difference, as when `fetch` normalises a url, a comment in the snippet names it.
 *
 * Header values and bodies are sent as UTF-8, and forms with the same fields, though some programs encode more characters of them. `request` is the caller's metadata and not part of the snippet.
 * @param source the call that built the request; the targets `endpoint.js` and `typescript` write that where they can
 * @throws EndpointError `invalid-value` for bodies that aren't text (streams, blobs, buffers, FormData), `invalid-header` for control
 * characters and framing, and for characters that the target can't send; `invalid-url` for a relative url where the target needs a host,
 * and for one that it would rewrite; `invalid-option` for an unknown target
 */
export function toSnippet(
  request: RequestOptions,
  target: SnippetTarget,
  source?: SnippetSource,
  form: FormOptions = {},
): string {
  const found: Target | undefined = TARGETS.find((candidate) => candidate.target === target);
  if (found) {
    const message = toMessage(request, 'a snippet', form);
    const snippet = found.convert(message, request, source, form);
    if (message.method !== 'QUERY' || !found.redirects) return snippet;
    const remark = `${/shell|python/.test(found.language) ? '#' : '//'} Redirects: ${found.redirects}\n`;
    return snippet.replace(/^(?:<\?php\n)?/, (start) => start + remark);
  }
  const known = TARGETS.map((candidate) => candidate.target).join(', ');
  return fail('invalid-option', 'target', `"${target}" is unknown; pass one of ${known}`);
}
