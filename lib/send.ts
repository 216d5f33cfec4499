/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-unnecessary-type-assertion -- for the types of an engine, which compilers of programs know */
import { JSON_TYPE } from './adapters/body-text.js';
import { toFetch, type FetchInit, type FormOptions } from './adapters/fetch.js';
import { fail } from './errors.js';
import { QUERY_STYLES, type Method, type RequestOptions } from './options.js';
import { assertSettings, positive, rule, typed, type Rules } from './strict.js';

/** The type of an engine's class, where the compiler knows it. */
// oxlint-disable-next-line typescript/no-explicit-any -- for programs compiled without the types of DOM, Node or workers
type Engine<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : any;

/** Options of {@link send}, with those of `toFetch`. */
export interface SendOptions extends FormOptions {
  /** Sends the request in place of the global `fetch`: for tests, for retries, for another agent. */
  fetch?: ((url: string, init: FetchInit) => Promise<Engine<'Response'>>) | undefined;
  /** Aborts the request: the promise rejects with the signal's reason. A signal in `request` does too. */
  signal?: Engine<'AbortSignal'> | null | undefined;
  /** The longest time until the whole response is read, in milliseconds; unlimited by default. */
  timeout?: number | undefined;
  /** The most bytes of a body, after its decompression; unlimited by default. */
  maxBytes?: number | undefined;
}

/** A response with a status of success. */
export interface Sent<Data = unknown> {
  status: number;
  headers: Engine<'Headers'>;
  /** By its media type: parsed JSON, text, or a `Blob` of anything else; undefined without a body. */
  data: Data;
  /** The address of the response, after redirects. */
  url: string;
}

/**
 * Why a request has no result. Codes are stable; messages are for people and may change.
 *
 * - `status`: the status isn't 2xx
 * - `invalid-json`: the body isn't the JSON that its media type promises
 * - `incomplete`: the body ended early
 * - `too-large`: the body has more bytes than `maxBytes`
 * - `timeout`: `timeout` passed
 * - `no-response`: `fetch` failed; `cause` is its error
 */
export type ResponseErrorCode = 'status' | 'invalid-json' | 'incomplete' | 'too-large' | 'timeout' | 'no-response';

/** A request, and what came of it. */
interface Exchange<E = unknown> {
  readonly method: Method;
  readonly url: string;
  response?: Engine<'Response'> | undefined;
  data?: E | undefined;
}

/** A request that has no result. The request's headers are nowhere in it. */
export class ResponseError<E = unknown> extends Error {
  override name = 'ResponseError';
  /** Machine-readable reason. */
  readonly code: ResponseErrorCode;
  /** The status of the response; undefined if none came. */
  readonly status: number | undefined;
  /** The body of the response, as that of a successful one; undefined if it wasn't read. JSON that isn't valid is text. */
  readonly data: E | undefined;
  /** The request's method, in lower case. */
  readonly method: Method;
  /** The request's url. Not enumerable: its query may hold a secret, and logs print an error's members. */
  declare readonly url: string;
  /** The header fields of the response; undefined if none came. Not enumerable: they may set cookies. */
  declare readonly responseHeaders: Engine<'Headers'> | undefined;
  /** The error of `fetch` or of the parser of JSON, if there is one. */
  declare readonly cause?: unknown;

  /** @internal */
  constructor(code: ResponseErrorCode, problem: string, { method, url, response, data }: Exchange<E>, cause?: unknown) {
    // Without its query and fragment, which may hold a secret.
    super(`${method.toUpperCase()} ${url.replace(/[?#][^]*/, '')}: ${problem}.`);
    this.code = code;
    this.status = response?.status;
    this.data = data;
    this.method = method;
    const hide = (name: string, value: unknown): unknown => Object.defineProperty(this, name, { value });
    hide('url', url);
    hide('responseHeaders', response?.headers);
    if (cause) hide('cause', cause);
  }
}

const RULES = {
  ...QUERY_STYLES,
  fetch: /* @__PURE__ */ typed('function'),
  signal: /* @__PURE__ */ rule(
    (value) => value === null || !!(value as AbortSignal).addEventListener,
    'an AbortSignal',
  ),
  timeout: positive,
  maxBytes: positive,
} satisfies Rules<keyof SendOptions>;

type AbortSignal = Engine<'AbortSignal'>;

/** Media types of text other than JSON. */
const TEXT_TYPE = /^(?:text\/|[^;]*[/+](?:x-)?(?:xml|yaml|javascript|ndjson|www-form-urlencoded)\s*(?:;|$))/i;

/** Reads the body of a response into the exchange, by its media type. */
async function readBody(
  exchange: Exchange,
  { ok, headers, body }: Engine<'Response'>,
  maxBytes: number,
  signal: AbortSignal,
) {
  const reader = body?.getReader();
  // Not every stream heeds the signal of its request; one that does refuses this.
  const cancel = (): unknown => reader?.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  const chunks = [];
  let size = 0;
  try {
    if (reader)
      for (let chunk; size <= maxBytes && (chunk = (await reader.read()).value); size += chunk.length)
        chunks.push(chunk);
  } catch (cause) {
    throw new ResponseError('incomplete', "the response isn't complete", exchange, cause);
  }
  if (size > maxBytes) throw new ResponseError('too-large', `the response has more than ${maxBytes} bytes`, exchange);
  if (!size) return;
  const type: string = headers.get('content-type') ?? '';
  const isJson = JSON_TYPE.test(type);
  exchange.data = new Blob(chunks, { type });
  if (isJson || TEXT_TYPE.test(type))
    try {
      // Bytes that aren't text in this charset stay bytes.
      const decoder = new TextDecoder(/charset="?([^\s";]+)/i.exec(type)?.[1], { fatal: true });
      let text = '';
      for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
      exchange.data = text += decoder.decode();
      if (isJson) exchange.data = JSON.parse(text);
    } catch (cause) {
      if (isJson && ok) throw new ResponseError('invalid-json', "the response isn't valid JSON", exchange, cause);
    }
}

/**
 * Sends a built request by `fetch`, once, and reads the response.
 * @throws ResponseError for a status other than 2xx, a body that isn't valid JSON, is cut short or has more than `maxBytes`, a passed
 * `timeout`, and a request that `fetch` can't send
 * @throws EndpointError for a request that `toFetch` rejects, a url with a password, and unknown options
 */
export async function send<Data = unknown>(
  // The second lets callers state a type that no catalogue has.
  request: RequestOptions<Method, Data> | RequestOptions,
  options: SendOptions = {},
): Promise<Sent<Data>> {
  assertSettings('options', options, RULES, fail);
  const { fetch: fetchWith = fetch, signal, timeout = Infinity, maxBytes = Infinity, ...form } = options;
  const [url, init] = toFetch(request, form);
  // Errors of `fetch` would contain them.
  if (/^[^/?#]*\/\/[^/?#]*@/.test(url))
    fail('invalid-url', 'url', "has credentials, which fetch can't send; pass a header");
  const signals = [signal, init['signal']].filter(Boolean) as AbortSignal[];
  const controller = new AbortController();
  init['signal'] = controller.signal;
  const exchange: Exchange = { method: request.method, url };

  let stop!: (reason: unknown) => void;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const onAbort = () => {
    // Engines before 2022 have no reasons.
    for (const { aborted, reason } of signals) if (aborted) stop(reason ?? new DOMException('Aborted', 'AbortError'));
  };
  const run = async () => {
    let response;
    try {
      exchange.response = response = await fetchWith(url, init);
    } catch (cause) {
      throw new ResponseError('no-response', 'no response came', exchange, cause);
    }
    await readBody(exchange, response, maxBytes, controller.signal);
    const { ok, status, headers, url: finalUrl } = response;
    if (!ok) throw new ResponseError('status', `the response has status ${status}`, exchange);
    return { status, headers, data: exchange.data as Data, url: finalUrl || url };
  };

  const expire = () => stop(new ResponseError('timeout', `the response took more than ${timeout} ms`, exchange));
  // A timer can't hold more.
  const timer = timeout < 2 ** 31 ? setTimeout(expire, timeout) : undefined;
  for (const one of signals) one.addEventListener('abort', onAbort);
  onAbort();
  try {
    return await Promise.race(signals.some(({ aborted }) => aborted) ? [stopped] : [stopped, run()]);
  } finally {
    clearTimeout(timer);
    for (const one of signals) one.removeEventListener('abort', onAbort);
    // Ends what was given up.
    controller.abort();
  }
}
