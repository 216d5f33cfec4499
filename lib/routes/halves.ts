import { fail } from '../errors.js';
import type { Part } from '../template/ast.js';

/** A template in two halves, the path and the query and fragment, separated where a url has its first `?` or `#`. */
export type Halves = ReturnType<typeof halve>;

/**
 * Separates a template where its query or fragment begins.
 * @throws EndpointError `ambiguous-template` for one whose url decides that
 */
export function halve(parts: readonly Part[]) {
  const index = parts.findIndex(({ query }) => query);
  if (index < 0) return { path: parts, tail: [] };
  const tail = parts.slice(index);
  if (tail[0]?.operator === '&')
    fail('ambiguous-template', 'url', `can't be matched with "{&" before any "?"; write {?name}`, tail[0].start);
  const other = tail.find(({ query }) => !query);
  if (other)
    fail(
      'ambiguous-template',
      'url',
      "can't be matched with a path after the query; write the query last",
      other.start,
    );
  return { path: parts.slice(0, index), tail };
}
