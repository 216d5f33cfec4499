import { type Part, OPERATORS } from '../ast.js';
import { encode, findLoneSurrogate } from '../encode.js';
import { toAutomaton } from './automaton.js';
import { canonicalize } from './characters.js';
import { assertUnambiguous, findAmbiguity, readPath, readTexts, type MatchedValues } from './match.js';
import { groupParameters, listQueryNames, listVariables } from './query.js';

/** The characters that a template writes itself. */
const listWritten = (parts: readonly Part[]) =>
  parts
    .map(({ text = '', operator }) =>
      operator === undefined ? text : OPERATORS[operator].first + OPERATORS[operator].separator,
    )
    .join('');

/** Values may have characters unencoded that the template writes too, unless a url could then be read in two ways. */
function toLenientAutomaton(parts: readonly Part[]) {
  const automaton = toAutomaton(parts, { encoded: '' });
  if (!findAmbiguity(automaton)) return automaton;
  const careful = toAutomaton(parts, { encoded: listWritten(parts) });
  assertUnambiguous(careful);
  return careful;
}

/** The parameters of a query in the order of a template; those without a name of it are keys of its map. */
function createSort(parts: readonly Part[]) {
  const names = listQueryNames(parts);
  const map = parts.flatMap(listVariables).find(({ explode }) => explode);
  return (url: string) =>
    url.replace(
      /\?([^#]*)/,
      (_: string, query: string) =>
        '?' + [...groupParameters(names, query, map?.key ?? map?.name).values()].flat().join('&'),
    );
}

/**
 * Makes a matcher of other spellings of a template's urls.
 * @throws EndpointError `ambiguous-template` if one of them has two readings
 */
export function createLenientMatcher(parts: readonly Part[], matchExactly: (url: string) => MatchedValues | undefined) {
  const automaton = toLenientAutomaton(parts);
  const sort = createSort(parts);
  const matchSpelling = (url: string) => {
    const path = readPath(automaton, url);
    const texts =
      path &&
      Array.from(readTexts(path.last, url), ({ edge, text }) => canonicalize(edge.on, automaton.normalize, text));
    return texts && matchExactly(texts.reduceRight((spelling, text) => spelling + text, ''));
  };
  return (url: string) => {
    if (findLoneSurrogate(url) >= 0) return undefined;
    // A URL parser leaves some characters that no url has (RFC 3986), such as `|`.
    const encoded = encode(url, 'url', true);
    return matchSpelling(encoded) ?? matchSpelling(sort(encoded));
  };
}
