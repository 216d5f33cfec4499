import { EndpointError, type RequestOptions } from 'endpoint.js';
import { isForbiddenHeader, toFetch } from 'endpoint.js/fetch';
import { revealAuth, type BuilderState } from '../model/build.js';
import type { Answer, Outcome, SentRequest } from './answer.js';
import { cancelled, describePageFailure, describeScheme, describeUnsendable } from './failures.js';

/** Reason phrases of the IANA registry of HTTP status codes, without 1xx, which `fetch` never returns: HTTP/2 and HTTP/3 transmit none. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
};

/** `404 Not Found`; the code alone if it isn't registered. */
export function writeStatus(status: number): string {
  const reason = REASONS[status];
  return reason === undefined ? String(status) : `${status} ${reason}`;
}

/** Some answers never end. */
const TIMEOUT_MS = 120_000;
const PROBE_MS = 5000;

function noteForbidden(request: RequestOptions): string[] {
  const forbidden = Object.keys(request.headers).filter(isForbiddenHeader);
  return forbidden.length === 0 ? [] : [`Browsers don’t let a page set ${forbidden.join(', ')}.`];
}

/** The browser's figures for a request that began at `started`; other origins may hide it. */
function findTiming(url: string, started: number): PerformanceResourceTiming | undefined {
  return performance
    .getEntriesByName(new URL(url, location.href).href, 'resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    .findLast(({ startTime, responseStart }) => startTime >= started && responseStart > 0);
}

function listPhases(
  timing: PerformanceResourceTiming | undefined,
  started: number,
  headersAt: number,
  endedAt: number,
) {
  const download = { name: 'Download', ms: endedAt - headersAt };
  if (timing === undefined) return [{ name: 'Waiting', ms: headersAt - started }, download];
  const { startTime, requestStart, responseStart, responseEnd } = timing;
  return [
    { name: 'Connecting', ms: requestStart - startTime },
    { name: 'Waiting', ms: responseStart - requestStart },
    { name: 'Download', ms: responseEnd - responseStart },
  ];
}

/** Whether anything answers at an origin: the answer itself stays unread, and the request has no header of the user's. */
async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, PROBE_MS);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { origin } = new URL(url, location.href);
    await fetch(origin, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', signal: controller.signal });
    return true;
  } catch {
    // No answer is the answer to this question.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** The arguments of `fetch`, or the sentence of the adapter that refuses the request. */
function prepare(request: RequestOptions): ReturnType<typeof toFetch> | string {
  try {
    return toFetch({ ...request, request: undefined });
  } catch (error) {
    if (error instanceof EndpointError) return error.message;
    throw error;
  }
}

async function receive(url: string, init: RequestInit, request: RequestOptions): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(url, { ...init, credentials: 'omit' });
  const headersAt = performance.now();
  // The browser collects the bytes outside of the page's thread.
  const body = await response.blob();
  const endedAt = performance.now();
  const timing = findTiming(url, started);
  return {
    status: response.status,
    headers: [...response.headers],
    body,
    type: response.headers.get('content-type') ?? '',
    transferred: timing === undefined || timing.transferSize === 0 ? undefined : timing.transferSize,
    ms: endedAt - started,
    phases: listPhases(timing, started, headersAt, endedAt),
    notes: [
      ...noteForbidden(request),
      // Without the query, which may hold a key.
      ...(response.redirected ? [`A redirect led to ${/^[^?#]*/.exec(response.url)?.[0]}.`] : []),
      'A page sees only the response headers that the server exposes.',
    ],
  };
}

/** Sends a request from this page, unless it was cancelled while the code for that loaded. */
async function sendByFetch(request: RequestOptions, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { failure: cancelled };
  const prepared = prepare(request);
  if (typeof prepared === 'string') return { failure: describeUnsendable(prepared) };
  const [url, init] = prepared;
  const protocol = URL.canParse(url, location.href) ? new URL(url, location.href).protocol : '';
  if (!/^https?:$/.test(protocol)) return { failure: describeScheme(protocol) };
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return { answer: await receive(url, { ...init, signal: controller.signal }, request) };
  } catch (error) {
    if (signal.aborted) return { failure: cancelled };
    const timedOut = controller.signal.aborted;
    // `fetch` reports every failure of the network by this class.
    if (!timedOut && !(error instanceof TypeError)) throw error;
    const reachable = timedOut || !navigator.onLine ? undefined : await isReachable(url, signal);
    if (signal.aborted) return { failure: cancelled };
    const facts = { url, page: location.href, method: request.method, online: navigator.onLine, reachable };
    return { failure: describePageFailure({ ...facts, ...(timedOut && { timeout: TIMEOUT_MS }) }) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Sends the request of a state, with its credentials; undefined if it has none. */
export async function sendRequest(state: BuilderState, signal: AbortSignal): Promise<SentRequest | undefined> {
  const { request, problems } = revealAuth(state);
  if (request === undefined || problems.length > 0 || state.built === undefined) return undefined;
  // Without the credentials.
  const { url } = state.built.request;
  const outcome = await sendByFetch(request, signal);
  const summary = 'failure' in outcome ? outcome.failure.title : writeStatus(outcome.answer.status);
  return { at: performance.now(), url, summary, outcome };
}
