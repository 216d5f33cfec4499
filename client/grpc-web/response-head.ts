import { CallError, Code, type StatusCode } from './status.js';
import { splitTrailers, type Trailers } from './trailers.js';

/** gRPC, doc/http-grpc-status-mapping.md. Servers map in the other direction differently. */
const CODES: ReadonlyMap<number, StatusCode> = new Map([
  [400, Code.INTERNAL],
  [401, Code.UNAUTHENTICATED],
  [403, Code.PERMISSION_DENIED],
  [404, Code.UNIMPLEMENTED],
  [429, Code.UNAVAILABLE],
  [502, Code.UNAVAILABLE],
  [503, Code.UNAVAILABLE],
  [504, Code.UNAVAILABLE],
]);

/** The gRPC code for an answer without `grpc-status`, by its HTTP status. For 200 it is UNKNOWN too. */
export function codeFromHttpStatus(httpStatus: number): StatusCode {
  return CODES.get(httpStatus) ?? Code.UNKNOWN;
}

const NOT_THE_BRIDGE =
  'There is no service: check that "host" is the proxy or gateway, with the path that precedes the service.';
const NO_SERVER =
  'The proxy runs, but reaches no server: check that the server is up, and that the proxy has its address.';

/** The likely cause of an answer without `grpc-status`, and the next step. */
const HINTS: ReadonlyMap<number, string> = new Map([
  [401, 'Credentials are missing or wrong: pass them as metadata ("authorization").'],
  [403, 'A proxy forbids the call: check its rules.'],
  [404, NOT_THE_BRIDGE],
  [405, NOT_THE_BRIDGE],
  [413, 'The request is larger than the proxy allows.'],
  [415, 'That address does not accept gRPC-Web: set "host" to the proxy or gateway, not the gRPC server behind it.'],
  [429, 'The rate of calls is limited: wait, or set "retries".'],
  [431, 'The metadata is larger than the proxy allows.'],
  [502, NO_SERVER],
  [503, NO_SERVER],
  [504, NO_SERVER],
]);

const MEDIA_TYPES = ['application/grpc-web', 'application/grpc-web+proto'];

function isRedirect({ type, status }: Response): boolean {
  // Browsers hide the status of an unfollowed redirect; Node shows it.
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

function createContentTypeError(url: string, contentType: string): CallError {
  const type = contentType === '' ? 'no content-type' : `content-type ${contentType}`;
  if (contentType.startsWith('application/grpc')) {
    // Without a suffix, or with a suffix other than -web, it is gRPC.
    const plain = /^application\/grpc(?:[+;]|$)/.test(contentType);
    const hint = plain
      ? ' The server there speaks gRPC: let the proxy translate it to gRPC-Web (grpc_web filter).'
      : '';
    const text = `${url} answered with ${type}. Only binary gRPC-Web (${MEDIA_TYPES[1]}) was requested.${hint}`;
    return new CallError(Code.INTERNAL, text);
  }
  const text = `${url} answered with HTTP 200 and ${type}. That is not gRPC-Web: check that "host" is the address of the proxy or gateway.`;
  return new CallError(Code.UNKNOWN, text);
}

/**
 * Checks a response before its body is read. Returns `'body'` if the body has frames to read, or the trailers if the
 * headers contain them. Throws {@link CallError} if the response isn't gRPC-Web.
 */
export function readHead(response: Response, url: string): 'body' | Trailers {
  const contentType = response.headers.get('content-type') ?? '';
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (response.status === 200 && MEDIA_TYPES.includes(mediaType)) return 'body';
  // A proxy's own answer has a grpc-status with any HTTP status and media type.
  const trailers = splitTrailers(response.headers);
  if (trailers.status !== undefined && trailers.status !== '0') return trailers;
  if (isRedirect(response)) {
    const text = `${url} redirects, but calls do not follow redirects; set "host" to the final address.`;
    throw new CallError(Code.UNKNOWN, text);
  }
  if (response.status === 200) throw createContentTypeError(url, contentType);
  const phrase = response.statusText === '' ? '' : ` ${response.statusText}`;
  const hint = HINTS.get(response.status) ?? 'See the log of the proxy or server there.';
  const text = `${url} answered with HTTP ${response.status}${phrase} and no gRPC status. ${hint}`;
  throw new CallError(codeFromHttpStatus(response.status), text);
}
