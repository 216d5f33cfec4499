/** The servers of the page "Forward a user's input", called by a stranger who chooses keys. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as sendRaw, type IncomingMessage } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startServer } from '../../dev/testing/static-server.mjs';
import { parseBlocks } from './pages.js';

const PAGE = 'docs/guides/forward-input.md';

/** A server of the page. */
export interface Program {
  /** Its name in its first line. */
  readonly name: string;
  /** Changes its text. */
  readonly edit?: (code: string) => string;
  /** Parameters that the framework drops by their names. */
  readonly drops?: { readonly query?: RegExp; readonly form?: RegExp };
  /** Whether the framework itself refuses JSON with a key `__proto__`. */
  readonly refusesPrototypes?: boolean;
}

type Pairs = readonly (readonly [name: string, value: string])[];
type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A query, or a form. */
const encode = (pairs: Pairs): string => String(new URLSearchParams(pairs.map(([name, value]) => [name, value])));

/** A server that records what it receives. */
async function startRecorder() {
  const calls: { method: string; url: string; authorization: string; type: string; body: string }[] = [];
  const { url, stop } = await startServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    calls.push({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization,
      type,
      body: await readText(request),
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, stop, calls };
}

/** Options of a builder as a stranger writes them into a query or a form, beside ordinary parameters; `OTHER` is another server. */
const QUERIES = {
  names:
    'page=2&baseUrl=OTHER&url=OTHER/books&method=DELETE&headers=x&request=x&data=x&mediaType=raw&origins=OTHER&in=x&@in=x&__proto__=x&constructor=x&toString=x',
  brackets:
    'headers[authorization]=x&headers[x-a]=x&request[redirect]=manual&mediaType[format]=raw&@in[body][a]=x&__proto__[baseUrl]=OTHER&constructor[prototype][baseUrl]=OTHER',
  'repeated keys':
    'tag=a&tag=b&baseUrl=OTHER&baseUrl=OTHER/a&url=OTHER&url=&headers=a&headers=b&__proto__=a&__proto__=b',
};

const readPairs = (query: string, other: string): Pairs => [...new URLSearchParams(query.replaceAll('OTHER', other))];

const listBodies = (other: string): readonly object[] => [
  { page: 2, baseUrl: other, url: `${other}/books`, method: 'DELETE', data: 'x', mediaType: { format: 'raw' } },
  { headers: { authorization: null, 'x-a': 'b' }, request: { redirect: 'manual' }, tags: ['a', 'b'], nothing: null },
  { headers: null, request: null, baseUrl: null, '@in': { query: { a: 1 } }, in: { path: { a: 1 } }, origins: [other] },
];

const NO_OBJECTS = ['[{"baseUrl":"x"}]', '"x"', '7', 'true', 'false', 'null', '{', '{"a":1}}', 'undefined'];

/** Targets that clients don't write, and servers get. */
const TARGETS = [
  '// /// //books //evil.example/books //[ //: //a:99999 /\\ /% /%00 /..// /books/.. * ? # books :99999 __proto__',
  'http:// http://[/ http://evil.example/books http:books @evil.example/books /constructor /books%3F /books#a',
  '/books?% /books?%FF /books?# /books??a=1',
].flatMap((line) => line.split(' '));

/** The programs of the page by their names. */
const readPrograms = (): ReadonlyMap<string, string> =>
  new Map(
    parseBlocks(PAGE).flatMap(({ code }) => {
      const [, name] = /^\/\/ (\S+)\n/.exec(code) ?? [];
      return name === undefined ? [] : [[name, code] as const];
    }),
  );

function write(file: string, code: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

/** Runs a program, whose server gets a free port of this machine; a module of route handlers has none. */
async function start(file: string): Promise<{ send: Send; port: number | undefined; servers: readonly Server[] }> {
  // oxlint-disable-next-line typescript/unbound-method -- called with its server
  const { listen } = Server.prototype;
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args: unknown[]) {
    const listener = args.find((arg) => typeof arg === 'function') as (() => void) | undefined;
    return Reflect.apply(listen, this, [0, '127.0.0.1', listener]) as Server;
  });
  const handlers = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Readonly<
    Record<string, ((request: Request) => Promise<Response>) | undefined>
  >;
  const servers = spy.mock.contexts as readonly Server[];
  spy.mockRestore();
  const [server] = servers;
  if (server && !server.listening) await once(server, 'listening');
  const { port } = (server?.address() ?? {}) as Partial<AddressInfo>;
  const send: Send = async (path, init) =>
    handlers[init?.method ?? 'GET']?.(new Request(`http://page.test${path}`, init)) ??
    fetch(`http://127.0.0.1:${port}${path}`, init);
  return { send, port, servers };
}

type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** Adds the tests of servers, whose packages are in the folder. */
export function testForwarding(folder: string, programs: readonly Program[]): void {
  const sources = readPrograms();
  let api: Recorder;
  let other: Recorder;
  const running: Server[] = [];
  beforeAll(async () => {
    [api, other] = await Promise.all([startRecorder(), startRecorder()]);
    for (const [name, code] of sources) write(join(folder, name), code.replace('https://api.acme.example', api.url));
  });
  afterAll(async () => {
    for (const server of running) server.close();
    await Promise.all([api.stop(), other.stop()]);
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    api.calls.length = 0;
  });

  describe.each(programs)('$name', (program) => {
    let started: Omit<Awaited<ReturnType<typeof start>>, 'servers'>;
    beforeAll(async () => {
      const { name, edit = (code) => code } = program;
      const file = join(folder, program.edit ? name.replace('.', '-edited.') : name);
      write(file, edit(readFileSync(join(folder, name), 'utf8')));
      const { servers, ...rest } = await start(file);
      running.push(...servers);
      started = rest;
    });
    const stage = () => ({ ...started, api, other });
    testProgram(program, stage);
    // The route handler of the page has no form, and Next reads its target.
    if (!program.name.includes('route')) testTargets(program, stage);
  });
}

/** A running server, and those that it may call. */
interface Stage {
  readonly send: Send;
  readonly port: number | undefined;
  readonly api: Recorder;
  readonly other: Recorder;
}

const post = ({ send }: Stage, path: string, body: string, type: string) =>
  send(path, { method: 'POST', body, headers: { 'content-type': type } });
const keep = (pairs: Pairs, dropped?: RegExp): Pairs => pairs.filter(([key]) => !dropped?.test(key));
const sort = (pairs: Iterable<readonly [string, string]>) => [...pairs].map((pair) => pair.join('=')).toSorted();

/** Adds the tests of one server's queries and JSON. */
function testProgram({ drops = {}, refusesPrototypes = false }: Program, stage: () => Stage): void {
  const postJson = (json: string) => post(stage(), '/books', json, 'application/json');

  test.each(Object.entries(QUERIES))('a query with hostile %s', async (_, query) => {
    const { send, api, other } = stage();
    const pairs = readPairs(query, other.url);
    expect((await send(`/books?${encode(pairs)}`)).status).toBe(200);
    const [call] = api.calls;
    expect(call).toMatchObject({ method: 'GET', authorization: 'Bearer TOKEN', type: '', body: '' });
    const { pathname, searchParams } = new URL(call?.url ?? '', 'http://api.test');
    expect([pathname, sort(searchParams)]).toEqual(['/books', sort(keep(pairs, drops.query))]);
    expect([api.calls.length, other.calls]).toEqual([1, []]);
  });

  test.each([...listBodies('').keys()])('JSON with hostile keys: %i', async (index) => {
    const { api, other } = stage();
    const json = JSON.stringify(listBodies(other.url)[index]);
    expect((await postJson(json)).status).toBe(200);
    const type = 'application/json; charset=utf-8';
    const call = { method: 'POST', url: '/books', authorization: 'Bearer TOKEN', type, body: json };
    expect([api.calls, other.calls]).toEqual([[call], []]);
  });

  test('JSON with the key __proto__', async () => {
    const { api, other } = stage();
    const json = `{"a":1,"__proto__":{"baseUrl":"${other.url}","headers":{"authorization":"x"}}}`;
    expect((await postJson(json)).status).toBe(refusesPrototypes ? 400 : 200);
    const bodies = api.calls.map(({ authorization, body }) => ({ authorization, body }));
    expect(bodies).toEqual(refusesPrototypes ? [] : [{ authorization: 'Bearer TOKEN', body: json }]);
    expect(other.calls).toEqual([]);
  });

  test.each(NO_OBJECTS)('JSON that is no object: %s', async (json) => {
    expect((await postJson(json)).status).toBe(400);
    expect(stage().api.calls).toEqual([]);
  });
}

/** Adds the tests of one server's targets and forms. */
function testTargets({ drops = {} }: Program, stage: () => Stage): void {
  test.each(TARGETS)('the request target %s', async (path) => {
    const { send, port, api } = stage();
    const method = path === '*' ? 'OPTIONS' : 'GET';
    const [response] = (await once(sendRaw({ port, method, path }).end(), 'response')) as [IncomingMessage];
    response.resume();
    const found = response.statusCode === 200 ? api.calls.splice(0).map(({ url }) => url.split('?')[0]) : ['/books'];
    expect([found, api.calls]).toEqual([['/books'], []]);
    expect([200, 400, 404]).toContain(response.statusCode);
    expect((await send('/books')).status).toBe(200);
  });

  test.each(Object.entries(QUERIES))('a form with hostile %s', async (_, query) => {
    const { api, other } = stage();
    const pairs = readPairs(query, other.url);
    const type = 'application/x-www-form-urlencoded';
    expect((await post(stage(), '/messages', encode(pairs), type)).status).toBe(200);
    const [call] = api.calls;
    expect(call).toMatchObject({ method: 'POST', url: '/messages', authorization: 'Bearer TOKEN', type });
    expect(sort(new URLSearchParams(call?.body))).toEqual(sort(keep(pairs, drops.form)));
    expect([api.calls.length, other.calls]).toEqual([1, []]);
  });
}
