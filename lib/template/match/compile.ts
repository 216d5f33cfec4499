import type { Part } from '../ast.js';
import { compileToText } from '../compile.js';
import { createLenientMatcher } from './lenient.js';
import { createMatcher, type MatchedValues } from './match.js';

/** How a url is matched. */
export interface MatchOptions {
  /**
   * Whether other spellings of an expansion match too, as browsers, servers and other clients write them: reserved characters that a
   * value has unencoded (`@`, `:`, `+`, …), parameters of a query in another order, and percent-encoding in lower case or without need.
   */
  readonly lenient?: boolean;
  /**
   * Whether variables of simple and reserved expressions in a path need values, as for the builder (default), or may have none, as in
   * plain RFC 6570.
   */
  readonly missing?: 'error' | 'omit';
}

/**
 * Makes a function that reads the values of a parsed template from a url.
 * @throws EndpointError `ambiguous-template` as `compileMatch`
 */
export function compileMatcher(
  parts: readonly Part[],
  options: MatchOptions = {},
): (url: string) => MatchedValues | undefined {
  const matchExactly = createMatcher(parts, compileToText(parts, Infinity), options.missing === 'omit');
  return options.lenient ? createLenientMatcher(parts, matchExactly) : matchExactly;
}
