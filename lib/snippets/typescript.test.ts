import { createEndpoint, endpoint } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { toSnippet, type SnippetSource } from './index.js';

/** The interface that the snippet declares; undefined without one. */
function declare(source: SnippetSource): string | undefined {
  const build = source.settings ? createEndpoint(source.settings) : endpoint;
  const request = build(source.route, source.options ?? {});
  const snippet = toSnippet(request, 'typescript', source);
  return /^export interface (\w+ \{.*?\n\}$)/ms.exec(snippet)?.[1];
}

describe('the interface for the parameters', () => {
  test.each<[name: string, SnippetSource, declaration: string | undefined]>([
    [
      'of the path are required, of the query optional',
      { route: 'GET /repos/{owner}/:repo{?page,sort*}', options: { owner: 'a', repo: 'b', page: 2 } },
      `GetReposParameters {
  owner: string;
  repo: string;
  page?: number;
  sort?: string | number | boolean;
}`,
    ],
    [
      'outside of the route',
      { route: 'POST /repos/{owner}/issues', options: { owner: 'a', labels: ['x', 1], draft: false, none: null } },
      `PostReposIssuesParameters {
  owner: string;
  labels?: (string | number)[];
  draft?: boolean;
  none?: null;
}`,
    ],
    [
      'with members',
      { route: 'POST /x', options: { a: { 'b c': [{ d: 1 }], e: {} }, ['__proto__']: 1 } },
      `PostXParameters {
  a?: { 'b c': { d: number }[]; e: Record<string, never> };
  ['__proto__']?: number;
}`,
    ],
    [
      'as a document states them',
      {
        route: 'GET /issues/{number}',
        options: { number: 7, state: 'open', sort: 'other' },
        types: {
          number: { type: 'integer', required: true },
          state: { type: '"open" | "a | b"' },
          sort: { type: '"created"' },
          labels: { type: 'string | string[]' },
          query: { type: 'string', required: true },
          url: { type: 'string' },
        },
      },
      `GetIssuesParameters {
  number: number;
  state?: "open" | "a | b";
  sort?: "created" | string;
  labels?: string | string[];
  query?: string;
}`,
    ],
    [
      'never code of a document',
      {
        route: 'GET /x',
        options: { a: 'b' },
        types: { a: { type: 'string }; alert(1); interface X {' }, b: { type: '"\\" | x' }, c: { type: 'any' } },
      },
      `GetXParameters {
  a?: string;
  b?: string | number | boolean;
  c?: string | number | boolean;
}`,
    ],
    [
      'with the characters of a document that a reader can see',
      {
        route: 'GET /x',
        options: { a: '\u202e', b: 'é' },
        types: { a: { type: '"a\u202e // " | "\u202e"' }, b: { type: '"é💥\u{e0001}"[]' } },
      },
      `GetXParameters {
  a?: "a\\u202E // " | "\\u202E";
  b?: "é💥\\u{E0001}"[] | string;
}`,
    ],
    ['of a route without any', { route: 'GET /x' }, undefined],
    [
      'of another builder',
      { route: 'GET /x{?a}', settings: { baseUrl: 'http://h' } },
      `GetXParameters {
  a?: string | number | boolean;
}`,
    ],
  ])('%s', (_, source, declaration) => {
    expect(declare(source)).toBe(declaration);
  });

  test('is used by the call, and options stay with it', () => {
    const source = {
      route: 'GET /a*/{id}',
      options: { id: 1, headers: { accept: 'text/plain' }, [endpoint.in]: { query: { id: 2 } } },
    };
    expect(toSnippet(endpoint(source.route, source.options), 'typescript', source))
      .toBe(`import { endpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';

/** The parameters of \`GET /a*\\/{id}\`. */
export interface GetAParameters {
  id: number;
}

const parameters: GetAParameters = { id: 1 };
const request = endpoint('GET /a*/{id}', {
  ...parameters,
  headers: { accept: 'text/plain' },
  [endpoint.in]: { query: { id: 2 } },
});
const response = await fetch(...toFetch(request));
console.log(response.status, await response.text());
`);
  });
});
