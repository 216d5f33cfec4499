import { lookup as dnsLookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { OperationError } from '../operation.js';
import { isPublicAddress } from './addresses.js';

/** An HTTP request, complete. */
export interface HttpRequest {
  readonly url: URL;
  /** In upper case. */
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What came back. */
export interface HttpResponse {
  readonly status: number;
  /** Lowercase names; lines of one name joined by `, `, those of set-cookie by a line feed (RFC 9110, section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the body went on after `maxBodyBytes`. */
  readonly truncated: boolean;
}

/** The bounds of an exchange. */
export interface ExchangeOptions {
  /** When it aborts, the connection is closed and the exchange rejects with its reason. */
  readonly signal: AbortSignal;
  /** For the whole exchange, from the name's resolution to the last byte. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Refuse to connect to addresses that aren't public. */
  readonly publicOnly: boolean;
  /** Resolves names; the system's resolver by default. */
  readonly lookup?: LookupFunction;
}

/**
 * Sends one HTTP/1.1 request on a connection of its own and reads the response; redirects are not followed.
 *
 * @throws {OperationError} when there is no whole response
 */
export async function exchange(sent: HttpRequest, options: ExchangeOptions): Promise<HttpResponse> {
  const { signal, timeoutMs, maxBodyBytes } = options;
  const request = open(sent, options);
  let stopped: unknown;
  const stop = (reason: unknown): void => {
    stopped ??= reason;
    request.destroy();
  };
  const abort = (): void => stop(signal.reason);
  const timer = setTimeout(() => stop(tooSlow(sent.url, timeoutMs)), timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const response = await answered(request);
    const headers = joined(response.headersDistinct);
    return { status: response.statusCode ?? 0, headers, ...(await readBody(response, maxBodyBytes)) };
  } catch (error) {
    throw stopped ?? failure(error, sent.url);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

function open({ url, method, headers, body }: HttpRequest, options: ExchangeOptions): ClientRequest {
  const { publicOnly, lookup = dnsLookup } = options;
  // An address in the URL is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (publicOnly && isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(url.hostname, url.origin);
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers,
    // No pool: every connection is made by, and checked for, one request.
    agent: false,
    lookup: publicOnly ? publicLookup(lookup, url.origin) : lookup,
  });
  if (publicOnly) {
    // Once more, on what was connected to.
    request.once('socket', (socket) =>
      socket.once('connect', () => {
        if (!isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(notPublic(url.hostname, url.origin));
      }),
    );
  }
  request.end(body);
  return request;
}

/**
 * A resolver that refuses names with an address that isn't public. The connection is made to the very addresses that it
 * has checked: the name is not resolved a second time, so it can't be bound to another address in between.
 */
function publicLookup(lookup: LookupFunction, origin: string): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address);
      if (!error && !addresses.every(isPublicAddress)) callback(notPublic(hostname, origin), '');
      else callback(error, address, family);
    });
  };
}

function answered(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays, as a connection may break more than once.
    request.on('error', reject);
    // After an upgrade that nobody asked for, there is neither a response nor an error.
    request.once('close', () => reject(new Error('The connection ended without a response.')));
  });
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<HttpResponse, 'body' | 'truncated'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: bytes > maxBytes };
}

function joined(headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, lines = []]) => [name, lines.join(name === 'set-cookie' ? '\n' : ', ')]),
  );
}

function notPublic(host: string, origin: string): OperationError {
  return new OperationError(
    `${host} has a private, loopback, link-local or other special address; send reaches such a host only when ${origin} itself is on the server's list.`,
  );
}

function tooSlow(url: URL, timeoutMs: number): OperationError {
  return new OperationError(
    `${url.origin} gave no whole answer within ${timeoutMs} ms; try again, or allow more in int_value.`,
  );
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start that server, or mend the port',
  ECONNRESET: 'the connection broke before the whole answer was there; try again',
  ENOTFOUND: 'there is no such name; mend the host',
  EAI_AGAIN: "the name can't be resolved at present; try again later",
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'the host does not answer',
  EPROTO: 'that port does not speak TLS; is it http?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'that port does not speak TLS; is it http?',
  HPE_HEADER_OVERFLOW: 'its header section is larger than 16 KiB',
};

/** The message has no more than the error's code: what the system says may name addresses and files. */
function failure(error: unknown, { origin }: URL): OperationError {
  if (error instanceof OperationError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = causes[code] ?? (code ? guess(code) : 'the connection ended without a response');
  return new OperationError(`The request to ${origin} failed: ${cause}${code && ` (${code})`}.`, { cause: error });
}

function guess(code: string): string {
  if (/CERT|ISSUER|SIGNATURE/.test(code)) return "its certificate can't be trusted";
  if (code.startsWith('HPE_')) return 'what it answered is not HTTP/1.1';
  return 'the connection could not be used';
}
