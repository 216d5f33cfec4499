import { startTimer } from './deadline.js';
import { CallError } from '../grpc-web/errors.js';
import { pageOrigin } from '../grpc-web/host.js';
import { createNetworkError, crossesOrigins, type ProbeOutcome } from './network-failure.js';
import { Code } from '../grpc-web/status.js';

/** The longest wait for a probe, in milliseconds: it only improves a message. */
export const LONGEST_PROBE = 2_000;

/** The input of a probe: a second look at a failed call. */
export interface Probe {
  readonly url: string;
  /** The request's metadata, whose names the server has to allow. */
  readonly metadata: Headers;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** The signal of the call. */
  readonly signal: AbortSignal;
  /** Whether a second request is allowed. */
  readonly allowed: boolean;
}

/** Sends a request without CORS, of which a page learns only whether an answer came. */
async function sendProbe({ url, fetch = globalThis.fetch, signal }: Probe): Promise<ProbeOutcome> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const stopTimer = startTimer(LONGEST_PROBE, stop);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const init: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' };
    await fetch(url, { ...init, signal: controller.signal });
    return 'answered';
  } catch {
    return controller.signal.aborted ? 'unknown' : 'silent';
  } finally {
    stopTimer();
    signal.removeEventListener('abort', stop);
  }
}

/** Whether a call ended without any answer that this client could see. */
function hasNoAnswer(error: unknown): error is CallError {
  return error instanceof CallError && error.code === Code.UNAVAILABLE && error.timing?.headers === undefined;
}

/**
 * Refines the error of a call. If a page got no answer from another origin, a probe finds out whether a server is there; any
 * other error stays unchanged.
 */
export async function explainByProbe(error: unknown, probe: Probe): Promise<unknown> {
  const origin = pageOrigin();
  const { url, metadata, allowed } = probe;
  if (!hasNoAnswer(error) || !allowed || !crossesOrigins(url, origin)) return error;
  const requestHeaders = ['content-type', 'x-grpc-web', ...metadata.keys()];
  const outcome = await sendProbe(probe);
  const { code, message } = createNetworkError(error.cause, { url, origin, probe: outcome, requestHeaders });
  return new CallError(code, message, error);
}
