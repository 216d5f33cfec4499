import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type ParameterLocations } from '../options.js';
import { getLast } from '../template/values.js';

/** The key that stands for `endpoint.in` where options are JSON. */
export const JSON_LOCATION_KEY = '@in';

/** The next token of JSON after whitespace, as far as the text is one (RFC 8259): punctuation, a string, a literal, a number, or nothing. */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- strings of JSON contain none
  /[\t\n\r ]*([[\]{},:]|"([^"\\\0-\x1f]+|\\(["\\/bfnrt]|u[\da-fA-F]{4}))*("|\\(u[\da-fA-F]{0,3})?)?|t(r(ue?)?)?|f(a(l(se?)?)?)?|n(u(ll?)?)?|-?((0|[1-9]\d*)((\.\d+)?[eE][+-]?\d*|\.\d*)?)?)/y;

/**
 * The tokens that may follow, as three characters: what is expected, the token's first character, and what the list or object expects
 * after a comma. Expected are `v`, a value; `]`, a value or the end of a list; `"`, a name; `}`, a name or the end of an object; or a
 * colon or comma.
 */
const GRAMMAR = /^([v\]][^\]},:]|]]|}[}"]|""|::|,(,.|]v|}"))/;

/** The length of the longest beginning that some JSON text has too: engines report it in different ways, or not at all. */
function findMistake(text: string) {
  const afterCommas = [];
  let expected = 'v';
  for (TOKEN.lastIndex = 0; ;) {
    const [, token] = TOKEN.exec(text) as string[] as [string, string];
    const end = TOKEN.lastIndex;
    const [first = ''] = token;
    const afterComma = getLast(afterCommas) ?? '';
    if (!GRAMMAR.test(expected + first + afterComma)) return end - token.length;
    if (first === '[') afterCommas.push('v');
    else if (first === '{') afterCommas.push('"');
    else if (first === ']' || first === '}') afterCommas.pop();
    else if (first !== ',' && first !== ':')
      try {
        JSON.parse(token);
      } catch {
        return end;
      }
    const isName = expected === '"' || expected === '}';
    expected = { '[': ']', '{': '}', ':': 'v', ',': afterComma }[first] ?? (isName && first === '"' ? ':' : ',');
  }
}

/**
 * Reads options from JSON text; empty text means no options. The key `"@in"` stands for `endpoint.in`.
 * @throws EndpointError `invalid-json` where the text is malformed, with the position of its first mistake, or isn't an object
 */
export function optionsFromJson(text: string): EndpointOptions {
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const position = findMistake(text);
    const lines = text.slice(0, position).split('\n');
    const column = (getLast(lines) as string).length + 1;
    throw new EndpointError(
      'invalid-json',
      `The options are not JSON: malformed at position ${position} (line ${lines.length}, column ${column}).`,
      undefined,
      position,
    );
  }
  if (typeof value !== 'object' || !value || Array.isArray(value))
    throw new EndpointError('invalid-json', 'The options are not a JSON object; write {"name": "value"}.');
  const { [JSON_LOCATION_KEY]: locations, ...options } = value as EndpointOptions;
  return locations === undefined ? options : { ...options, [parameterLocation]: locations as ParameterLocations };
}

/** Options as JSON writes them: the inverse of {@link optionsFromJson}. */
export function optionsToJson(options: EndpointOptions, indent = 0): string {
  const { [parameterLocation]: locations, ...rest } = options;
  return JSON.stringify(locations ? { ...rest, [JSON_LOCATION_KEY]: locations } : rest, undefined, indent);
}
