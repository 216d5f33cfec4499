import { CallError } from '../grpc-web/errors.js';
import { pageOrigin } from '../grpc-web/host.js';
import { Code } from '../grpc-web/status.js';

/** What a second, plain request from a page found: an answer, none, or nothing that could be told in time. */
export type Probed = 'answered' | 'silent' | 'unknown';

/** What a text about a missing answer is made of. */
interface NoAnswer {
  readonly url: string;
  /** Of the page; undefined outside browsers. */
  readonly origin: string | undefined;
  readonly probed: Probed;
  /** Names of the request headers that the server has to allow. */
  readonly requestHeaders: readonly string[];
}

/** What Node's reasons come from, and what to do. Its messages name them, but not what is wrong with a call. */
const NODE_HINTS: readonly (readonly [code: RegExp, hint: string])[] = [
  [/^(?:ENOTFOUND|EAI_)/, 'No address is known for that name: correct "host".'],
  [
    /^HPE_/,
    'What listens there speaks no HTTP/1.1, as with the port of a gRPC server: "host" is the proxy or gateway.',
  ],
  [
    /SSL|TLS|CERT|SIGNATURE|EPROTO/,
    'TLS failed: check that "host" begins as it is served (http: or https:), and the certificate.',
  ],
];

const IS_IT_RUNNING = 'Check that the server, or the proxy in front of it, runs at that address.';

/** Node's fetch says "fetch failed" and has the reason below: one, or one for each address that a name stands for. */
function innermost(error: unknown): unknown {
  const below = error instanceof Error ? error.cause : undefined;
  const first: unknown = below instanceof AggregateError ? below.errors[0] : below;
  return first instanceof Error && first.message !== '' ? first : error;
}

function reason(error: unknown): string {
  const inner = innermost(error);
  return (inner instanceof Error ? inner.message : String(inner)).trim();
}

function nodeHint(error: unknown): string {
  const inner = innermost(error);
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return NODE_HINTS.find(([pattern]) => pattern.test(code))?.[1] ?? IS_IT_RUNNING;
}

/** Whether a browser asks the server before it lets the page call it (Fetch, CORS protocol). */
export function crossesOrigins(url: string, origin: string | undefined): origin is string {
  return origin !== undefined && new URL(url).origin !== origin;
}

/** The text for a page: every cause that is possible, and the one that is left where a probe could tell. */
function pageText({ url, origin = '', probed, requestHeaders }: NoAnswer): string {
  const start = `No answer came from ${url}, called from a page of ${origin}.`;
  const headers = requestHeaders.length === 0 ? 'request headers' : `request headers ${requestHeaders.join(', ')}`;
  const allow = `it allows the origin ${origin}, the method POST and the ${headers}`;
  if (probed === 'answered') {
    return (
      `${start} A server does answer there, so most likely it refuses this page (CORS). ` +
      `Check that ${allow}, in its settings or those of the proxy. The browser's console says what it missed.`
    );
  }
  const causes = [
    probed === 'silent'
      ? 'the server is down, not at that address, or at the port of a gRPC server instead of the proxy'
      : 'the server is down or not at that address',
  ];
  const checks = ['that the server, or the proxy in front of it, runs there'];
  if (crossesOrigins(url, origin) && probed === 'unknown') {
    causes.push('it refuses this page (CORS)');
    checks.push(`that ${allow}`);
  }
  if (origin.startsWith('https:') && url.startsWith('http:')) {
    causes.push('the browser blocks http: on an https: page (mixed content)');
    checks.push('whether it can be reached by https:');
  }
  if (probed === 'silent') {
    causes.push(
      "the browser doesn't let this page ask (content-security-policy, cross-origin-resource-policy, certificate)",
    );
    return (
      `${start} A plain request got none either, so most likely it isn't CORS: ${causes.join(', or ')}. ` +
      `Check ${checks.join('; ')}. The browser's console and network panel say more.`
    );
  }
  const tell = causes.length > 1 ? `Either ${causes.join(', or ')}; a page can't tell which.` : `Is it running?`;
  return `${start} ${tell} Check ${checks.join('; ')}. The browser's console and network panel say more.`;
}

/** The error for a request that `fetch` rejected. A page is not told why (Fetch, "network error"). */
export function networkFailure(
  cause: unknown,
  { url, origin = pageOrigin(), probed = 'unknown', requestHeaders = [] }: Partial<NoAnswer> & Pick<NoAnswer, 'url'>,
): CallError {
  const text =
    origin === undefined
      ? `No answer came from ${url} (${reason(cause)}). ${nodeHint(cause)}`
      : pageText({ url, origin, probed, requestHeaders });
  return new CallError(Code.UNAVAILABLE, text, { cause });
}

/** The error for an answer that broke off after its headers. */
export function brokenConnection(url: string, received: number, cause: unknown): CallError {
  const text =
    `The connection to ${url} broke after ${received} bytes of the answer (${reason(cause)}). ` +
    'The logs of the server, and of the proxy in front of it, should say why.';
  return new CallError(Code.UNAVAILABLE, text, { cause });
}
