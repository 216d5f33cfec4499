import type { TraceContext } from '../observability/correlation.js';
import { OperationError, type Task } from '../service/operation.js';
import type { BuiltInOperation } from '../service/registry.js';
import {
  buildRequestOptions,
  isQuickTemplate,
  maxTemplateBytes,
  requestOptionsLabels,
  withBuilderErrors,
} from './builder.js';
import { type AllowedOrigins, parseAllowedOrigins } from './send/allowed-origins.js';
import { type HttpRequest, type HttpResponse, sendRequest } from './send/send-request.js';
import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';

const defaultTimeoutMs = 10_000;
const longestTimeoutMs = 120_000;
const maxBodyBytes = 1_048_576;
/** Each may hold a body of {@link maxBodyBytes} until it is complete. */
const maxSends = 64;

const buildRequest: Task<HttpRequestText> = {
  name: 'send',
  isQuick: isQuickTemplate,
  run: (args) => withBuilderErrors(() => toHttpRequestText(buildRequestOptions(args))),
};

export const send: BuiltInOperation = {
  name: 'send',
  task: buildRequest,
  create: ({ runTask, sendOrigins, tracing }) => {
    const allowedOrigins = parseAllowedOrigins(sendOrigins);
    return {
      description: 'Builds an HTTP request from a route and parameters, sends it and returns the response.',
      arguments: {
        ...requestOptionsLabels,
        int_value: `timeout in ms up to ${longestTimeoutMs}, 0 = ${defaultTimeoutMs}`,
      },
      maxStr1Bytes: maxTemplateBytes,
      maxInFlight: maxSends,
      handler: async (args, context) => {
        if (sendOrigins.length === 0) {
          throw new OperationError(
            'send is off, as this server allows no origins; start it with --send-origins, or make it with sendOrigins.',
          );
        }
        const timeoutMs = readTimeout(args.intValue);
        const request = await runTask(buildRequest, args, context);
        const url = new URL(request.url);
        const publicOnly = checkOrigin(url, allowedOrigins) === 'wildcard';
        const { method } = request;
        const span = tracing?.()?.startRequest(context.trace, { method, origin: publicOnly ? undefined : url });
        const traced = toHttpRequest(request, url, span ? span.trace : context.trace);
        const started = performance.now();
        try {
          const response = await sendRequest(traced, { signal: context.signal, timeoutMs, maxBodyBytes, publicOnly });
          span?.end(response);
          return toJson(response, performance.now() - started);
        } catch (error) {
          span?.end({ error });
          throw error;
        }
      },
    };
  },
};

function readTimeout(ms: number): number {
  if (ms >= 0 && ms <= longestTimeoutMs) return ms || defaultTimeoutMs;
  throw new OperationError(
    `int_value is the timeout in ms and must be 0 (for ${defaultTimeoutMs}) to ${longestTimeoutMs}, not ${ms}.`,
  );
}

function checkOrigin(url: URL, allowed: AllowedOrigins): 'exact' | 'wildcard' {
  const match = allowed.match(url);
  if (match) return match;
  throw new OperationError(`send does not reach ${url.origin}; this server allows: ${allowed.entries.join(', ')}.`);
}

function toHttpRequest(
  { method, headers, body: text }: Omit<HttpRequestText, 'url'>,
  url: URL,
  trace: TraceContext | undefined,
): HttpRequest {
  const body = text === undefined ? undefined : Buffer.from(text);
  return {
    url,
    method,
    headers: {
      ...traceHeaders(trace),
      ...headers,
      // Stated here, because Node leaves it out for DELETE, and the body's end would then be the connection's.
      ...(body && { 'content-length': String(body.length) }),
    },
    body,
  };
}

/** W3C Trace Context, to be passed on. */
function traceHeaders(trace: TraceContext | undefined): Record<string, string> {
  if (!trace) return {};
  return { traceparent: trace.traceparent, ...(trace.tracestate !== undefined && { tracestate: trace.tracestate }) };
}

function toJson({ status, headers, body, truncated }: HttpResponse, ms: number): string {
  const text = decodeText(body, truncated);
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
 * Decodes a body; undefined when it isn't text: not UTF-8, or with control characters, which JSON would write in six bytes each.
 * A character that the truncation cuts through is left out.
 */
function decodeText(body: Buffer, truncated: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, { stream: truncated });
    // oxlint-disable-next-line no-control-regex -- it looks for control characters
    return /[\0-\x08\x0b\x0e-\x1f]/.test(text) ? undefined : text;
  } catch {
    // TextDecoder throws a TypeError for bytes that aren't UTF-8, and nothing else.
    return undefined;
  }
}

/** An HTTP request with a body of text, as it passes between threads. */
interface HttpRequestText extends Pick<HttpRequest, 'method' | 'headers'> {
  /** Absolute. */
  readonly url: string;
  readonly body: string | undefined;
}

/** Servers accept 8 to 64 KiB. */
const maxHeaderBytes = 65_536;

/**
 * Turns request options into a request.
 *
 * @throws {OperationError} for options that can't be sent
 */
function toHttpRequestText(options: RequestOptions): HttpRequestText {
  const [url, { method, headers, body }] = toFetch(options);
  if (!URL.canParse(url)) {
    throw new OperationError(
      `The url ${JSON.stringify(shorten(url))} is not absolute; pass a baseUrl such as https://api.example.com.`,
    );
  }
  checkHeaders(headers);
  return { url, method, headers, body: body === undefined ? undefined : checkBody(body) };
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** Options in JSON have bodies of JSON and text only; toFetch makes both text. */
function checkBody(body: unknown): string {
  if (typeof body !== 'string')
    throw new OperationError('The body is neither text nor JSON; pass text or JSON as data.');
  return body;
}

// They frame the message or belong to the connection (RFC 9110, section 7.6.1; RFC 9112): two readings of them let one request be
// smuggled inside another. host would name another site than the allowed origin.
const connectionHeaders = new Set([
  'connection', 'content-length', 'expect', 'host', 'http2-settings', 'keep-alive', 'proxy-authorization', 'proxy-connection',
  'te', 'trailer', 'transfer-encoding', 'upgrade',
]); // prettier-ignore

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (connectionHeaders.has(name)) {
      throw new OperationError(`The header ${name} is set by the connection itself; leave it out.`);
    }
    // As a line: colon, space, CR and LF.
    bytes += name.length + value.length + 4;
  }
  if (bytes > maxHeaderBytes) {
    throw new OperationError(`The headers have ${bytes} bytes; at most ${maxHeaderBytes} are sent.`);
  }
}
