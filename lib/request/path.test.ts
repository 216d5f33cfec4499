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
  // What is empty after the path changes no resource.
  ['DELETE /x?y={b}', { b: '' }, 'https://h/x?y='],
  // A slash that a value wrote itself leaves nothing empty.
  ['DELETE /y/{+a}', { a: '/.x' }, 'https://h/y//.x'],
  // Whose dots they are: the text's own, or completed by an expression that wrote nothing.
  ['GET /{a}/..', { a: 'x' }, 'invalid-url url'],
  ['GET /{a}..', { a: '' }, 'unsafe-value a'],
  ['GET /..{a}', { a: '' }, 'unsafe-value a'],
  ['GET /../{a}', { a: 'x' }, 'invalid-url url'],
])('%s %j', (route, options, expected) => {
  expect(outcome(route, options)).toBe(expected);
});
