import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Code, createCallClient, type CallClientOptions } from 'endpoint.js-client';
import { failure, until, watch } from '../test/outcomes.js';
import { LONGEST_PROBE } from './probe.js';

describe('the probe of a page', () => {
  const refuse = new TypeError('Failed to fetch');
  const seen: RequestInit[] = [];
  beforeEach(() => {
    seen.length = 0;
    vi.stubGlobal('origin', 'http://page.example');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Creates a browser's fetch that refuses the call, and handles a request without CORS by a function. */
  const createFetch =
    (handlePlain: (init: RequestInit) => Promise<Response>): typeof fetch =>
    (_, init = {}) => {
      seen.push(init);
      return init.mode === 'no-cors' ? handlePlain(init) : Promise.reject(refuse);
    };
  const fail = (options: Omit<CallClientOptions, 'host'>) =>
    failure(createCallClient({ host: 'http://api.example', ...options }).call({ code: 'a' }));

  it.each<[string, (init: RequestInit) => Promise<Response>, string]>([
    ['an answer', () => Promise.resolve(new Response()), 'A server does answer there'],
    ['no answer', () => Promise.reject(refuse), 'A plain request got none either'],
  ])('that gets %s', async (_, handlePlain, text) => {
    const error = await fail({ fetch: createFetch(handlePlain), metadata: { 'x-a': '1' }, deadline: 5_000 });
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, cause: refuse, attempts: 1 });
    expect(error.message).toContain(text);
    expect(seen[1]).toMatchObject({ method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    expect(seen[1]).not.toHaveProperty('headers');
    if (text.includes('does answer')) {
      expect(error.message).toContain('request headers content-type, x-grpc-web, grpc-timeout, x-a');
    }
  });

  it('ends with the call, without a result', async () => {
    const stuck = createFetch(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(refuse));
        }),
    );
    vi.useFakeTimers();
    for (const [deadline, milliseconds] of [
      [100, 100],
      [undefined, LONGEST_PROBE],
    ] as const) {
      seen.length = 0;
      const running = fail({ fetch: stuck, deadline });
      const ended = watch(running);
      await until(() => seen.length === 2);
      await vi.advanceTimersByTimeAsync(milliseconds - 1);
      expect(ended.settled).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await running).message).toContain("a page can't tell which");
    }
  });

  it('is sent once, after the last attempt', async () => {
    const error = await fail({
      fetch: createFetch(() => Promise.resolve(new Response())),
      retries: { attempts: 3, initialBackoff: 1 },
    });
    expect(error).toMatchObject({ attempts: 3, message: expect.stringContaining('A server does answer there') });
    expect(seen.map(({ mode }) => mode)).toEqual([undefined, undefined, undefined, 'no-cors']);
  });

  it.each<[string, Omit<CallClientOptions, 'host'>, origin?: string]>([
    ['if it is turned off', { probe: false }],
    ['after an answer', { fetch: () => Promise.resolve(new Response('', { status: 503 })) }],
    ['outside a page', {}],
    ['to the same origin', {}, 'http://api.example'],
  ])('is not sent %s', async (name, options, origin = name.includes('outside') ? undefined : 'http://page.example') => {
    vi.stubGlobal('origin', origin);
    const calls = vi.fn<typeof fetch>(options.fetch ?? createFetch(() => Promise.resolve(new Response())));
    expect((await fail({ ...options, fetch: calls })).message).not.toContain('A server does answer');
    expect(calls).toHaveBeenCalledOnce();
  });
});
