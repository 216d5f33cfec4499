import type { LookupAddress } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { OperationError } from '../../service/operation.js';
import { isPublicAddress, createFixedLookup, resolveHost } from './addresses.js';

export interface HttpRequest {
  readonly url: URL;
  /** In upper case. */
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Lowercase names; lines of one name joined by `, `, those of set-cookie by a line feed (RFC 9110, section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the body is longer than `maxBodyBytes`. */
  readonly truncated: boolean;
}

/** Bounds of a request and its response. */
export interface SendRequestOptions {
  /** When it aborts, the connection is closed and the promise rejects with its reason. */
  readonly signal: AbortSignal;
  /** For everything, from the name's resolution to the last byte. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Refuse to connect to addresses that aren't public. */
  readonly publicOnly: boolean;
  /** Resolves names; the system's resolver by default. */
  readonly lookup?: LookupFunction;
}

/**
 * Sends one HTTP/1.1 request on a new connection and reads the response; redirects are not followed.
 *
 * @throws {OperationError} when there is no whole response
 */
export async function sendRequest(request: HttpRequest, options: SendRequestOptions): Promise<HttpResponse> {
  const { signal, timeoutMs, maxBodyBytes } = options;
  const ending = new AbortController();
  const abort = (): void => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(tooSlow(request.url, timeoutMs)), timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let connection: ClientRequest | undefined;
  try {
    const addresses = await unlessAborted(ending.signal, findAddresses(request.url, options));
    connection = open(request, addresses, ending.signal);
    if (options.publicOnly) checkConnection(connection, request.url);
    const response = await receiveResponse(connection, request.body);
    const headers = joinLines(response.headersDistinct);
    return { status: response.statusCode ?? 0, headers, ...(await readBody(response, maxBodyBytes)) };
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    throw error instanceof OperationError ? error : failed(request.url, error, guessReason);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    connection?.destroy();
  }
}

/** Waits for the work unless the signal aborts first; then throws its reason. A resolver can't be stopped, only left alone. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject);
  });
}

/** Finds the addresses to connect to: each is checked here, and the name is not resolved a second time. */
async function findAddresses(url: URL, { publicOnly, lookup }: SendRequestOptions): Promise<readonly LookupAddress[]> {
  let addresses;
  try {
    addresses = await resolveHost(url.hostname, lookup);
  } catch (error) {
    // One message whether a name is private or doesn't exist: callers must not learn the names of this server's network.
    throw publicOnly ? notPublic(url, error) : failed(url, error, () => "the name can't be resolved");
  }
  if (publicOnly && !addresses.every(({ address }) => isPublicAddress(address))) throw notPublic(url);
  return addresses;
}

function open(
  { url, method, headers }: HttpRequest,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): ClientRequest {
  return (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers,
    // No pool: each connection is opened and checked for one request.
    agent: false,
    lookup: createFixedLookup(addresses),
    signal,
  });
}

/** Checks the connected address once more. */
function checkConnection(request: ClientRequest, url: URL): void {
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      if (!isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(notPublic(url));
    }),
  );
}

function receiveResponse(request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays, as a connection may break more than once.
    request.on('error', reject);
    // After an upgrade that no one asked for, there is neither a response nor an error.
    request.once('close', () => reject(new Error('The connection ended without a response.')));
    request.end(body);
  });
}

async function readBody(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: bytes > maxBytes };
}

function joinLines(headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, lines = []]) => [name, lines.join(name === 'set-cookie' ? '\n' : ', ')]),
  );
}

function notPublic({ hostname, origin }: URL, cause?: unknown): OperationError {
  return new OperationError(
    `No public address was found for ${hostname}; correct the host, or try again later. A host with a private, loopback, link-local or other special address is reached only when ${origin} itself is on the server's list.`,
    { cause },
  );
}

function tooSlow(url: URL, timeoutMs: number): OperationError {
  return new OperationError(
    `${url.origin} sent no complete response within ${timeoutMs} ms; try again, or allow more in int_value.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start that server, or correct the port',
  ECONNRESET: 'the connection broke before the response was complete; try again',
  ENOTFOUND: 'there is no such name; correct the host',
  ENODATA: 'the name has no address; correct the host',
  EAI_AGAIN: "the name can't be resolved at present; try again later",
  EHOSTUNREACH: 'there is no route to that host',
  ENETUNREACH: 'there is no route to that network',
  ETIMEDOUT: 'the host does not answer',
  EPROTO: 'that port does not speak TLS; is it http?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'that port does not speak TLS; is it http?',
  HPE_HEADER_OVERFLOW: 'its header section is larger than 16 KiB',
};

/** Reports the error's code only: the system's message may name addresses and files. */
function failed({ origin }: URL, error: unknown, guess: (code: string) => string): OperationError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code] ?? guess(code);
  return new OperationError(`The request to ${origin} failed: ${reason}${code && ` (${code})`}.`, { cause: error });
}

function guessReason(code: string): string {
  if (code === '') return 'the connection ended without a response';
  if (/CERT|ISSUER|SIGNATURE/.test(code)) return "its certificate can't be trusted";
  if (code.startsWith('HPE_')) return 'the response is not HTTP/1.1';
  return 'the connection could not be used';
}
