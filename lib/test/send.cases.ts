/** Requests that are sent to `startSendServer`, and what `send` makes of them. They need nothing but the platform, so that they run in every engine. */
import type { RequestOptions } from 'endpoint.js';
import type * as library from 'endpoint.js/send';

type Library = typeof library;
type SendOptions = library.SendOptions;

/** How a case differs from a GET without options. */
interface Given {
  readonly method?: RequestOptions['method'];
  readonly body?: unknown;
  /** The options of a call. `abort` aborts `signal` with {@link REASON}. */
  readonly options?: (signal: AbortSignal, abort: () => void, url: string) => SendOptions | Promise<SendOptions>;
  /** The metadata of the request. */
  readonly request?: (signal: AbortSignal, abort: () => void) => unknown;
}

/** A request by its path, and its outcome; see {@link describeOutcome}. */
export interface SendCase extends Given {
  readonly path: string;
  readonly outcome: object | string;
}

const REASON = new Error('The user left.');
/** Neither messages nor members of an error have it. */
const SECRET = 's3cret';

const data = (value: unknown, others: object = {}): object => ({ status: 200, data: value, ...others });
const blob = (type: string, ...bytes: readonly number[]): object => data({ type, bytes });
const failure = (code: string, status: number | undefined, text: string, others: object = {}): object => ({
  name: 'ResponseError',
  code,
  status,
  message: `GET <path>: ${text}.`,
  ...others,
});
const nothing = (status: number): object => ({ status });
const EARLY = "the response isn't complete";
const LATE = 'the response took more than 20 ms';
const NONE = 'no response came';
const NOT_JSON = "the response isn't valid JSON";

/** Acts once the headers of the response are here, and `send` has them. */
const afterHeaders =
  (act: () => void): NonNullable<SendOptions['fetch']> =>
  async (...args) => {
    const response = await fetch(...args);
    setTimeout(act);
    return response;
  };
const soon = (act: () => void): SendOptions['fetch'] => {
  setTimeout(act);
  return undefined;
};
/** A `fetch` that ignores the signal, with a body that does, too. */
const deafFetch = async (): Promise<Response> =>
  Promise.resolve(new Response(new ReadableStream(), { headers: { 'content-type': 'text/plain' } }));

export const SEND_CASES: Readonly<Record<string, SendCase>> = {
  JSON: { path: '/json', outcome: data({ a: 'é' }) },
  'JSON by a suffix': { path: '/suffix', outcome: data([1, null]) },
  'JSON with a byte order mark': { path: '/bom', outcome: data({ a: 1 }) },
  'JSON in Latin-1': { path: '/latin-1-json', outcome: data('é') },
  'an empty body of JSON': { path: '/empty-json', outcome: nothing(200) },
  'compressed JSON': { path: '/gzip', outcome: data({ a: 'zipped' }) },
  'a request with a body': {
    path: '/echo',
    method: 'post',
    body: { a: [1, 'é'] },
    outcome: { status: 201, data: ['POST', '{"a":[1,"é"]}'] },
  },
  'a form in the style of an option': {
    path: '/echo',
    method: 'post',
    body: { a: [1, 2] },
    options: () => ({ arrays: 'brackets' }),
    outcome: { status: 201, data: ['POST', 'a%5B%5D=1&a%5B%5D=2'] },
  },
  '204': { path: '/204', method: 'delete', outcome: nothing(204) },
  '205': { path: '/205', outcome: nothing(205) },
  '205 with a body': { path: '/205-with-a-body', outcome: nothing(205) },
  'HEAD of JSON': { path: '/json', method: 'head', outcome: nothing(200) },
  'HEAD of an error': {
    path: '/problem',
    method: 'head',
    outcome: failure('status', 404, 'the response has status 404', {
      message: 'HEAD <path>: the response has status 404.',
    }),
  },
  text: { path: '/text', outcome: data('grüße') },
  'text in Latin-1': { path: '/latin-1', outcome: data('grüße') },
  'text that isn’t in its charset': { path: '/not-utf-8', outcome: blob('text/plain', 0x61, 0xe9) },
  'text in an unknown charset': { path: '/unknown-charset', outcome: blob('text/plain; charset=x-klingon', 0x61) },
  CSV: { path: '/csv', outcome: data('a,b') },
  XML: { path: '/xml', outcome: data('<a/>') },
  SVG: { path: '/svg', outcome: data('<svg/>') },
  'lines of JSON': { path: '/lines', outcome: data('{}\n{}\n') },
  'a form': { path: '/form', outcome: data('a=1') },
  bytes: { path: '/bytes', outcome: blob('application/octet-stream', 0, 127, 128, 255) },
  'a body without a type': { path: '/no-type', outcome: blob('', 0x7b, 0x7d) },
  'a type that only begins like JSON': { path: '/json-like', outcome: blob('application/jsonish', 0x7b, 0x7d) },
  'a redirect': { path: '/moved', outcome: data({ a: 'é' }, { url: '/json' }) },
  '304': { path: '/304', outcome: failure('status', 304, 'the response has status 304') },
  'an error with a problem': {
    path: '/problem',
    outcome: failure('status', 404, 'the response has status 404', { data: { title: 'No such user' } }),
  },
  'an error in HTML': {
    path: '/bad-gateway',
    outcome: failure('status', 502, 'the response has status 502', { data: '<h1>Bad gateway</h1>' }),
  },
  'an error in malformed JSON': {
    path: '/malformed-error',
    outcome: failure('status', 500, 'the response has status 500', { data: '<h1>Oops</h1>' }),
  },
  'an error with headers': {
    path: '/limit',
    outcome: failure('status', 429, 'the response has status 429', { retryAfter: '7' }),
  },
  'malformed JSON': {
    path: '/malformed',
    outcome: failure('invalid-json', 200, NOT_JSON, { data: '{"a":', cause: 'SyntaxError' }),
  },
  'JSON that isn’t in its charset': {
    path: '/not-utf-8-json',
    outcome: failure('invalid-json', 200, NOT_JSON, {
      data: { type: 'application/json', bytes: [0x22, 0xe9, 0x22] },
      cause: true,
    }),
  },
  'a body shorter than its length': { path: '/cut', outcome: failure('incomplete', 200, EARLY, { cause: true }) },
  'a chunked body without its end': {
    path: '/cut-chunked',
    outcome: failure('incomplete', 200, EARLY, { cause: true }),
  },
  'an error shorter than its length': {
    path: '/cut-error',
    outcome: failure('incomplete', 500, EARLY, { cause: true }),
  },
  'as many bytes as allowed': { path: '/text', options: () => ({ maxBytes: 7 }), outcome: data('grüße') },
  'a byte too many': {
    path: '/text',
    options: () => ({ maxBytes: 6 }),
    outcome: failure('too-large', 200, 'the response has more than 6 bytes'),
  },
  'an endless body': {
    path: '/endless',
    options: () => ({ maxBytes: 5_000_000 }),
    outcome: failure('too-large', 200, 'the response has more than 5000000 bytes'),
  },
  'a bomb': {
    path: '/gzip-bomb',
    options: () => ({ maxBytes: 1_048_576 }),
    outcome: failure('too-large', 200, 'the response has more than 1048576 bytes'),
  },
  '100 MiB': { path: '/100-mebibytes', outcome: data({ type: 'video/mp4', size: 104_857_600 }) },
  'a timeout that isn’t reached': { path: '/json', options: () => ({ timeout: 3_600_000 }), outcome: data({ a: 'é' }) },
  'a timeout that no timer holds': { path: '/json', options: () => ({ timeout: 2 ** 31 }), outcome: data({ a: 'é' }) },
  'a timeout before the headers': {
    path: '/never',
    options: () => ({ timeout: 20 }),
    outcome: failure('timeout', undefined, LATE),
  },
  'a timeout within the body': {
    path: '/stalled',
    options: async (_signal, _abort, url) => {
      // Another url: Firefox lets a request wait for an unfinished one of the same.
      const response = await fetch(`${url}&early`);
      return { timeout: 20, fetch: async () => Promise.resolve(response) };
    },
    outcome: failure('timeout', 200, LATE),
  },
  'a timeout of a fetch that ignores the signal': {
    path: '/never',
    options: () => ({ timeout: 20, fetch: deafFetch }),
    outcome: failure('timeout', 200, LATE),
  },
  'an abort before': {
    path: '/never',
    options: (signal, abort) => {
      abort();
      return { signal };
    },
    outcome: 'REASON',
  },
  'an abort before the headers': {
    path: '/never',
    options: (signal, abort) => ({ signal, fetch: soon(abort) }),
    outcome: 'REASON',
  },
  'an abort within the body': {
    path: '/stalled',
    options: (signal, abort) => ({ signal, fetch: afterHeaders(abort) }),
    outcome: 'REASON',
  },
  'an abort by the signal of the request': {
    path: '/never',
    options: () => ({ signal: new AbortController().signal, timeout: 3_600_000 }),
    request: (signal, abort) => ({ signal, cache: 'no-store', none: soon(abort) }),
    outcome: 'REASON',
  },
  'an abort by the other signal': {
    path: '/stalled',
    options: (signal, abort) => ({ signal, fetch: afterHeaders(abort) }),
    request: () => ({ signal: new AbortController().signal }),
    outcome: 'REASON',
  },
  'a closed connection': { path: '/reset', outcome: failure('no-response', undefined, NONE, { cause: true }) },
};

/** A value as plain data. */
async function describe(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value;
  const { size } = value;
  // Bun adds a charset to a type of text.
  const type = value.type.replace(/;charset=utf-8$/, '');
  if (size > 100) return { type, size };
  return { type, bytes: [...new Uint8Array(await value.arrayBuffer())] };
}

/** What a case gave, as plain data: the response, or the error with everything that it says. */
async function describeOutcome(
  sent: ReturnType<Library['send']>,
  url: string,
  { ResponseError }: Library,
): Promise<object | string> {
  try {
    const response = await sent;
    const moved = response.url === url ? {} : { url: new URL(response.url).pathname };
    return { status: response.status, data: await describe(response.data), ...moved };
  } catch (error) {
    // Chromium 92 has no reasons.
    const hasReasons = 'reason' in AbortSignal.prototype;
    if (hasReasons ? error === REASON : (error as Error).name === 'AbortError') return 'REASON';
    if (!(error instanceof ResponseError)) return String(error);
    const { name, code, status, message, cause, stack } = error;
    const isLeaking = JSON.stringify([error, message, stack]).includes(SECRET);
    return {
      name,
      code,
      status,
      message: message.replace(url.replace(/\?.*/, ''), '<path>'),
      data: await describe(error.data),
      retryAfter: error.responseHeaders?.get('retry-after') ?? undefined,
      cause: cause instanceof SyntaxError ? 'SyntaxError' : cause instanceof Error || undefined,
      ...(isLeaking || error.url !== url ? { isLeaking, url: error.url } : {}),
    };
  }
}

/** Runs a case, and returns its outcome, which must be the expected one. */
export async function runSendCase(name: string, library: Library, origin: string): Promise<object | string> {
  const { path, method = 'get', body, options, request } = SEND_CASES[name] as SendCase;
  const controller = new AbortController();
  const abort = (): void => controller.abort(REASON);
  const url = `${origin}${path}?key=${SECRET}`;
  const given = (await options?.(controller.signal, abort, url)) ?? {};
  const type = given.arrays ? 'application/x-www-form-urlencoded' : 'application/json';
  const built: RequestOptions = {
    method,
    url,
    headers: { authorization: `Bearer ${SECRET}`, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
    request: request?.(controller.signal, abort),
  };
  return describeOutcome(library.send(built, given), url, library);
}

/** Runs all cases, and returns those whose outcome isn't the expected one, with it. */
export async function findWrongSends(library: Library, origin: string): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {};
  for (const [name, { outcome: expected }] of Object.entries(SEND_CASES)) {
    const outcome = await runSendCase(name, library, origin);
    if (sortKeys(outcome) !== sortKeys(expected)) wrong[name] = { outcome, expected };
  }
  return wrong;
}

/** As JSON, with the keys in order and without what is undefined. */
function sortKeys(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
