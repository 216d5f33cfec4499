import { startTimer } from './deadline.js';
import { CallError } from '../grpc-web/errors.js';
import { pageOrigin } from '../grpc-web/host.js';
import { crossesOrigins, networkFailure, type Probed } from './network-failure.js';
import { Code } from '../grpc-web/status.js';

/** How long to wait for what only makes a text better, in milliseconds. */
export const LONGEST_PROBE = 2_000;

/** What is needed to look again at a call that failed. */
export interface Probe {
  readonly url: string;
  /** The request's metadata: the names a server has to allow. */
  readonly metadata: Headers;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** The call's own. */
  readonly signal: AbortSignal;
  /** Whether a second request may be made. */
  readonly allowed: boolean;
}

/** Asks for nothing but an answer, whoever may read it: without CORS a page sees that one came, and no more. */
async function answers({ url, fetch = globalThis.fetch, signal }: Probe): Promise<Probed> {
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

/** Whether a call ended without any answer, as far as this client could see. */
function gotNoAnswer(error: unknown): error is CallError {
  return error instanceof CallError && error.code === Code.UNAVAILABLE && error.timing?.headers === undefined;
}

/**
 * The error that a call is to end with. A page that got no answer from another origin finds out here whether a server
 * is there; any other error stays as it is.
 */
export async function probed(error: unknown, probe: Probe): Promise<unknown> {
  const origin = pageOrigin();
  const { url, metadata, allowed } = probe;
  if (!gotNoAnswer(error) || !allowed || !crossesOrigins(url, origin)) return error;
  const requestHeaders = ['content-type', 'x-grpc-web', ...metadata.keys()];
  const { code, message } = networkFailure(error.cause, { url, origin, probed: await answers(probe), requestHeaders });
  return new CallError(code, message, error);
}
