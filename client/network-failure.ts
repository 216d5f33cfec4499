import { CallError } from './errors.js';
import { pageOrigin } from './host.js';
import { Code } from './status.js';

/** The innermost message: Node's fetch says "fetch failed" and has the reason below. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/**
 * The error for a request that `fetch` rejected. A page is not told why (Fetch, "network error"), so the text names
 * every cause there can be, with both addresses and what to look at.
 */
export function networkFailure(url: string, cause: unknown, origin = pageOrigin()): CallError {
  const start = `No answer came from ${url}`;
  if (origin === undefined) {
    const text = `${start} (${reason(cause)}). Check that the server, or the proxy in front of it, runs at that address.`;
    return new CallError(Code.UNAVAILABLE, text, { cause });
  }
  const target = new URL(url);
  const causes = ['the server is down or not at that address'];
  const checks = ['that the server, or the proxy in front of it, runs there'];
  if (target.origin !== origin) {
    causes.push('it refuses this page (CORS)');
    checks.push(`that it allows the origin ${origin}, and the request headers and POST from it`);
  }
  if (origin.startsWith('https:') && target.protocol === 'http:') {
    causes.push('the browser blocks http: on an https: page (mixed content)');
    checks.push('whether it can be reached by https:');
  }
  const text =
    `${start}, called from a page of ${origin}. Either ${causes.join(', or ')}; a page can't tell which. ` +
    `Check ${checks.join('; ')}. The browser's console and network panel say more.`;
  return new CallError(Code.UNAVAILABLE, text, { cause });
}

/** The error for an answer that broke off after its headers. */
export function brokenConnection(url: string, received: number, cause: unknown): CallError {
  const text = `The connection to ${url} broke after ${received} bytes of the answer (${reason(cause)}).`;
  return new CallError(Code.UNAVAILABLE, text, { cause });
}
