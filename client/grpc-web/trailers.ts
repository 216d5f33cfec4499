import { CallError } from './errors.js';
import { Code, isStatusCode, statusName, type Status } from './status.js';

const STATUS = 'grpc-status';
const MESSAGE = 'grpc-message';

/** How a call ended, as it was received: gRPC's own two fields, not yet judged, and everything else. */
export interface Trailers {
  /** Text of `grpc-status`; undefined where it is missing. */
  readonly status: string | undefined;
  /** `grpc-message`, decoded; empty where it is missing. */
  readonly message: string;
  /** All other fields. A name that came several times has its values joined by `, `, in order. */
  readonly metadata: Headers;
}

/** Percent-decodes UTF-8. What is no valid encoding stays as it is: a message must never hide the status. */
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
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Percent-encodes everything but visible ASCII, so that no reader trims or misreads it. */
export function encodeMessage(message: string): string {
  let encoded = '';
  for (const byte of new TextEncoder().encode(message)) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** Splits gRPC's own two fields from the others. In a trailers-only answer the headers are the trailers. */
export function trailersFromHeaders(headers: Headers): Trailers {
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
  return new CallError(Code.INTERNAL, `The answer's trailers are broken: ${problem}.`);
}

/** Reads the payload of a trailers frame: lines `name: value`, names in any case. Throws {@link CallError} INTERNAL. */
export function parseTrailers(payload: Uint8Array): Trailers {
  const fields = new Headers();
  // Not header-safe: some servers send raw UTF-8 here, against the specification, but legibly.
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
  return { ...trailersFromHeaders(fields), message: messages.join(', ') };
}

/** The payload of a trailers frame. */
export function encodeTrailers({ code, message }: Pick<Status, 'code' | 'message'>, metadata: Headers): Uint8Array {
  const lines = [`${STATUS}: ${code}`, `${MESSAGE}: ${encodeMessage(message)}`];
  for (const [name, value] of metadata) lines.push(`${name}: ${value}`);
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

/**
 * The status that trailers state. A missing or malformed one is UNKNOWN, and so is a number that gRPC doesn't define.
 * `hint` says what a missing one may come from.
 */
export function readStatus({ status, message }: Trailers, hint = ''): Status {
  const said = message === '' ? '' : ` It says: ${message}`;
  if (status === undefined) return unknown(`The answer has no grpc-status.${said}${hint && ` ${hint}`}`);
  // At most two digits: all that are defined, and none that a number can't hold.
  const code = /^\d{1,2}$/.test(status) ? Number(status) : Number.NaN;
  if (!isStatusCode(code))
    return unknown(`The answer has the grpc-status ${status}, which gRPC does not define.${said}`);
  return { code, name: statusName(code), message };
}

function unknown(message: string): Status {
  return { code: Code.UNKNOWN, name: 'UNKNOWN', message };
}
