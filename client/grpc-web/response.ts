import { CallError, Code, isStatusCode, statusName, type Status, type StatusCode } from './status.js';

const STATUS = 'grpc-status';
const MESSAGE = 'grpc-message';

/** The received end of a call: gRPC's two fields, not yet checked, and all others. */
export interface Trailers {
  /** The text of `grpc-status`; undefined if missing. */
  readonly status: string | undefined;
  /** The decoded `grpc-message`; empty if missing. */
  readonly message: string;
  /** All other fields. The values of a repeated name are joined by `, ` in order. */
  readonly metadata: Headers;
}

/** Percent-decodes UTF-8. Invalid encoding stays unchanged: a message must never hide the status. */
function decodeMessage(encoded: string): string {
  const source = new TextEncoder().encode(encoded);
  const bytes: number[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const hex = source[index] === 0x25 ? String.fromCharCode(...source.subarray(index + 1, index + 3)) : '';
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      index += 2;
    } else bytes.push(source[index] ?? 0);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

/** Percent-encodes everything except visible ASCII, so that no reader trims or misreads it. */
export function encodeMessage(message: string): string {
  let encoded = '';
  for (const byte of new TextEncoder().encode(message)) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** Separates gRPC's two fields from the others. In a trailers-only response, the headers are the trailers. */
export function splitTrailers(headers: Headers): Trailers {
  const metadata = new Headers(headers);
  metadata.delete(STATUS);
  metadata.delete(MESSAGE);
  return {
    status: headers.get(STATUS) ?? undefined,
    message: decodeMessage(headers.get(MESSAGE) ?? ''),
    metadata,
  };
}

function broken(problem: string): CallError {
  return new CallError(Code.INTERNAL, `The response's trailers are malformed: ${problem}.`);
}

/** Parses the payload of a trailers frame: lines `name: value`, names in any case. Throws {@link CallError} INTERNAL. */
export function parseTrailers(payload: Uint8Array): Trailers {
  const fields = new Headers();
  // Kept apart from the headers, which reject raw UTF-8: some servers send it here, against the specification.
  const messages: string[] = [];
  for (const line of new TextDecoder().decode(payload).split(/\r?\n/)) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw broken(`${JSON.stringify(line)} is not "name: value"`);
    const value = line.slice(colon + 1).trim();
    if (name === MESSAGE) messages.push(decodeMessage(value));
    else if (/^[\t -~]*$/.test(value)) fields.append(name, value);
    else throw broken(`the value of ${JSON.stringify(name)} is not printable ASCII`);
  }
  return { ...splitTrailers(fields), message: messages.join(', ') };
}

/** Encodes the payload of a trailers frame. */
export function encodeTrailers({ code, message }: Pick<Status, 'code' | 'message'>, metadata: Headers): Uint8Array {
  const lines = [`${STATUS}: ${code}`, `${MESSAGE}: ${encodeMessage(message)}`];
  for (const [name, value] of metadata) lines.push(`${name}: ${value}`);
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

/**
 * Reads the status of trailers. A missing or malformed one is UNKNOWN, and so is a number that gRPC doesn't define.
 * `hint` names a possible cause of a missing one.
 */
export function readStatus({ status, message }: Trailers, hint = ''): Status {
  const note = message === '' ? '' : ` Its message: ${message}`;
  if (status === undefined) return createUnknown(`The response has no grpc-status.${note}${hint && ` ${hint}`}`);
  // At most two digits: enough for every defined code, and exact as a number.
  const code = /^\d{1,2}$/.test(status) ? Number(status) : Number.NaN;
  if (!isStatusCode(code))
    return createUnknown(`The response has the grpc-status ${status}, which gRPC does not define.${note}`);
  return { code, name: statusName(code), message };
}

function createUnknown(message: string): Status {
  return { code: Code.UNKNOWN, name: 'UNKNOWN', message };
}

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

/** The gRPC code for a response without `grpc-status`, by its HTTP status. For 200 it is UNKNOWN too. */
export function codeFromHttpStatus(httpStatus: number): StatusCode {
  return CODES.get(httpStatus) ?? Code.UNKNOWN;
}

const NOT_THE_BRIDGE =
  'There is no service: check that "host" is the proxy or gateway, with the path that precedes the service.';
const NO_SERVER =
  'The proxy runs, but reaches no server: check that the server is up, and that the proxy has its address.';

/** The likely cause of a response without `grpc-status`, and the next step. */
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

function createContentTypeError(url: string, contentType: string): CallError {
  const type = contentType === '' ? 'no content-type' : `content-type ${contentType}`;
  if (contentType.startsWith('application/grpc')) {
    // Without a suffix, or with a suffix other than -web, it is gRPC.
    const plain = /^application\/grpc(?:[+;]|$)/.test(contentType);
    const hint = plain
      ? ' The server there speaks gRPC: let the proxy translate it to gRPC-Web (grpc_web filter).'
      : '';
    const text = `${url} returned ${type}. Only binary gRPC-Web (${MEDIA_TYPES[1]}) was requested.${hint}`;
    return new CallError(Code.INTERNAL, text);
  }
  const text = `${url} returned HTTP 200 and ${type}. That is not gRPC-Web: check that "host" is the address of the proxy or gateway.`;
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
  // A proxy's own response has a grpc-status with any HTTP status and media type.
  const trailers = splitTrailers(response.headers);
  if (trailers.status !== undefined && trailers.status !== '0') return trailers;
  // Browsers hide the status of an unfollowed redirect; Node shows it.
  if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status)) {
    const text = `${url} redirects, but calls do not follow redirects; set "host" to the final address.`;
    throw new CallError(Code.UNKNOWN, text);
  }
  if (response.status === 200) throw createContentTypeError(url, contentType);
  const phrase = response.statusText === '' ? '' : ` ${response.statusText}`;
  const hint = HINTS.get(response.status) ?? 'See the log of the proxy or server there.';
  const text = `${url} returned HTTP ${response.status}${phrase} and no gRPC status. ${hint}`;
  throw new CallError(codeFromHttpStatus(response.status), text);
}
