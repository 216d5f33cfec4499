import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import { describe, expect, test } from 'vitest';

/** What a server receives, as the platform sends and reads it: fields, or text. */
async function receive(args: ReturnType<typeof toFetch>): Promise<{ type: string; body: string }> {
  const request = new Request(...args);
  const type = request.headers.get('content-type') ?? '';
  const body = /form/.test(type) ? [...(await request.formData()).keys()].join() : await request.text();
  return { type: type.replace(/boundary=.+/, 'boundary'), body };
}

const makeForm = (): FormData => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  return form;
};
const FORM = 'application/x-www-form-urlencoded';
const BODIES: [name: string, make: () => unknown, received: { type: unknown; body: string }][] = [
  ['FormData', makeForm, { type: 'multipart/form-data; boundary', body: 'file' }],
  ['URLSearchParams', () => new URLSearchParams('a=1'), { type: expect.stringContaining(FORM), body: 'a' }],
  ['a Blob with a type', () => new Blob(['x'], { type: 'image/png' }), { type: 'image/png', body: 'x' }],
];
const DEFAULTS: [name: string, headers: Record<string, string>][] = [
  ['no default', {}],
  ['a default content-type of JSON', { 'Content-Type': 'application/json' }],
  ['a default content-type of forms', { 'content-type': `${FORM}; charset=utf-8` }],
  ['a default content-type of forms with parts', { 'content-type': 'multipart/form-data' }],
];
const OTHER_HEADERS = { 'x-a': '1' };

describe.each(DEFAULTS)('with %s', (_default, headers) => {
  test.each(BODIES)('%s is sent under its own type', async (_body, make, received) => {
    const settings = { baseUrl: 'http://h', headers };
    const builders = [
      createEndpoint(settings),
      createEndpoint({ baseUrl: 'http://h' }).defaults({ headers }),
      createEndpoint(settings).defaults({ headers: OTHER_HEADERS }),
    ];
    for (const api of builders)
      for (const options of [{ data: make() }, { data: make(), headers: OTHER_HEADERS }] as EndpointOptions[]) {
        const request = api('POST /files' as string, options);
        expect(await receive(toFetch(request))).toEqual(received);
        expect(api.parse(api.merge('POST /files' as string, options))).toStrictEqual(request);
      }
    const { request } = createExplain(settings)('POST /files', { data: make() });
    expect(request?.headers).not.toHaveProperty('content-type');
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
