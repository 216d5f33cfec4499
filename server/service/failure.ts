import {
  type ResponseMetadata,
  type CallError,
  checkCode,
  checkMetadata,
  type FailureStatus,
  toHeaderFields,
} from './call.js';

/** What is sent of an error. */
export interface Failure {
  readonly code: FailureStatus;
  readonly details: string;
  readonly metadata: ResponseMetadata;
}

/**
 * The most bytes of text and metadata as they are sent. With the other headers of a response they stay within 8 KiB: beyond it, gRPC's
 * clients in C++, Python and Ruby refuse responses.
 */
const maxBytes = 8192 - 512;

/** The most bytes of these that metadata leaves to the text. */
const maxTextBytes = 1024;

/** Envoy refuses a response of more than 100 headers. */
const maxEntries = 64;

/** The bytes that a header counts in addition to its name and value (RFC 9113, section 6.5.2). */
const headerBytes = 32;

/** Ends a text that is cut, or whose metadata is incomplete. */
const mark = '…';

/**
 * Makes what is sent of an error: text and metadata that each client accepts. An entry of metadata is sent whole or not at all.
 *
 * @throws {TypeError} for an error that was changed to one that can't be sent
 */
export function createFailure({ code, message, metadata }: CallError): Failure {
  checkCode(code);
  const checked = checkMetadata(metadata);
  // Halves of surrogate pairs can't be encoded. A text that is longer doesn't fit.
  const text = message.slice(0, maxBytes + 1).replaceAll(/\p{Surrogate}/gu, '\u{fffd}');
  const textBytes = countBytes(text);
  const sizes = toHeaderFields(checked).map(([name, value]) => headerBytes + name.length + value.length);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const isWhole = sizes.length <= maxEntries && total + Math.min(textBytes, maxTextBytes) <= maxBytes;
  if (isWhole && total + textBytes <= maxBytes) return { code, details: text, metadata: checked };
  const forText = Math.min(isWhole ? textBytes : textBytes + countBytes(mark), maxTextBytes);
  let room = maxBytes;
  const sent = Object.entries(checked).filter((_, at) => {
    const bytes = sizes[at] ?? 0;
    const fits = at < maxEntries && room - bytes >= forText;
    if (fits) room -= bytes;
    return fits;
  });
  return { code, details: cutText(text, room), metadata: Object.fromEntries(sent) };
}

/** Marks a text as cut or incomplete, and cuts it where it doesn't fit. */
function cutText(text: string, room: number): string {
  let bytes = countBytes(mark);
  let end = 0;
  for (const character of text) {
    bytes += countBytes(character);
    if (bytes > room) break;
    end += character.length;
  }
  return text.slice(0, end) + mark;
}

/** Counts the bytes of a text in `grpc-message`. */
const countBytes = (text: string): number => encodeURIComponent(text).length;
