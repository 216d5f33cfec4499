import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { revealAuth, type BuilderState } from '../model/build.js';
import { cancelled, describeCut, describePageFailure } from './failures.js';
import { receiveBody } from './receive.js';
import type { Head, Outcome, SentRequest } from './response.js';
import { writeStatus } from './status.js';

/** The time until the head of a response; its body may take any time, as its progress is shown. */
const TIMEOUT_MS = 120_000;
const PROBE_MS = 5000;

/** A signal that aborts with another one, and after a time unless it is cleared. */
function limit(signal: AbortSignal, ms: number) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, ms);
  signal.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    clear: () => clearTimeout(timer),
  };
}

/** Whether anything answers at an origin: the response itself stays unread, and the request has no header of the user's. */
async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  const limited = limit(signal, PROBE_MS);
  try {
    await fetch(new URL(url).origin, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      signal: limited.signal,
    });
    return true;
  } catch {
    // No response came, so nothing is there.
    return false;
  } finally {
    limited.clear();
  }
}

/** Sends a request from this page, unless it was cancelled while the code for that loaded. `onChange` follows the outcome. */
async function sendByFetch(
  request: RequestOptions,
  signal: AbortSignal,
  onChange: (outcome: Outcome) => void,
): Promise<Outcome> {
  if (signal.aborted) return { failure: cancelled };
  const [text, init] = toFetch({ ...request, request: undefined });
  const { href: url } = new URL(text, location.href);
  const limited = limit(signal, TIMEOUT_MS);
  const started = performance.now();
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', signal: limited.signal });
    limited.clear();
    const headersAt = performance.now();
    const head: Head = {
      status: response.status,
      headers: [...response.headers],
      type: response.headers.get('content-type') ?? '',
      ...(response.redirected && { redirectedTo: /^[^?#]*/.exec(response.url)?.[0] ?? '' }),
    };
    const { body, end } = await receiveBody(response, (progress) => onChange({ arriving: { ...head, progress } }));
    const kind = end !== 'broken' ? end : signal.aborted ? 'cancelled' : 'cut off';
    const length = response.headers.get('content-length');
    return {
      response: {
        ...head,
        body,
        cut: kind && describeCut({ kind, bytes: body.size, length }),
        waited: headersAt - started,
        downloaded: performance.now() - headersAt,
      },
    };
  } catch (error) {
    if (signal.aborted) return { failure: cancelled };
    const timedOut = limited.signal.aborted;
    // `fetch` reports every failure of the network by this class.
    if (!timedOut && !(error instanceof TypeError)) throw error;
    const reachable = timedOut || !navigator.onLine ? undefined : await isReachable(url, signal);
    if (signal.aborted) return { failure: cancelled };
    const facts = { url, page: location.href, method: request.method, online: navigator.onLine, reachable };
    return { failure: describePageFailure({ ...facts, ...(timedOut && { timeout: TIMEOUT_MS }) }) };
  } finally {
    limited.clear();
  }
}

function summarize(outcome: Outcome): string {
  if ('failure' in outcome) return outcome.failure.title;
  if ('arriving' in outcome) return writeStatus(outcome.arriving.status);
  const { status, cut } = outcome.response;
  return cut === undefined ? writeStatus(status) : `${writeStatus(status)}, ${cut.title}`;
}

/**
 * Sends the request of a state, with its credentials.
 * @param onProgress called while the body comes, at most once a frame
 * @throws Error if a page can't send it
 */
export async function sendRequest(
  state: BuilderState,
  signal: AbortSignal,
  onProgress: (sent: SentRequest) => void,
): Promise<SentRequest> {
  const { request, problems } = revealAuth(state);
  if (request === undefined || problems.length > 0 || state.request === undefined)
    throw new Error(problems[0]?.message ?? 'it has a problem');
  const facts = {
    at: performance.now(),
    method: request.method.toUpperCase(),
    // Without the credentials.
    url: state.request.url,
    request,
  };
  const describe = (outcome: Outcome): SentRequest => ({ ...facts, summary: summarize(outcome), outcome });
  let latest: Outcome | undefined;
  let frame = 0;
  const outcome = await sendByFetch(request, signal, (arriving) => {
    if (latest === undefined)
      frame = requestAnimationFrame(() => {
        if (latest !== undefined) onProgress(describe(latest));
        latest = undefined;
      });
    latest = arriving;
  });
  cancelAnimationFrame(frame);
  return describe(outcome);
}
