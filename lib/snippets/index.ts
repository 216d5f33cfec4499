import { toCurl } from './targets/curl.js';
import { toEndpointJs, type SnippetSource } from './targets/endpoint-js.js';
import { toFetchCall } from './targets/fetch.js';
import { toHttpie } from './targets/httpie.js';
import { toNode } from './targets/node.js';
import { toPython } from './targets/python.js';
import { EndpointError } from '../errors.js';
import type { RequestOptions } from '../options.js';

export type { SnippetSource };

/** What a snippet is for. */
export type SnippetTarget = 'curl' | 'fetch' | 'endpoint.js' | 'node' | 'python' | 'httpie';

/** A target as menus show it. */
export interface SnippetTargetInfo {
  readonly target: SnippetTarget;
  readonly label: string;
  /** What the snippet is written in, as highlighters name it. */
  readonly language: 'shell' | 'javascript' | 'python';
}

/** All targets, in the order in which menus may list them. */
export const snippetTargets: readonly SnippetTargetInfo[] = [
  { target: 'curl', label: 'curl', language: 'shell' },
  { target: 'fetch', label: 'JavaScript (fetch)', language: 'javascript' },
  { target: 'endpoint.js', label: 'JavaScript (endpoint.js)', language: 'javascript' },
  { target: 'node', label: 'Node.js (node:http)', language: 'javascript' },
  { target: 'python', label: 'Python (requests)', language: 'python' },
  { target: 'httpie', label: 'HTTPie', language: 'shell' },
];

const WRITERS: Readonly<Record<SnippetTarget, (request: RequestOptions, source?: SnippetSource) => string>> = {
  curl: toCurl,
  fetch: toFetchCall,
  'endpoint.js': toEndpointJs,
  node: toNode,
  python: toPython,
  httpie: toHttpie,
};

/**
 * A snippet that sends exactly the built request, whatever its values hold: nothing in them is run, expanded or read from disk.
 * Where the target can't but differ, as `fetch` does when it normalises a url, a comment in the snippet says so.
 *
 * Header values and bodies are sent as UTF-8. `request` is the caller's metadata and no part of the snippet.
 * @param source what the request was built from; the target `endpoint.js` writes that where it can
 * @throws EndpointError `invalid-value` for bodies that are no text (streams, blobs, buffers, FormData), `invalid-header` for control
 * characters and framing, `invalid-url` for a relative url where the target needs a host, `invalid-option` for an unknown target
 */
export function toSnippet(request: RequestOptions, target: SnippetTarget, source?: SnippetSource): string {
  if (!Object.hasOwn(WRITERS, target)) {
    const known = snippetTargets.map((info) => info.target).join(', ');
    throw new EndpointError('invalid-option', `target: there is no "${target}", give one of ${known}.`, 'target');
  }
  return WRITERS[target](request, source);
}
