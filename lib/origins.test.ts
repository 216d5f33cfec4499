import { createEndpoint, EndpointError, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { createTools } from 'endpoint.js/tools';
import { describe, expect, test } from 'vitest';

const HOST = 'https://h.example';
const OTHER = 'https://other.example';
const { in: location } = createEndpoint();
const NOT_ALLOWED = (name: string): string => `${name}: leads outside of settings.origins.`;

describe('a request stays in the origins of the settings', () => {
  // What leads elsewhere: undefined where nothing does.
  test.each<
    [settings: EndpointSettings, input: [string, EndpointOptions?] | [EndpointOptions], name: string | undefined]
  >([
    [{ baseUrl: HOST, origins: [] }, ['/x'], undefined],
    [{ baseUrl: HOST, origins: [] }, [`${HOST}/x`], undefined],
    [{ baseUrl: HOST, origins: [] }, ['HTTPS://H.Example:443/x'], undefined],
    [{ baseUrl: HOST, origins: [] }, ['https://u:p@h.example/x'], undefined],
    [{ baseUrl: `${HOST}/v1/`, origins: [] }, ['/x', { baseUrl: `${HOST}/v2` }], undefined],
    [{ baseUrl: HOST, origins: [OTHER] }, [`${OTHER}/x`], undefined],
    [{ baseUrl: HOST, origins: [OTHER] }, ['/x', { baseUrl: OTHER }], undefined],
    [{ baseUrl: HOST, origins: [] }, ['/x', { [location]: { query: { baseUrl: OTHER, url: OTHER } } }], undefined],
    [{ baseUrl: '/api', origins: [] }, ['/x'], undefined],
    [{ baseUrl: '/api', origins: [] }, ['/x', { baseUrl: '' }], undefined],
    [{ origins: [HOST] }, [`${HOST}/x`], undefined],
    [{ baseUrl: HOST, origins: [] }, [`${OTHER}/x`], 'url'],
    [{ baseUrl: HOST, origins: [] }, [{ url: `${OTHER}/x` }], 'url'],
    [{ baseUrl: HOST, origins: [] }, ['/x', { baseUrl: OTHER }], 'baseUrl'],
    [{ baseUrl: HOST, origins: [] }, ['/x', { baseUrl: '' }], 'baseUrl'],
    [{ baseUrl: HOST, origins: [] }, ['http://h.example/x'], 'url'],
    [{ baseUrl: HOST, origins: [] }, [`${HOST}:8443/x`], 'url'],
    [{ baseUrl: HOST, origins: [] }, ['https://h.example.other.example/x'], 'url'],
    [{ baseUrl: HOST, origins: [OTHER] }, ['https://a.other.example/x'], 'url'],
    [{ origins: [] }, [`${HOST}/x`], 'url'],
    [{ origins: [] }, ['x:/x', { baseUrl: 'app://x' }], 'baseUrl'],
    [{ baseUrl: 'app://localhost', origins: [] }, ['/x', { baseUrl: 'app://other' }], 'baseUrl'],
  ])('%j %j', (settings, input, name) => {
    const build = createEndpoint(settings) as (...args: unknown[]) => unknown;
    const { error, request } = createExplain(settings)(...(input as [string]));
    if (name === undefined) {
      expect(build(...input)).toEqual(request);
      return;
    }
    const expected = { code: 'other-origin', parameter: name, message: NOT_ALLOWED(name) };
    expect(() => build(...input)).toThrow(expect.objectContaining(expected) as Error);
    expect(error).toMatchObject(expected);
  });

  test('whichever layer leads elsewhere, and as it is parsed', () => {
    const api = createEndpoint({ baseUrl: HOST, origins: [] });
    expect(() => api.defaults({ baseUrl: OTHER })('/x')).toThrow(NOT_ALLOWED('baseUrl'));
    expect(() => api.parse({ ...api.merge('/x'), baseUrl: OTHER })).toThrow(NOT_ALLOWED('baseUrl'));
    expect(api.defaults({ baseUrl: OTHER })('/x', { baseUrl: HOST }).url).toBe(`${HOST}/x`);
  });
});

test.each<[origins: unknown]>([
  [OTHER],
  [null],
  [{}],
  [['']],
  [['other.example']],
  [[`${OTHER}/`]],
  [[`${OTHER}/path`]],
  [['//other.example']],
  [['https://']],
  [['*']],
  [[1]],
  [[null]],
  [[new URL(OTHER)]],
  [['https://*.other.example']],
  [['https://u:p@other.example']],
])('rejects the setting %j', (origins) => {
  const settings = { baseUrl: HOST, origins: origins as string[] };
  expect(() => createEndpoint(settings)).toThrow(EndpointError);
  expect(() => createEndpoint(settings)).toThrow("settings.origins: isn't a list of origins such as https://host.");
});

test('a list that changes later changes nothing', () => {
  const origins: string[] = [];
  const api = createEndpoint({ baseUrl: HOST, origins });
  origins.push(OTHER);
  expect(() => api(`${OTHER}/x`)).toThrow(NOT_ALLOWED('url'));
});

test('createTools leaves out an operation whose server is elsewhere', () => {
  const get = (operationId: string, server: string) => ({ get: { operationId, servers: [{ url: server }] } });
  const document = {
    openapi: '3.1.0',
    servers: [{ url: HOST }],
    paths: { '/a': get('a', OTHER), '/b': get('b', HOST), '/c': get('c', 'https://third.example') },
  };
  const { tools, warnings } = createTools(document, { origins: [OTHER] });
  expect(tools.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(warnings).toEqual(['GET /c: is left out; its server is outside of settings.origins.']);
});
