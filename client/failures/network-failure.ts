import { CallError, Code } from '../grpc-web/status.js';

/** The text of every opaque origin, as of a file or a sandboxed frame (HTML, "serialization of an origin"). */
export const OPAQUE = 'null';

/**
 * The origin of the page or worker; undefined outside browsers. Not its address's origin: the origin of a `blob:` worker or an
 * `about:srcdoc` frame is its creator's. workerd has an opaque origin, but no location.
 */
export function pageOrigin(): string | undefined {
  const { location, origin } = globalThis as { readonly location?: unknown; readonly origin?: string };
  return location === undefined ? undefined : origin;
}

/** The outcome of a second, plain request from a page: a response, none, or neither in time. */
type ProbeOutcome = 'responded' | 'silent' | 'unknown';

/** The input of a message about a missing response. */
interface NoResponse {
  readonly url: string;
  /** The origin of the page; undefined outside browsers. */
  readonly origin?: string | undefined;
  readonly probe?: ProbeOutcome;
  /** The names of the request headers that the server has to allow. */
  readonly requestHeaders?: readonly string[];
}

/** Likely causes by Node's error codes, with the next step. Node's messages don't name what is wrong with a call. */
const NODE_HINTS: readonly { readonly code: RegExp; readonly hint: string }[] = [
  { code: /^(?:ENOTFOUND|EAI_)/, hint: 'That name does not resolve: correct "host".' },
  {
    code: /^H(?:PE_|TTPP)/,
    hint: 'That port does not speak HTTP/1.1, like the port of a gRPC server: set "host" to the proxy or gateway.',
  },
  {
    code: /SSL|TLS|CERT|SIGNATURE|EPROTO/,
    hint: 'TLS failed: check the scheme of "host" (http: or https:) and the certificate.',
  },
];

const CHECK_SERVER = 'Check that the server, or the proxy in front of it, runs at that address.';

/** The cause below Node's "fetch failed": one, or the first if a name resolves to several addresses. */
function findInnermost(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && first.message !== '' ? first : error;
}

function formatReason(error: unknown): string {
  const inner = findInnermost(error);
  return (inner instanceof Error ? inner.message : String(inner)).trim();
}

/** Node's code of an error. Node 24 names the error alone where the response isn't HTTP: `HTTPParserError`. */
function findCode(error: unknown): string {
  const inner = findInnermost(error);
  return inner instanceof Error ? ((inner as { code?: string }).code ?? inner.name) : '';
}

/** Whether a browser needs the server's permission for the page's call (Fetch, CORS protocol). */
function crossesOrigins(url: string, origin: string | undefined): origin is string {
  return origin !== undefined && new URL(url).origin !== origin;
}

/** A device reaches itself without a network. */
const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

function isOffline(url: string): boolean {
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
  return navigator?.onLine === false && !LOCAL.test(new URL(url).hostname);
}

/** The message for a page: every possible cause, or the one that a probe leaves. */
function formatForPage({ url, origin, probe, requestHeaders }: Required<NoResponse> & { origin: string }): string {
  const page = origin === OPAQUE ? 'with an opaque origin' : `of ${origin}`;
  const start = `No response came from ${url}, called from a page ${page}.`;
  if (isOffline(url)) {
    return `${start} The browser reports that this device is offline. Connect it to a network, then repeat the call.`;
  }
  const headers = requestHeaders.length === 0 ? 'request headers' : `request headers ${requestHeaders.join(', ')}`;
  const allow = `it allows the origin ${origin}, the method POST and the ${headers}`;
  if (probe === 'responded') {
    return (
      `${start} A server does respond there, so most likely it refuses this page (CORS). ` +
      `Check that ${allow}, in its settings or the proxy's. The browser's console shows what is missing.`
    );
  }
  const silence = 'the server is down, not at that address, or at the port of a gRPC server instead of the proxy';
  const causes = [probe === 'silent' ? silence : 'the server is down or not at that address'];
  const checks = ['that the server, or the proxy in front of it, runs there'];
  if (crossesOrigins(url, origin) && probe === 'unknown') {
    causes.push('it refuses this page (CORS)');
    checks.push(`that ${allow}`);
  }
  if (origin.startsWith('https:') && url.startsWith('http:')) {
    causes.push('the browser blocks http on an https page (mixed content)');
    checks.push('whether it can be reached by https');
  }
  if (probe === 'silent') {
    causes.push(
      "the browser doesn't let this page ask (content-security-policy, cross-origin-resource-policy, certificate)",
    );
    return (
      `${start} A plain request got none either, so most likely it isn't CORS: ${causes.join(', or ')}. ` +
      `Check ${checks.join('; ')}. The browser's console and network panel show more.`
    );
  }
  const diagnosis = causes.length > 1 ? `Either ${causes.join(', or ')}; a page can't tell which.` : `Is it running?`;
  return `${start} ${diagnosis} Check ${checks.join('; ')}. The browser's console and network panel show more.`;
}

/** Creates the error for a request that `fetch` rejected. A page can't see why (Fetch, "network error"). */
export function createNetworkError(
  cause: unknown,
  { url, origin = pageOrigin(), probe = 'unknown', requestHeaders = [] }: NoResponse,
): CallError {
  const code = findCode(cause);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const text = `The response of ${url} has larger headers than Node accepts; see --max-http-header-size.`;
    return new CallError(Code.RESOURCE_EXHAUSTED, text, { cause });
  }
  const hint = NODE_HINTS.find((entry) => entry.code.test(code))?.hint ?? CHECK_SERVER;
  const text =
    origin === undefined
      ? `No response came from ${url} (${formatReason(cause)}). ${hint}`
      : formatForPage({ url, origin, probe, requestHeaders });
  return new CallError(Code.UNAVAILABLE, text, { cause });
}

/** Creates the error for a response that broke off after its headers. */
export function createBrokenConnectionError(url: string, received: number, cause: unknown): CallError {
  const text =
    `The connection to ${url} broke after ${received} bytes of the response (${formatReason(cause)}). ` +
    'See the logs of the server and of the proxy in front of it.';
  return new CallError(Code.UNAVAILABLE, text, { cause });
}

/** The longest wait for a probe, in milliseconds: it only improves a message. */
export const LONGEST_PROBE = 2_000;

/** The input of a probe: a second look at a failed call. */
interface Probe {
  readonly url: string;
  /** The request's metadata, whose names the server has to allow. */
  readonly metadata: Headers;
  readonly fetch: typeof globalThis.fetch | undefined;
  /** The signal of the call. */
  readonly signal: AbortSignal;
}

/** Sends a request without CORS, of which a page learns only whether a response came. */
async function sendProbe({ url, fetch = globalThis.fetch, signal }: Probe): Promise<ProbeOutcome> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const timer = setTimeout(stop, LONGEST_PROBE);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const init: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' };
    await fetch(url, { ...init, signal: controller.signal });
    return 'responded';
  } catch {
    return controller.signal.aborted ? 'unknown' : 'silent';
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Refines the error of a call. If a page got no response from another origin, a probe finds out whether a server is there; any
 * other error stays unchanged.
 */
export async function explainByProbe(error: unknown, probe: Probe): Promise<unknown> {
  const origin = pageOrigin();
  const { url, metadata } = probe;
  if (!(error instanceof CallError) || error.code !== Code.UNAVAILABLE || !crossesOrigins(url, origin)) return error;
  if (error.timing?.headers !== undefined) return error;
  const requestHeaders = ['content-type', 'x-grpc-web', ...metadata.keys()];
  const outcome = await sendProbe(probe);
  const { code, message } = createNetworkError(error.cause, { url, origin, probe: outcome, requestHeaders });
  return new CallError(code, message, error);
}
