import { createEndpoint, EndpointError, type EndpointOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';

const api = createEndpoint({ baseUrl: 'https://h' });
const IN = api.in;

/** The url and body that the layers build, or the error's code. */
function outcome(layers: readonly EndpointOptions[], route: string, options: EndpointOptions): unknown[] {
  try {
    const builder = layers.reduce<typeof api>((under, layer) => under.defaults(layer) as typeof api, api);
    const request = builder(route, options as never);
    // Merged options keep the order of their sources.
    expect(builder.parse(builder.merge(route, options as never))).toStrictEqual(request);
    return request.body === undefined ? [request.url] : [request.url, request.body];
  } catch (error) {
    if (error instanceof EndpointError) return [error.code, error.parameter];
    throw error;
  }
}

describe('the later source of a location wins, whether plain or in endpoint.in', () => {
  test.each<[layers: EndpointOptions[], route: string, options: EndpointOptions, ...expected: unknown[]]>([
    [[{ [IN]: { path: { a: 1 } } }], 'GET /{a}', { a: 2 }, 'https://h/2'],
    [[{ a: 1 }], 'GET /{a}', { [IN]: { path: { a: 2 } } }, 'https://h/2'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { a: 2 }, 'https://h/x?a=2'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x{?a}', { a: 2 }, 'https://h/x?a=2'],
    [[{ a: 1 }], 'GET /x', { [IN]: { query: { a: 2 } } }, 'https://h/x?a=2'],
    [[{ [IN]: { body: { a: 1 } } }], 'POST /x', { a: 2 }, 'https://h/x', { a: 2 }],
    [[{ a: 1 }], 'POST /x', { [IN]: { body: { a: 2 } } }, 'https://h/x', { a: 2 }],
    // Different locations keep both.
    [[{ [IN]: { query: { a: 1 } } }], 'POST /x', { a: 2 }, 'https://h/x?a=1', { a: 2 }],
    [[{ [IN]: { body: { a: 1 } } }], 'PATCH /{a}', { a: 2 }, 'https://h/2', { a: 1 }],
    [[{ a: 1 }, { [IN]: { path: { a: 2 } } }], 'GET /{a}{?a}', {}, 'https://h/2?a=1'],
    [[{ [IN]: { path: { a: 1 } } }, { a: 2 }], 'GET /{a}{?a}', { [IN]: { query: { a: 3 } } }, 'https://h/2?a=3'],
    [[{ [IN]: { path: { a: 1 } } }, { a: 2 }], 'GET /{a}', { [IN]: { path: { a: 3 } } }, 'https://h/3'],
    [
      [{ [IN]: { query: { a: { b: 1 } } } }],
      'GET /x',
      { [IN]: { query: { a: { c: 2 } } } },
      'https://h/x?a%5Bb%5D=1&a%5Bc%5D=2',
    ],
    // An explicit undefined unsets in both ways.
    [[{ [IN]: { path: { a: 1 } } }], 'GET /{a}', { a: undefined }, 'missing-parameter', 'a'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: { query: undefined } }, 'https://h/x'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: undefined }, 'https://h/x'],
    // null counts as absent.
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: { query: null, path: null, body: null } }, 'https://h/x?a=1'],
    [[], 'GET /x', { [IN]: { query: JSON.parse('{"__proto__":1}') as object } }, 'https://h/x?__proto__=1'],
  ])('%j %s %j', (layers, route, options, ...expected) => {
    expect(outcome(layers, route, options)).toStrictEqual(expected);
  });
});

describe('rejects both ways for one location in the same options', () => {
  test.each<[route: string, options: EndpointOptions]>([
    ['GET /{a}', { a: 1, [IN]: { path: { a: 2 } } }],
    ['GET /x{?a}', { a: 1, [IN]: { query: { a: 2 } } }],
    ['GET /x', { a: 1, [IN]: { query: { a: 2 } } }],
    ['POST /x', { a: 1, [IN]: { body: { a: 2 } } }],
  ])('%s %j', (route, options) => {
    expect(outcome([], route, options)).toStrictEqual(['duplicate-parameter', 'a']);
    expect(outcome([options], route, {})).toStrictEqual(['duplicate-parameter', 'a']);
  });
});
