import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Code, createCallClient, type CallClientOptions } from 'endpoint.js-client';
import { brokenConnection, networkFailure } from './network-failure.js';
import { LONGEST_PROBE } from './probe.js';
import {
  answerOf,
  failure,
  frame,
  HI,
  message,
  ok,
  trailers,
  until,
  utf8,
  watch,
  WEB,
  type Bytes,
  type Fields,
} from '../test/answers.js';
import { useTestServer } from '../test/server-hooks.js';
import { refusingPort } from '../../dev/testing/refusing-port.js';

const URL_OF_CALL = 'http://localhost:8080/api.ApiService/CallApi';

describe('an answer that is none', async () => {
  const server = await useTestServer();

  it.each<[string, Bytes, Fields, number, number, string]>([
    ['HTTP 401', [], {}, 401, 16, 'HTTP 401 Unauthorized and no gRPC status. Credentials are missing or wrong'],
    ['HTTP 403', [], {}, 403, 7, 'A proxy forbids the call: look at its rules.'],
    ['a wrong path', utf8('no'), {}, 404, 12, 'is "host" the proxy or gateway, with the path before the service?'],
    ['a server of files', [], {}, 405, 2, 'is "host" the proxy or gateway'],
    ['HTTP 413', [], {}, 413, 2, 'The request is larger than the proxy lets through.'],
    ['a gRPC server that takes HTTP/1.1', [], {}, 415, 2, '"host" must be the proxy or gateway, not the gRPC server'],
    ['HTTP 429', [], {}, 429, 14, 'The rate of calls is limited: wait, or ask for "retries".'],
    ['HTTP 431', [], {}, 431, 2, 'The metadata is larger than the proxy lets through.'],
    [
      'a proxy without a server',
      [],
      {},
      503,
      14,
      'The proxy runs, but not what it passes calls on to: is the server up',
    ],
    ['HTTP 500', [], {}, 500, 2, 'The log of the proxy or server there should say why.'],
    ['gRPC as it is', message, { 'content-type': 'application/grpc' }, 200, 13, 'let the proxy make gRPC-Web of it'],
    ['gRPC+proto', message, { 'content-type': 'application/grpc+proto' }, 200, 13, 'let the proxy make gRPC-Web of it'],
    [
      'a page',
      utf8('<html>'),
      { 'content-type': 'text/html' },
      200,
      2,
      'is "host" the address of the proxy or gateway?',
    ],
    ['a page said to be gRPC-Web', utf8('<html></html>'), WEB, 200, 13, 'Something on the way cut or changed it.'],
    ['a compressed frame', [...frame(1, HI), ...ok], WEB, 200, 13, 'Turn it off in the server or the proxy.'],
    [
      'no trailers',
      message,
      WEB,
      200,
      2,
      'Something on the way cut it short, or passes gRPC on without making gRPC-Web of it.',
    ],
    ['a hidden status', [], WEB, 200, 2, 'a page sees only the headers that access-control-expose-headers names.'],
    ['trailers without a status', trailers('x-a: 1'), WEB, 200, 2, 'The answer has no grpc-status.'],
  ])('%s: the text has the cause and the next step', async (_, body, headers, status, code, text) => {
    server.answer = answerOf(body, headers, status);
    const error = await failure(createCallClient({ host: server.host }).call({ code: 'a' }));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)]);
  });
});

/** A server that does this with each connection, and how to end it. */
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

describe('no answer in Node', () => {
  let host: string;
  let server: Server;
  const text = async (address: string): Promise<string> => {
    const error = await failure(createCallClient({ host: address }).call({ code: 'a' }, { deadline: 10_000 }));
    expect(error.code).toBe(Code.UNAVAILABLE);
    return error.message;
  };
  beforeEach(async () => {
    // What a server of gRPC sends first: HTTP/2's SETTINGS.
    ({ host, server } = await listen((socket) => socket.end(Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0))));
  });
  afterEach(() => new Promise((done) => server.close(done)));

  it('from a port that speaks something else', async () => {
    expect(await text(host)).toContain('speaks no HTTP/1.1, as with the port of a gRPC server: "host" is the proxy');
  });

  it('from a port with another scheme', async () => {
    expect(await text(host.replace('http:', 'https:'))).toContain(
      'TLS failed: check that "host" begins as it is served',
    );
  });

  it('from a name that nobody knows', async () => {
    expect(await text('http://nowhere.invalid')).toContain('No address is known for that name: correct "host".');
  });

  it('from a port that nobody listens on', async () => {
    const { port, release } = await refusingPort();
    const said = await text(`http://127.0.0.1:${port}`);
    release();
    expect(said).toMatch(/connect ECONNREFUSED .*\)\. Check that the server, or the proxy/);
  });
});

describe('the reason that Node gives', () => {
  const refused = new Error('connect ECONNREFUSED ::1:8080');
  it.each<[string, unknown, string]>([
    ['one', new TypeError('fetch failed', { cause: refused }), '(connect ECONNREFUSED ::1:8080). Check that the server'],
    ['one an address', new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('other')]) }),
      '(connect ECONNREFUSED ::1:8080). Check that the server'],
    ['none', new TypeError('fetch failed', { cause: new AggregateError([]) }), '(fetch failed). Check that the server'],
    ['no error', 'why', '(why). Check that the server'],
    ['a certificate', new TypeError('fetch failed', { cause: Object.assign(new Error('self-signed certificate'),
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }), '(self-signed certificate). TLS failed'],
  ])('is named: %s', (_, cause, text) => {
    const error = networkFailure(cause, { url: URL_OF_CALL });
    expect(error.cause).toBe(cause);
    expect(error.message).toContain(`No answer came from ${URL_OF_CALL} ${text}`);
  }); // prettier-ignore
});

describe('no answer in a page', () => {
  const cause = new TypeError('Failed to fetch');
  const page = 'http://localhost:5173';

  it('names every cause, both addresses and what to look at', () => {
    const error = networkFailure(cause, { url: URL_OF_CALL, origin: page, requestHeaders: ['content-type', 'x-a'] });
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, cause });
    expect(error.message).toBe(
      `No answer came from ${URL_OF_CALL}, called from a page of ${page}. Either the server is down or not at that ` +
        "address, or it refuses this page (CORS); a page can't tell which. Check that the server, or the proxy in " +
        `front of it, runs there; that it allows the origin ${page}, the method POST and the request headers ` +
        "content-type, x-a. The browser's console and network panel say more.",
    );
  });

  it.each<[string, Parameters<typeof networkFailure>[1], string[], string[]]>([
    ['of the same origin', { url: URL_OF_CALL, origin: 'http://localhost:8080' }, ['Is it running?'], ['CORS', 'Either']],
    ['over https', { url: URL_OF_CALL, origin: 'https://page.example' }, ['CORS', 'mixed content'], []],
    ['where a server answered', { url: URL_OF_CALL, origin: page, probed: 'answered' },
      ['A server does answer there, so most likely it refuses this page (CORS).', `allows the origin ${page}`], ['down']],
    ['where nobody answered', { url: URL_OF_CALL, origin: page, probed: 'silent' },
      ["most likely it isn't CORS: the server is down, not at that address, or at the port of a gRPC server", 'content-security-policy'], ['allows the origin']],
  ])('%s, says what can be', (_, given, has, hasNot) => {
    const text = networkFailure(cause, given).message;
    for (const part of has) expect(text).toContain(part);
    for (const part of hasNot) expect(text).not.toContain(part);
  }); // prettier-ignore

  it('names what broke inside the answer', () => {
    expect(brokenConnection(URL_OF_CALL, 7, 'x').message).toBe(
      `The connection to ${URL_OF_CALL} broke after 7 bytes of the answer (x). The logs of the server, and of the proxy ` +
        'in front of it, should say why.',
    );
  });
});

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

  /** A browser's fetch that refuses the call, and does this with a request without CORS. */
  const browser =
    (plain: (init: RequestInit) => Promise<Response>): typeof fetch =>
    (_, init = {}) => {
      seen.push(init);
      return init.mode === 'no-cors' ? plain(init) : Promise.reject(refuse);
    };
  const fail = (options: Omit<CallClientOptions, 'host'>) =>
    failure(createCallClient({ host: 'http://api.example', ...options }).call({ code: 'a' }));

  it.each<[string, (init: RequestInit) => Promise<Response>, string]>([
    ['an answer', () => Promise.resolve(new Response()), 'A server does answer there'],
    ['none', () => Promise.reject(refuse), 'A plain request got none either'],
  ])('that gets %s', async (_, plain, text) => {
    const error = await fail({ fetch: browser(plain), metadata: { 'x-a': '1' }, deadline: 5_000 });
    expect(error).toMatchObject({ code: Code.UNAVAILABLE, cause: refuse, attempts: 1 });
    expect(error.message).toContain(text);
    expect(seen[1]).toMatchObject({ method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    expect(seen[1]).not.toHaveProperty('headers');
    if (text.includes('does answer')) {
      expect(error.message).toContain('request headers content-type, x-grpc-web, grpc-timeout, x-a');
    }
  });

  it('ends with the call, and then nothing is known', async () => {
    const stuck = browser(
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

  it('comes once, after the last attempt', async () => {
    const error = await fail({
      fetch: browser(() => Promise.resolve(new Response())),
      retries: { attempts: 3, initialBackoff: 1 },
    });
    expect(error).toMatchObject({ attempts: 3, message: expect.stringContaining('A server does answer there') });
    expect(seen.map(({ mode }) => mode)).toEqual([undefined, undefined, undefined, 'no-cors']);
  });

  it.each<[string, Omit<CallClientOptions, 'host'>, origin?: string]>([
    ['where it is turned off', { probe: false }],
    ['of an answer', { fetch: () => Promise.resolve(new Response('', { status: 503 })) }],
    ['outside of a page', {}],
    ['of the same origin', {}, 'http://api.example'],
  ])('is not made %s', async (name, options, origin = name.includes('outside') ? undefined : 'http://page.example') => {
    vi.stubGlobal('origin', origin);
    const calls = vi.fn<typeof fetch>(options.fetch ?? browser(() => Promise.resolve(new Response())));
    expect((await fail({ ...options, fetch: calls })).message).not.toContain('A server does answer');
    expect(calls).toHaveBeenCalledOnce();
  });
});
