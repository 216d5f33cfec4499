import { createEndpoint, EndpointError, type EndpointOptions } from 'endpoint.js';
import { expect, test } from 'vitest';

const api = createEndpoint({ baseUrl: 'https://h' });

/** The url, or the error's code with its parameter. */
function outcome(route: string, options: EndpointOptions): string {
  try {
    return api(route, options as never).url;
  } catch (error) {
    if (error instanceof EndpointError) return `${error.code} ${error.parameter}`;
    throw error;
  }
}

test.each<[route: string, options: EndpointOptions, expected: string]>([
  // An empty value after the path changes no resource.
  ['DELETE /x?y={b}', { b: '' }, 'https://h/x?y='],
  // A slash written by a value leaves no segment empty.
  ['DELETE /y/{+a}', { a: '/.x' }, 'https://h/y//.x'],
  // Dots of the text alone, and dots that an empty expression completes.
  ['GET /{a}/..', { a: 'x' }, 'invalid-url url'],
  ['GET /{a}..', { a: '' }, 'unsafe-value a'],
  ['GET /..{a}', { a: '' }, 'unsafe-value a'],
  ['GET /../{a}', { a: 'x' }, 'invalid-url url'],
])('%s %j', (route, options, expected) => {
  expect(outcome(route, options)).toBe(expected);
});
