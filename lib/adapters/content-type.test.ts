import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch, type FetchInit } from 'endpoint.js/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../dev/testing/full.js';

/** A server that returns what it received, as the platform reads it: fields, or text. */
const server = createServer((incoming, response) => {
  const { method = '', headers } = incoming;
  const type = headers['content-type'] ?? '';
  const init = { method, headers: { 'content-type': type }, body: incoming, duplex: 'half' } as unknown as RequestInit;
  const received = new Request('http://h', init);
  const read = /form/.test(type) ? received.formData().then((form) => [...form.keys()].join()) : received.text();
  read.then(
    (body) => response.end(JSON.stringify({ type: type.replace(/boundary=.+/, 'boundary'), body })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
let baseUrl = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

type Send = (url: string, init: FetchInit) => Promise<unknown>;

/** Of the packages of dev/full. */
async function load<T>(name: string): Promise<T> {
  const require = createRequire(new URL('../../dev/full/package.json', import.meta.url));
  return ((await import(pathToFileURL(require.resolve(name)).href)) as { default: T }).default;
}

const SENDERS: [name: string, find: () => Promise<Send>][] = [
  ['fetch', () => Promise.resolve(async (...args) => (await fetch(...args)).json())],
  [
    'ky',
    async () => {
      const ky = await load<(...args: Parameters<Send>) => { json: () => Promise<unknown> }>('ky');
      return (...args) => ky(...args).json();
    },
  ],
  [
    'axios',
    async () => {
      const axios = await load<{ request: (config: object) => Promise<{ data: unknown }> }>('axios');
      return async (url, { body, ...config }) => (await axios.request({ ...config, url, data: body as unknown })).data;
    },
  ],
];

const makeForm = (): FormData => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  return form;
};
const FORM = 'application/x-www-form-urlencoded';
const BODIES: [name: string, make: () => unknown, received: { type: RegExp; body: string }][] = [
  ['FormData', makeForm, { type: /^multipart\/form-data; boundary$/, body: 'file' }],
  ['URLSearchParams', () => new URLSearchParams('a=1'), { type: /^application\/x-www-form-urlencoded/, body: 'a' }],
  ['a Blob with a type', () => new Blob(['x'], { type: 'image/png' }), { type: /^image\/png$/, body: 'x' }],
];
const DEFAULTS: [name: string, headers: Record<string, string>][] = [
  ['no default', {}],
  ['a default content-type of JSON', { 'Content-Type': 'application/json' }],
  ['a default content-type of forms', { 'content-type': `${FORM}; charset=utf-8` }],
  ['a default content-type of forms with parts', { 'content-type': 'multipart/form-data' }],
];
const FILES: string = 'POST /files';
const OTHER_HEADERS = { 'x-a': '1' };

describe.each(sample(SENDERS))('%s', (_, find) => {
  describe.each(DEFAULTS)('with %s', (_default, headers) => {
    test.each(BODIES)('sends %s under its own type', async (_body, make, { type, body }) => {
      const send = await find();
      const settings = { baseUrl, headers };
      const builders = [
        createEndpoint(settings),
        createEndpoint({ baseUrl }).defaults({ headers }),
        createEndpoint(settings).defaults({ headers: OTHER_HEADERS }),
      ];
      for (const api of builders) {
        for (const options of [{ data: make() }, { data: make(), headers: OTHER_HEADERS }] as EndpointOptions[]) {
          const received = await send(...toFetch(api(FILES, options)));
          expect(received).toStrictEqual({ type: expect.stringMatching(type) as string, body });
          expect(api.parse(api.merge(FILES, options))).toStrictEqual(api(FILES, options));
        }
        const { request } = createExplain(settings)('POST /files', { data: make() });
        expect(request?.headers).not.toHaveProperty('content-type');
      }
    });
  });
});

test.each<[make: () => unknown, type: string, refused: boolean]>([
  [makeForm, 'multipart/form-data', true],
  [makeForm, 'multipart/form-data; boundary=x', true],
  [makeForm, 'application/json', true],
  [() => new URLSearchParams(), 'application/json', true],
  [() => new URLSearchParams(), `${FORM.toUpperCase()}; charset=utf-8`, false],
  [() => new Blob([], { type: 'image/png' }), 'image/jpeg', true],
  [() => new File([], 'x', { type: 'text/plain;charset=utf-8' }), 'text/plain', false],
  [() => new Blob([]), 'image/jpeg', false],
  [() => 'text', 'image/jpeg', false],
  [() => new Uint8Array(1), 'image/jpeg', false],
])('%o under %s of the call: refused is %s', (make, type, refused) => {
  const api = createEndpoint();
  const headers = { 'Content-Type': type };
  const explained = createExplain()('POST /x', { data: make(), headers });
  if (refused) {
    expect(() => api('POST /x', { data: make(), headers })).toThrow(/^content-type: the body's is /);
    expect(() => api.parse(api.merge('POST /x', { data: make(), headers }))).toThrow(/^content-type: the body's is /);
    expect(explained.error?.code).toBe('invalid-header');
  } else {
    expect(api('POST /x', { data: make(), headers }).headers).toMatchObject({ 'content-type': type });
    expect(explained.request?.headers).toMatchObject({ 'content-type': type });
  }
});
