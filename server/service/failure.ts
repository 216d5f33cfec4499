import {
  type AnswerMetadata,
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
  readonly metadata: AnswerMetadata;
}

/**
 * The most bytes of text and metadata as they are sent. With the other headers of a response they stay within 8 KiB: beyond it, gRPC's
 * clients in C++, Python and Ruby refuse responses.
 */
const maxBytes = 8192 - 512;

/** The bytes of these that metadata leaves to the text. */
const textBytes = 1024;

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
  let room = maxBytes;
  const sent: [name: string, value: string | Uint8Array][] = [];
  const fields = toHeaderFields(checked);
  for (const [name, value] of fields.slice(0, maxEntries)) {
    const bytes = headerBytes + name.length + value.length;
    if (room - bytes < textBytes) continue;
    room -= bytes;
    sent.push([name, checked[name] ?? value]);
  }
  return { code, details: cutText(message, room, sent.length < fields.length), metadata: Object.fromEntries(sent) };
}

/** Repairs halves of surrogate pairs, which can't be encoded, and cuts a text that doesn't fit. */
function cutText(text: string, room: number, isMarked: boolean): string {
  const wellFormed = text.slice(0, room).replaceAll(/\p{Surrogate}/gu, '\u{fffd}');
  if (!isMarked && text.length <= room && countBytes(wellFormed) <= room) return wellFormed;
  let bytes = countBytes(mark);
  let end = 0;
  for (const character of wellFormed) {
    bytes += countBytes(character);
    if (bytes > room) break;
    end += character.length;
  }
  return wellFormed.slice(0, end) + mark;
}

/** Counts the bytes of a text in `grpc-message`. */
const countBytes = (text: string): number => encodeURIComponent(text).length;
