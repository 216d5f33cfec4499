/**
 * Requests whose headers and bodies engines treat differently, or reject with errors of their own. They need nothing but the platform, so
 * that they run in every engine.
 */
import type { RequestOptions } from 'endpoint.js';
import type { toFetch } from 'endpoint.js/fetch';

/** A request, and the text that `fetch` must send; or the message of its error, for a stream in an engine without request streams. */
export interface FetchCase {
  readonly name: string;
  readonly make: () => Partial<RequestOptions>;
  readonly text?: string;
  readonly message?: string;
}

const STREAM = "body: is a stream, which fetch can't send here; pass text or bytes.";
const LATIN_1 = 'must have only printable characters of Latin-1.';
const SURROGATE = 'body: has a lone surrogate; pass well-formed text.';

const bytes = (): Uint8Array => new TextEncoder().encode('é');
const header = (value: string) => () => ({ headers: { 'x-a': value } });

async function* iterate(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes());
}

const stream = (): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes());
      controller.close();
    },
  });

export const FETCH_CASES: readonly FetchCase[] = [
  { name: 'text', make: () => ({ body: 'é💥' }), text: 'é💥' },
  { name: 'JSON', make: () => ({ body: { a: '\ud800' } }), text: String.raw`{"a":"\ud800"}` },
  { name: 'bytes', make: () => ({ body: bytes() }), text: 'é' },
  { name: 'a buffer', make: () => ({ body: bytes().buffer }), text: 'é' },
  { name: 'a view', make: () => ({ body: new DataView(bytes().buffer) }), text: 'é' },
  { name: 'a blob', make: () => ({ body: new Blob(['é']) }), text: 'é' },
  { name: 'a form', make: () => ({ body: new URLSearchParams('a=%C3%A9') }), text: 'a=%C3%A9' },
  { name: 'a stream', make: () => ({ body: stream() }), text: 'é', message: STREAM },
  { name: 'an asynchronous iterable', make: () => ({ body: iterate() }), text: 'é', message: STREAM },
  { name: 'a lone surrogate', make: () => ({ body: 'a\ud800' }), message: SURROGATE },
  { name: 'a header in Latin-1', make: header('caf\xe9\t~'), text: '' },
  ...['\u2026', '\u0100', '💥', '\x01', '\x7f', 'a\nb', 'a\0b'].map((value) => ({
    name: `the header ${JSON.stringify(value)}`,
    make: header(value),
    message: `x-a: ${LATIN_1}`,
  })),
];

/**
 * The outcome of a case, and whether it is one that the case allows.
 *
 * @param convert `toFetch` of the build that runs
 */
export async function runFetchCase(
  { make, text, message }: FetchCase,
  convert: typeof toFetch,
): Promise<{ outcome: string; ok: boolean }> {
  let args: ReturnType<typeof toFetch>;
  try {
    args = convert({ method: 'post', url: 'https://h.test/', headers: {}, ...make() });
  } catch (error) {
    const { name, message: outcome } = error as Error;
    return { outcome, ok: name === 'EndpointError' && outcome === message };
  }
  // The engine's own view of the request: the body that it would send.
  const outcome = await new Request(...args).text();
  return { outcome, ok: outcome === text };
}
