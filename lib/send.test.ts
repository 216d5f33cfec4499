import { inspect } from 'node:util';
import { createEndpoint, EndpointError, type RequestOptions } from 'endpoint.js';
import * as library from 'endpoint.js/send';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runSendCase, SEND_CASES } from './test/send.cases.js';
import { startSendServer, type SendServer } from './test/send-server.js';

const { ResponseError, send } = library;
const api = createEndpoint({ baseUrl: 'https://api.acme.example' });

let server: SendServer;
beforeAll(async () => {
  server = await startSendServer();
  return () => server.stop();
});

test.each(Object.entries(SEND_CASES))('%s', async (name, { outcome }) => {
  expect(await runSendCase(name, library, server.url)).toEqual(outcome);
});

test.each(['an endless body', 'a timeout within the body', 'an abort within the body', 'a timeout before the headers'])(
  'the connection of %s closes',
  async (name) => {
    const path = SEND_CASES[name]?.path ?? '';
    const others = server.abandoned.filter((one) => one === path).length;
    await runSendCase(name, library, server.url);
    await expect.poll(() => server.abandoned.filter((one) => one === path).length).toBeGreaterThan(others);
  },
);

type Fetch = NonNullable<library.SendOptions['fetch']>;

/** A `fetch` whose response has no address. */
const respond = (body: BodyInit | null, init?: ResponseInit) => () => Promise.resolve(new Response(body, init));

describe('a stand-in for fetch', () => {
  test('gets the arguments of toFetch', async () => {
    const fetch = vi.fn<Fetch>(respond('[1]', { headers: { 'content-type': 'application/json', 'x-a': 'b' } }));
    const request = api('PATCH /users/{id}', { id: 7, name: 'Ada', request: { cache: 'no-store' } });
    const { headers, ...sent } = await send(request, { fetch });
    expect(sent).toEqual({ status: 200, data: [1], url: 'https://api.acme.example/users/7' });
    expect(headers.get('x-a')).toBe('b');
    expect(fetch.mock.calls).toMatchObject([
      ['https://api.acme.example/users/7', { method: 'PATCH', body: '{"name":"Ada"}', cache: 'no-store' }],
    ]);
  });

  test.each([
    ['rejects', () => Promise.reject(new TypeError('offline'))],
    [
      'throws',
      () => {
        throw new TypeError('offline');
      },
    ],
  ])('that %s', async (_, fetch) => {
    const error: unknown = await send(api('/a{?key}', { key: 's3cret' }), { fetch }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ code: 'no-response', status: undefined, cause: { message: 'offline' } });
    expect(error).toMatchObject({ message: 'GET https://api.acme.example/a: no response came.', method: 'get' });
  });

  test('that is late', async () => {
    const cancel = vi.fn<() => void>();
    let settle: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (settle = resolve));
    await expect(send(api('/a'), { fetch: () => late, timeout: 1 })).rejects.toMatchObject({ code: 'timeout' });
    settle(new Response(new ReadableStream({ cancel })));
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
  });

  test('isn’t called for a signal that has aborted', async () => {
    const fetch = vi.fn<Fetch>(respond('a'));
    const sent = send(api('/a'), { fetch, signal: AbortSignal.abort('left') });
    await expect(sent.catch((reason: unknown) => reason)).resolves.toBe('left');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('whose body ends when it is given up', async () => {
    const cancel = vi.fn<() => void>();
    const body = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(10)), cancel });
    await expect(send(api('/a'), { fetch: respond(body), maxBytes: 100 })).rejects.toMatchObject({ code: 'too-large' });
    expect(cancel).toHaveBeenCalledOnce();
  });
});

test('what is printed of an error has neither its query nor its headers', async () => {
  const headers = { authorization: 'Bearer s3cret', 'content-type': 'text/plain', 'set-cookie': 's3cret' };
  const request = api('/users{?key}', { key: 's3cret', headers: { authorization: headers.authorization } });
  const error = await send(request, { fetch: respond('no', { status: 401, headers }) }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof ResponseError)) throw new Error('Nothing failed.', { cause: error });
  expect(inspect(error, { depth: 9 })).not.toContain('s3cret');
  expect(inspect(error)).toContain("data: 'no'");
  expect(error.url).toBe(request.url);
  expect(error.responseHeaders?.get('set-cookie')).toBe('s3cret');
});

test.each<[name: string, options: object, message: string]>([
  ['timeout', { timeOut: 1 }, 'did you mean timeout'],
  ['arrays', { array: 'comma' }, 'did you mean arrays'],
  ['retries', { retry: 3 }, "options.retry: isn't one of"],
  ['headers', { headers: {} }, "options.headers: isn't one of"],
  ['a text', { timeout: '5' }, "options.timeout: isn't a positive number."],
  ['NaN', { timeout: Number.NaN }, "options.timeout: isn't a positive number."],
  ['nothing', { maxBytes: 0 }, "options.maxBytes: isn't a positive number."],
  ['null', { maxBytes: null }, "options.maxBytes: isn't a positive number."],
  ['no function', { fetch: {} }, "options.fetch: isn't a function."],
  ['no signal', { signal: new AbortController() }, "options.signal: isn't an AbortSignal."],
  ['no style', { arrays: 'coma' }, 'did you mean comma?'],
])('an option that has no effect: %s', async (_, options, message) => {
  const fetch = vi.fn<Fetch>(respond(null));
  const sent = send(api('/a'), { fetch, ...options });
  await expect(sent).rejects.toThrow(EndpointError);
  await expect(sent).rejects.toThrow(message);
  expect(fetch).not.toHaveBeenCalled();
});

test('options may be undefined', async () => {
  const none = { signal: undefined, timeout: undefined, maxBytes: undefined, arrays: undefined };
  expect(await send(api('/a'), { fetch: respond('a'), ...none })).toMatchObject({ status: 200 });
});

describe('nothing stays behind', () => {
  const endings: Readonly<Record<string, (signal: AbortController) => Partial<library.SendOptions>>> = {
    'a success': () => ({ fetch: respond('a') }),
    'an error': () => ({ fetch: respond(null, { status: 500 }) }),
    'no response': () => ({ fetch: () => Promise.reject(new TypeError('offline')) }),
    'an abort': (controller) => ({
      fetch: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    }),
    'an abort before': (controller) => {
      controller.abort();
      return {};
    },
    'a wrong request': () => ({}),
  };
  test.each(Object.entries(endings))('after %s', async (name, end) => {
    const controllers = [new AbortController(), new AbortController()] as const;
    const listeners = new Set<string>();
    for (const [index, { signal }] of controllers.entries()) {
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>): void => {
        listeners.add(`${index} ${args[0]}`);
        add(...args);
      };
      signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
        listeners.delete(`${index} ${args[0]}`);
        remove(...args);
      };
    }
    const [{ signal }, other] = controllers;
    const headers = name === 'a wrong request' ? { 'x-a': '\n' } : {};
    const request: RequestOptions = { ...api('POST /a', { request: { signal: other.signal } }), headers };
    const { setTimeout: startTimer } = globalThis;
    const timers: unknown[] = [];
    globalThis.setTimeout = ((...args: Parameters<typeof startTimer>) => {
      const timer = startTimer(...args);
      timers.push(timer);
      return timer;
    }) as typeof startTimer;
    const sent = send(request, { signal, timeout: 1_000_000, ...end(other) }).catch(() => undefined);
    globalThis.setTimeout = startTimer;
    await sent;
    expect(listeners.size).toBe(0);
    expect(inspect(timers)).not.toContain('_destroyed: false');
    expect(timers.length).toBeLessThan(2);
  });
});
