import type { Part } from '../ast.js';
import { createLenientMatcher } from './lenient.js';
import { createMatcher } from './match.js';
import { listSimple, readSimple } from './simple.js';

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
export function compileMatcher(parts: readonly Part[], options: MatchOptions = {}) {
  const matchExactly = createMatcher(parts, options.missing === 'omit');
  const matchAny = options.lenient ? createLenientMatcher(parts, matchExactly) : matchExactly;
  const names = listSimple(parts);
  // Where no text after a value begins as values do, a pattern takes linear time, and finds the only reading.
  if (
    !names ||
    parts.some(
      ({ operator, varspecs }, index) => operator || (varspecs && /^[\w.~-]/.test(parts[index + 1]?.text ?? '')),
    )
  )
    return matchAny;
  const pattern = RegExp(`^${parts.map(({ text }) => text?.replace(/[^\w/]/g, '\\$&') ?? '([\\w.~-]+)').join('')}$`);
  return (url: string) => {
    const texts = pattern.exec(url);
    return texts ? readSimple(names, texts, true) : matchAny(url);
  };
}
