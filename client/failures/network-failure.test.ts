import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Code, createCallClient, type CallClientOptions } from 'endpoint.js-client';
import { failure, until, watch } from '../test/calls.js';
import { createBrokenConnectionError, createNetworkError, LONGEST_PROBE } from './network-failure.js';

const CALL_URL = 'http://localhost:8080/api.ApiService/CallApi';

/** Starts a server that handles each connection with a function. */
async function listen(onConnection: (socket: Socket) => void): Promise<{ host: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume();
    onConnection(socket);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { host: `http://127.0.0.1:${address.port}`, server };
}

describe('no response in Node', () => {
  let host: string;
  let server: Server;
  const text = async (address: string): Promise<string> => {
    const error = await failure(createCallClient({ host: address }).call({ code: 'a' }, { deadline: 3_600_000 }));
    expect(error.code).toBe(Code.UNAVAILABLE);
    return error.message;
  };
  beforeEach(async () => {
    // The first bytes of a gRPC server: HTTP/2's SETTINGS.
    ({ host, server } = await listen((socket) => socket.end(Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0))));
  });
  afterEach(() => new Promise((done) => server.close(done)));

  it('from a port with another protocol', async () => {
    expect(await text(host)).toContain(
      'does not speak HTTP/1.1, like the port of a gRPC server: set "host" to the proxy',
    );
  });

  it('from a port with another scheme', async () => {
    expect(await text(host.replace('http:', 'https:'))).toContain('TLS failed: check the scheme of "host"');
  });

  it('from an unknown name', async () => {
    expect(await text('http://nowhere.invalid')).toContain('That name does not resolve: correct "host".');
  });

  it('as its headers are too large, isn’t repeated', async () => {
    let requests = 0;
    const { host: large, server: sender } = await listen((socket) => {
      requests += 1;
      socket.end(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n`);
    });
    const retries = { attempts: 3, initialBackoff: 1 };
    const error = await failure(createCallClient({ host: large, retries }).call({ code: 'a' }));
    await new Promise((done) => sender.close(done));
    expect(error).toMatchObject({ code: Code.RESOURCE_EXHAUSTED, attempts: 1 });
    expect(error.message).toBe(
      `The response of ${large}/api.ApiService/CallApi has larger headers than Node accepts; see --max-http-header-size.`,
    );
    expect(requests).toBe(1);
  });
});

describe('the reason that Node gives', () => {
  const refused = new Error('connect ECONNREFUSED ::1:8080');
  it.each<[string, unknown, string]>([
    ['one', new TypeError('fetch failed', { cause: refused }), '(connect ECONNREFUSED ::1:8080). Check that the server'],
    ['one for each address', new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('other')]) }),
      '(connect ECONNREFUSED ::1:8080). Check that the server'],
    ['none', new TypeError('fetch failed', { cause: new AggregateError([]) }), '(fetch failed). Check that the server'],
    ['no error', 'why', '(why). Check that the server'],
    ['a certificate', new TypeError('fetch failed', { cause: Object.assign(new Error('self-signed certificate'),
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }), '(self-signed certificate). TLS failed'],
  ])('is in the message: %s', (_, cause, text) => {
    const error = createNetworkError(cause, { url: CALL_URL });
    expect(error.cause).toBe(cause);
    expect(error.message).toContain(`No response came from ${CALL_URL} ${text}`);
  }); // prettier-ignore
});

describe('no response in a page', () => {
  const cause = new TypeError('Failed to fetch');
  const page = 'http://localhost:5173';

  it('names every cause, both addresses and the next steps', () => {
    const error = createNetworkError(cause, {
      url: CALL_URL,
      origin: page,
      requestHeaders: ['content-type', 'x-a'],
    });
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, cause });
    expect(error.message).toBe(
      `No response came from ${CALL_URL}, called from a page of ${page}. Either the server is down or not at that ` +
        "address, or it refuses this page (CORS); a page can't tell which. Check that the server, or the proxy in " +
        `front of it, runs there; that it allows the origin ${page}, the method POST and the request headers ` +
        "content-type, x-a. The browser's console and network panel show more.",
    );
  });

  it.each<[string, Parameters<typeof createNetworkError>[1], string[], string[]]>([
    ['of the same origin', { url: CALL_URL, origin: 'http://localhost:8080' }, ['Is it running?'], ['CORS', 'Either']],
    ['of an opaque origin', { url: CALL_URL, origin: 'null' }, ['called from a page with an opaque origin.', 'allows the origin null, '], ['mixed']],
    ['over https', { url: CALL_URL, origin: 'https://page.example' }, ['CORS', 'mixed content'], []],
    ['if a server responded to the probe', { url: CALL_URL, origin: page, probe: 'responded' },
      ['A server does respond there, so most likely it refuses this page (CORS).', `allows the origin ${page}`], ['down']],
    ['if the probe got no response', { url: CALL_URL, origin: page, probe: 'silent' },
      ["most likely it isn't CORS: the server is down, not at that address, or at the port of a gRPC server", 'content-security-policy'], ['allows the origin']],
  ])('%s, names the possible causes', (_, options, included, excluded) => {
    const text = createNetworkError(cause, options).message;
    for (const part of included) expect(text).toContain(part);
    for (const part of excluded) expect(text).not.toContain(part);
  }); // prettier-ignore

  it.each([
    [
      false,
      'https://api.example',
      /^No response came from \S+, called from a page of \S+ The browser reports that this device is offline\. /,
    ],
    [false, 'http://localhost:8080', /Either the server is down/],
    [false, 'http://127.0.0.1:8080', /Either the server is down/],
    [true, 'https://api.example', /Either the server is down/],
    // A worker of an old engine.
    [undefined, 'https://api.example', /Either the server is down/],
  ])('calls a device offline that needs a network: onLine is %s, host is %s', (onLine, host, expected) => {
    vi.stubGlobal('navigator', { onLine });
    const { message } = createNetworkError(cause, { url: `${host}/api.ApiService/CallApi`, origin: page });
    vi.unstubAllGlobals();
    expect(message).toMatch(expected);
  });

  it('reports a connection that broke during the response', () => {
    expect(createBrokenConnectionError(CALL_URL, 7, 'x').message).toBe(
      `The connection to ${CALL_URL} broke after 7 bytes of the response (x). See the logs of the server and of the proxy in ` +
        'front of it.',
    );
  });
});

describe('the probe of a page', () => {
  const refuse = new TypeError('Failed to fetch');
  const seen: RequestInit[] = [];
  beforeEach(() => {
    seen.length = 0;
    vi.stubGlobal('location', {});
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
    ['a response', () => Promise.resolve(new Response()), 'A server does respond there'],
    ['no response', () => Promise.reject(refuse), 'A plain request got none either'],
  ])('that gets %s', async (_, handlePlain, text) => {
    const error = await fail({ fetch: createFetch(handlePlain), metadata: { 'x-a': '1' }, deadline: 3_600_000 });
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, cause: refuse, attempts: 1 });
    expect(error.message).toContain(text);
    expect(seen[1]).toMatchObject({ method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    expect(seen[1]).not.toHaveProperty('headers');
    if (text.includes('does respond')) {
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
    expect(error).toMatchObject({ attempts: 3, message: expect.stringContaining('A server does respond there') });
    expect(seen.map(({ mode }) => mode)).toEqual([undefined, undefined, undefined, 'no-cors']);
  });

  it.each<[string, Omit<CallClientOptions, 'host'>, origin?: string]>([
    ['if it is turned off', { probe: false }],
    ['after a response', { fetch: () => Promise.resolve(new Response('', { status: 503 })) }],
    ['outside a page', {}],
    ['to the same origin', {}, 'http://api.example'],
  ])('is not sent %s', async (name, options, origin = 'http://page.example') => {
    // workerd has an origin, and no page.
    vi.stubGlobal('location', name.includes('outside') ? undefined : {});
    vi.stubGlobal('origin', origin);
    const calls = vi.fn<typeof fetch>(options.fetch ?? createFetch(() => Promise.resolve(new Response())));
    expect((await fail({ ...options, fetch: calls })).message).not.toContain('A server does respond');
    expect(calls).toHaveBeenCalledOnce();
  });
});
