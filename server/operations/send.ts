import { validateHeaderValue } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { type Operation, type OperationContext, OperationError } from '../operation.js';
import { type AllowedOrigins, allowedOrigins } from '../send/allowed-origins.js';
import { exchange, type HttpRequest, type HttpResponse } from '../send/exchange.js';
import { withBuilderErrors } from './builder-errors.js';
import { requestOptions, requestOptionsLabels } from './request-options.js';

/** Settings of {@link send}. */
export interface SendOptions {
  /** What may be reached, see {@link allowedOrigins}; when empty, nothing. */
  readonly origins: readonly string[];
  /** Resolves names; the system's resolver by default. */
  readonly lookup?: LookupFunction;
}

const defaultTimeoutMs = 10_000;
const longestTimeoutMs = 120_000;
const maxBodyBytes = 1_048_576;

/**
 * The operation that builds a request and performs it.
 *
 * @throws {TypeError} for an entry of `origins` that can't be used
 */
export function send({ origins, lookup }: SendOptions): Operation {
  const allowed = allowedOrigins(origins);
  return {
    description: 'Builds an HTTP request from a route and parameters, sends it and gives the response.',
    arguments: {
      ...requestOptionsLabels,
      int_value: `timeout in ms up to ${longestTimeoutMs}, 0 = ${defaultTimeoutMs}`,
    },
    handler: async (args, context) => {
      if (allowed.entries.length === 0) {
        throw new OperationError(
          'send is off, as this server allows no origins; it is started with --send-origins, or made with sendOrigins.',
        );
      }
      const timeoutMs = timeoutOf(args.intValue);
      const request = httpRequest(
        withBuilderErrors(() => requestOptions(args)),
        context,
      );
      const publicOnly = checkedTarget(request.url, allowed) === 'wildcard';
      const started = performance.now();
      const response = await exchange(request, {
        signal: context.signal, timeoutMs, maxBodyBytes, publicOnly, ...(lookup && { lookup }),
      }); // prettier-ignore
      return toJson(response, performance.now() - started);
    },
  };
}

function timeoutOf(ms: number): number {
  if (ms >= 0 && ms <= longestTimeoutMs) return ms || defaultTimeoutMs;
  throw new OperationError(
    `int_value is the timeout in ms and must be 0 (for ${defaultTimeoutMs}) to ${longestTimeoutMs}, not ${ms}.`,
  );
}

function checkedTarget(url: URL, allowed: AllowedOrigins): 'exact' | 'wildcard' {
  const match = allowed.match(url);
  if (match) return match;
  throw new OperationError(`send does not reach ${url.origin}; this server allows: ${allowed.entries.join(', ')}.`);
}

function httpRequest(options: RequestOptions, context: OperationContext): HttpRequest {
  const [url, { method, headers, body }] = toFetch(options);
  if (!URL.canParse(url)) {
    throw new OperationError(
      `The url ${JSON.stringify(url)} is not absolute; give a baseUrl such as https://api.example.com.`,
    );
  }
  const content = body === undefined ? undefined : bytesOf(body);
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return {
    url: new URL(url),
    method,
    headers: {
      ...traceHeaders(context),
      ...headers,
      // Said here, because Node leaves it out for DELETE, and the body's end would then be the connection's.
      ...(content && { 'content-length': String(content.length) }),
    },
    body: content,
  };
}

/** Options that came as JSON have no other bodies than JSON and text; toFetch makes both text. */
function bytesOf(body: unknown): Buffer {
  if (typeof body !== 'string') throw new OperationError('The body is neither text nor JSON; give such data.');
  if (/\p{Surrogate}/u.test(body)) {
    throw new OperationError(
      'data holds half of a surrogate pair, which UTF-8 has no bytes for; give whole characters.',
    );
  }
  return Buffer.from(body);
}

// They frame the message or belong to the connection (RFC 9110, section 7.6.1; RFC 9112): a second reading of them is
// how one request is smuggled behind another. host would name another site than the allowed origin.
const connectionHeaders = new Set([
  'connection', 'content-length', 'expect', 'host', 'http2-settings', 'keep-alive', 'proxy-authorization', 'proxy-connection',
  'te', 'trailer', 'transfer-encoding', 'upgrade',
]); // prettier-ignore

function checkHeader(name: string, value: string): void {
  if (connectionHeaders.has(name)) {
    throw new OperationError(`The header ${name} is set by the connection itself; leave it out.`);
  }
  try {
    validateHeaderValue(name, value);
  } catch (error) {
    throw new OperationError(
      `The header ${name} has a control character or one beyond U+00FF, which HTTP can't carry; encode it.`,
      { cause: error },
    );
  }
}

/** W3C Trace Context goes on as it came: this server adds no span of its own. */
function traceHeaders({ trace }: OperationContext): Record<string, string> {
  if (!trace) return {};
  return { traceparent: trace.traceparent, ...(trace.tracestate !== undefined && { tracestate: trace.tracestate }) };
}

function toJson({ status, headers, body, truncated }: HttpResponse, ms: number): string {
  const text = textOf(body, truncated);
  return JSON.stringify({
    status,
    headers,
    body: text ?? body.toString('base64'),
    ms: Math.round(ms * 1000) / 1000,
    ...(text === undefined && { bodyEncoding: 'base64' }),
    ...(truncated && { truncatedAt: body.length }),
  });
}

/**
 * The body as text; undefined when it is none: not UTF-8, or with control characters, which text has no use for and JSON
 * would write in six bytes each. A character that the cut went through is left out.
 */
function textOf(body: Buffer, truncated: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, { stream: truncated });
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    return /[\0-\x08\x0b\x0e-\x1f]/.test(text) ? undefined : text;
  } catch {
    // TextDecoder throws a TypeError for what is not UTF-8, and nothing else.
    return undefined;
  }
}
