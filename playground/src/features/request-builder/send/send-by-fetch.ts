import type { RequestOptions } from 'endpoint.js';
import { isForbiddenHeader, toFetch } from 'endpoint.js/fetch';
import type { ReceivedResponse } from './Response.js';

/** Longer bodies are cut: they would only make the page slow. */
const MAX_CHARACTERS = 5_000_000;
const TEXTUAL = /^text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded|graphql|x-ndjson|event-stream)\b|svg/i;

function noteForbidden(request: RequestOptions): string[] {
  const forbidden = Object.keys(request.headers).filter(isForbiddenHeader);
  return forbidden.length === 0 ? [] : [`Browsers don’t let a page set ${forbidden.join(', ')}.`];
}

/** The text of a body, up to the maximum length. */
async function readText(response: Response): Promise<Pick<ReceivedResponse, 'body' | 'cutAt'>> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let body = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    body += decoder.decode(chunk.value, { stream: true });
    if (body.length > MAX_CHARACTERS) {
      await reader?.cancel();
      return { body: body.slice(0, MAX_CHARACTERS), cutAt: MAX_CHARACTERS };
    }
  }
  return { body: body + decoder.decode() };
}

/**
 * Sends a request from this page.
 * @throws Error with a sentence about the likely cause, if there is no answer
 */
export async function sendByFetch(request: RequestOptions, signal: AbortSignal): Promise<ReceivedResponse> {
  const [url, init] = toFetch({ ...request, request: undefined });
  const started = performance.now();
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal, credentials: 'omit' });
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    const { origin } = new URL(url, location.href);
    throw new Error(
      `The browser received no answer from ${origin} that this page may read: either the host is down, or it does not allow ${location.origin} (CORS) to send this method and these headers. The browser’s console shows which; “Through the server” has no such rule.`,
      { cause: error },
    );
  }
  const type = response.headers.get('content-type') ?? '';
  const binary = type !== '' && !TEXTUAL.test(type);
  const body = binary
    ? { body: `${(await response.arrayBuffer()).byteLength} bytes of ${type}` }
    : await readText(response);
  return {
    status: response.status,
    headers: [...response.headers],
    ...body,
    binary,
    ms: performance.now() - started,
    notes: [
      ...noteForbidden(request),
      ...(response.redirected ? [`A redirect led to ${response.url}.`] : []),
      'A page sees only the response headers that the server exposes.',
    ],
  };
}
