import { CallError } from './errors.js';
import { codeFromHttpStatus, httpStatusHint } from './http-status.js';
import { Code } from './status.js';
import { trailersFromHeaders, type Trailers } from './trailers.js';

const MEDIA_TYPES = ['application/grpc-web', 'application/grpc-web+proto'];

function isRedirect({ type, status }: Response): boolean {
  // Browsers hide the status of a redirect that isn't followed; Node shows it.
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

function unexpectedContent(url: string, contentType: string): CallError {
  const got = contentType === '' ? 'no content-type' : `content-type ${contentType}`;
  if (contentType.startsWith('application/grpc')) {
    // Without a suffix, or with one of its own, it is gRPC.
    const plain = /^application\/grpc(?:[+;]|$)/.test(contentType);
    const hint = plain ? ' What answers there speaks gRPC: let the proxy make gRPC-Web of it (grpc_web filter).' : '';
    const text = `${url} answered with ${got}. Only binary gRPC-Web (${MEDIA_TYPES[1]}) was asked for.${hint}`;
    return new CallError(Code.INTERNAL, text);
  }
  const text = `${url} answered with HTTP 200 and ${got}. That is no gRPC-Web answer: is "host" the address of the proxy or gateway?`;
  return new CallError(Code.UNKNOWN, text);
}

/**
 * Judges a response before its body is read. Returns `'body'` where the body is to be read as frames, or the trailers
 * where the headers say it all. Throws {@link CallError} where it is no gRPC-Web answer.
 */
export function readHead(response: Response, url: string): 'body' | Trailers {
  const contentType = response.headers.get('content-type') ?? '';
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (response.status === 200 && MEDIA_TYPES.includes(mediaType)) return 'body';
  // Proxies answer by themselves with a grpc-status, and any HTTP status and media type.
  const trailers = trailersFromHeaders(response.headers);
  if (trailers.status !== undefined && trailers.status !== '0') return trailers;
  if (isRedirect(response)) {
    throw new CallError(
      Code.UNKNOWN,
      `${url} redirects, and calls are not redirected. Give the final address as "host".`,
    );
  }
  if (response.status === 200) throw unexpectedContent(url, contentType);
  const phrase = response.statusText === '' ? '' : ` ${response.statusText}`;
  const text = `${url} answered with HTTP ${response.status}${phrase} and no gRPC status. ${httpStatusHint(response.status)}`;
  throw new CallError(codeFromHttpStatus(response.status), text);
}
