import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type ParameterLocations } from '../options.js';
import { isPlainObject } from '../template/values.js';

/** The key that stands for `endpoint.in` where options are JSON. */
export const JSON_LOCATION_KEY = '@in';

/**
 * Reads options from JSON text; empty text means no options. The key `"@in"` stands for `endpoint.in`.
 * @throws EndpointError `invalid-json` where the text is malformed, with the position if the engine reports it, or isn't an object
 */
export function optionsFromJson(text: string): EndpointOptions {
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /at position (\d+)/.exec(message)?.[1];
    throw new EndpointError(
      'invalid-json',
      `The options are not JSON: ${message}.`,
      undefined,
      position === undefined ? undefined : Number(position),
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
