import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type ParameterLocations } from '../options.js';
import { getLast, isPlainObject } from '../template/values.js';

/** The key that stands for `endpoint.in` where options are JSON. */
export const JSON_LOCATION_KEY = '@in';

/** The next token of JSON after whitespace, as far as the text is one (RFC 8259): punctuation, a string, a literal, a number, or nothing. */
const TOKEN =
  /[\t\n\r ]*([[\]{},:]|"(?:[^"\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*(?:"|\\(?:u[\da-fA-F]{0,3})?)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-?(?:(?:0|[1-9]\d*)(?:(?:\.\d+)?[eE][+-]?\d*|\.\d*)?)?)/y;

/**
 * The tokens that may follow, as three characters: the state, the token's first character (`0` for a number or literal), and the
 * bracket around it. A state is `v` before a value, `]` before the first one of a list, `}` before the first name of an object, `"`
 * before any other name, `:` after a name, and `,` after a value.
 */
const GRAMMAR = /^(?:[v\]][[{"0]|]]|}[}"]|""|::|,(?:,.|]\[|}\{))/;

/** The length of the longest beginning that some JSON text has too: engines report it in different ways, or not at all. */
function findMistake(text: string): number {
  const brackets: string[] = [];
  let state = 'v';
  TOKEN.lastIndex = 0;
  for (;;) {
    const [, token] = TOKEN.exec(text) as string[] as [string, string];
    const end = TOKEN.lastIndex;
    const first = /^[\w-]/.test(token) ? '0' : token.charAt(0);
    const bracket = getLast(brackets) ?? '';
    if (!GRAMMAR.test(state + first + bracket)) return end - token.length;
    if (first === '[' || first === '{') {
      brackets.push(first);
      state = first === '[' ? ']' : '}';
    } else if (first === ':') state = 'v';
    else if (first === ',') state = bracket === '[' ? 'v' : '"';
    else if (first === '"' || first === '0') {
      try {
        JSON.parse(token);
      } catch {
        return end;
      }
      state = state === '}' || state === '"' ? ':' : ',';
    } else {
      brackets.pop();
      state = ',';
    }
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
  if (!isPlainObject(value))
    throw new EndpointError('invalid-json', 'The options are not a JSON object; write {"name": "value"}.');
  const { [JSON_LOCATION_KEY]: locations, ...options } = value;
  return locations === undefined ? options : { ...options, [parameterLocation]: locations as ParameterLocations };
}

/** Options as JSON writes them: the inverse of {@link optionsFromJson}. */
export function optionsToJson(options: EndpointOptions, indent = 0): string {
  const { [parameterLocation]: locations, ...rest } = options;
  return JSON.stringify(locations ? { ...rest, [JSON_LOCATION_KEY]: locations } : rest, undefined, indent);
}
