import { EndpointError } from 'endpoint.js';

const STRING = /"(?:[^"\\]|\\.)*"/g;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Refuses integers that JavaScript would change while reading them.
 * @throws EndpointError `invalid-value`
 */
export function assertExactIntegers(json: string, name: string): void {
  const changed = json
    .replace(STRING, '""')
    .match(NUMBER)
    ?.find((text) => /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)));
  if (changed === undefined) return;
  throw new EndpointError(
    'invalid-value',
    `${name}: ${changed} is beyond what a JSON number holds exactly, give it as text.`,
    name,
  );
}

/**
 * Reads the JSON text of a parameter.
 * @throws EndpointError `invalid-json`, or `invalid-value` for an integer that would be changed
 */
export function parseJson(json: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    assertExactIntegers(json, name);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const way = /^[A-Za-z]/.test(json) ? `; for text write ${name}=${json}` : '';
    throw new EndpointError('invalid-json', `${name}: is not JSON: ${error.message}${way}.`, name);
  }
}
