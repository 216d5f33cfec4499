/** What examples/tools shares: calls whose results a model reads, and the search for tools. examples.full.test.ts runs the agents. */
import { createTools } from 'endpoint.js/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, type CallOptions } from '../../examples/tools/call.mjs';
import { createSearchTools } from '../../examples/tools/search.mjs';
import { refusingPort } from '../testing/refusing-port.js';
import { startServer } from '../testing/static-server.mjs';

type Answer = readonly [status: number, type?: string | undefined, body?: string | Buffer];
const ANSWERS: Readonly<Record<string, Answer>> = {
  json: [200, 'application/json', '{ "id": 7 }'],
  text: [200, 'text/plain', 'Hello'],
  image: [200, 'image/png', Buffer.alloc(42_000)],
  none: [204],
  missing: [404, 'application/json', '{"message":"Not Found"}'],
  digits: [200, 'application/hal+json; charset=utf-8', '{"id":1917043659912705296}'],
  large: [200, 'text/plain', 'a'.repeat(100_001)],
};

const text = { type: 'string' };
const get = (operationId: string, more: object): object => ({ get: { operationId, ...more } });
const document = {
  openapi: '3.1.0',
  paths: {
    '/{what}': {
      parameters: [{ name: 'what', in: 'path', required: true, schema: text }],
      ...get('get_it', { summary: 'Get a thing' }),
      delete: { operationId: 'delete_it', summary: 'Delete a thing' },
    },
    '/users/{login}/followers': get('list_followers', { summary: 'List followers of a user', tags: ['users'] }),
    '/repos/{repo}/protection': get('get_protection', {
      summary: 'Get the protection of a branch',
      tags: ['branches'],
    }),
  },
};

let server: Awaited<ReturnType<typeof startServer>>;
let closed: Awaited<ReturnType<typeof refusingPort>>;
const requests: string[] = [];
beforeAll(async () => {
  server = await startServer(({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`);
    const [status, type, body] = ANSWERS[url.slice(1)] ?? [];
    if (status !== undefined) response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  closed = await refusingPort();
});
afterAll(async () => {
  await server.stop();
  closed.release();
});

/** Calls a tool; `#` in the result is the address of the server. */
async function call(name: string, args: unknown, options?: CallOptions, baseUrl = server.url): Promise<string> {
  const result = await callTool(createTools(document, { baseUrl }), name, args, options);
  return `${result.isError ? 'error ' : ''}${result.text.replace(baseUrl, '#')}`;
}

test.each<[what: string, result: string, options?: CallOptions]>([
  ['json', '{ "id": 7 }'],
  ['image', 'The response is 42 kB of image/png.'],
  ['none', 'The response has no body.'],
  ['missing', 'error GET #/missing: the response has status 404.\n{"message":"Not Found"}'],
  ['digits', '{"id":1917043659912705296}'],
  ['large', 'error GET #/large: the response has more than 100000 bytes.'],
  ['endless', 'error GET #/endless: the response took more than 20 ms.', { timeout: 20 }],
])('the result of %s', async (what, result, options) => expect(await call('get_it', { what }, options)).toBe(result));

test.each<[name: string, args: unknown, result: string, options?: CallOptions]>([
  ['get_it', {}, '`what`: is missing; pass text.'],
  ['get_it', { what: '..' }, '`what`: would make the path segment ".."; pass a plain value.'],
  ['get_its', {}, 'name: there is no tool "get_its"; the closest one is `get_it`.'],
  ['delete_it', {}, 'Nothing may be deleted.', { refuse: ({ method }) => (method === 'DELETE' ? 'Nothing may be deleted.' : undefined) }],
  ['delete_it', { what: 'none' }, 'A person refused this call.', { confirm: ({ method }) => Promise.resolve(method !== 'delete') }],
])('%s(%j) is not sent', async (name, args, result, options) => {
  requests.length = 0;
  expect(await call(name, args, options)).toBe(`error ${result}`);
  expect(requests).toEqual([]);
}); // prettier-ignore

test('an API that is not there is a result, and the abort of the caller is none', async () => {
  const unreachable = await call('get_it', { what: 'json' }, {}, `http://127.0.0.1:${closed.port}`);
  expect(unreachable).toBe('error GET #/json: no response came.');
  await expect(call('get_it', { what: 'json' }, { signal: AbortSignal.abort(new Error('Stop.')) })).rejects.toThrow(
    'Stop.',
  );
});

describe('search', () => {
  const api = createTools(document);
  const { call: callEither, tools } = createSearchTools(api);
  const find = async (query: unknown): Promise<string[]> => {
    const { text: found, isError } = await callEither('search_tools', { query });
    return isError ? [found] : (JSON.parse(found) as { name: string }[]).map(({ name }) => name);
  };

  test.each<[query: unknown, first: string]>([
    ['who is following a user?', 'list_followers'],
    ['protect branches', 'get_protection'],
    ['get_it', 'get_it'],
    [undefined, 'No tool has these words; use others.'],
  ])('%j finds %s', async (query, first) => expect((await find(query))[0]).toBe(first));

  test('returns definitions, and calls a tool by its name', async () => {
    expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'call_tool']);
    const { text: found } = await callEither('search_tools', { query: 'followers' });
    const tool = api.tools.find(({ name }) => name === 'list_followers');
    const { name, description, inputSchema } = tool ?? {};
    expect(JSON.parse(found)).toEqual([{ name, description, inputSchema }]);
  });
});
