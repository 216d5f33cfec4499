import { CallError } from './errors.js';
import { codeFromHttpStatus, httpStatusHint } from './http-status.js';
import { Code } from './status.js';
import { splitTrailers, type Trailers } from './trailers.js';

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
    throw new CallError(
      Code.UNKNOWN,
      `${url} redirects, but calls do not follow redirects; set "host" to the final address.`,
    );
  }
  if (response.status === 200) throw createContentTypeError(url, contentType);
  const phrase = response.statusText === '' ? '' : ` ${response.statusText}`;
  const text = `${url} answered with HTTP ${response.status}${phrase} and no gRPC status. ${httpStatusHint(response.status)}`;
  throw new CallError(codeFromHttpStatus(response.status), text);
}
