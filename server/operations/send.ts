import type { LookupFunction } from 'node:net';
import { type Operation, type OperationContext, OperationError } from '../service/operation.js';
import { type AllowedOrigins, allowedOrigins } from './send/allowed-origins.js';
import { exchange, type HttpRequest, type HttpResponse } from './send/exchange.js';
import type { HttpRequestParts } from './http-request.js';
import { requestOptionsLabels } from './request-options.js';
import type { Workbench } from './tasks.js';

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
/** Each may hold a body of {@link maxBodyBytes} until it is complete. */
const maxSends = 64;

/**
 * The operation that builds a request and performs it.
 *
 * @throws {TypeError} for an entry of `origins` that can't be used
 */
export function send({ origins, lookup }: SendOptions, work: Workbench): Operation {
  const allowed = allowedOrigins(origins);
  return {
    description: 'Builds an HTTP request from a route and parameters, sends it and gives the response.',
    arguments: {
      ...requestOptionsLabels,
      int_value: `timeout in ms up to ${longestTimeoutMs}, 0 = ${defaultTimeoutMs}`,
    },
    maxInFlight: maxSends,
    handler: async (args, context) => {
      if (allowed.entries.length === 0) {
        throw new OperationError(
          'send is off, as this server allows no origins; it is started with --send-origins, or made with sendOrigins.',
        );
      }
      const timeoutMs = timeoutOf(args.intValue);
      const request = httpRequest(await work.run('request', args, context), context);
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

function httpRequest({ url, method, headers, body: text }: HttpRequestParts, context: OperationContext): HttpRequest {
  const body = text === undefined ? undefined : Buffer.from(text);
  return {
    url: new URL(url),
    method,
    headers: {
      ...traceHeaders(context),
      ...headers,
      // Stated here, because Node leaves it out for DELETE, and the body's end would then be the connection's.
      ...(body && { 'content-length': String(body.length) }),
    },
    body,
  };
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
