import { BrokenBytes, excerpt, quote, Reader } from './bytes.js';
import { describeCount } from '../../../ui/text.js';
import type { Field } from '../../../ui/FieldList.js';
import { readMessage, type MessageSchema } from './message.js';

const COMPRESSED = 0x01;
const TRAILERS = 0x80;

/** Frames that are read; a unary call has two at most. */
const MOST_FRAMES = 20;
/** Lines of trailers that are read. */
const MOST_LINES = 200;

/** A frame of a gRPC-Web body: five bytes of head, then a message or the trailers (gRPC, doc/PROTOCOL-WEB.md). */
export interface Frame {
  readonly title: string;
  /** Its flags and its length. */
  readonly note: string;
  readonly isTrailers: boolean;
  readonly fields: readonly Field[];
  /** The problem of the whole frame, or of its place. */
  readonly problem?: string;
}

/** The kinds of frames, by their flags. */
const KINDS: Readonly<Record<number, { readonly title: string; readonly content: string }>> = {
  0: { title: 'Message frame', content: 'a message, not compressed' },
  [COMPRESSED]: { title: 'Compressed frame', content: 'a message, compressed' },
  [TRAILERS]: { title: 'Trailers frame', content: 'trailers, not compressed' },
  [TRAILERS | COMPRESSED]: { title: 'Compressed frame', content: 'trailers, compressed' },
};
const UNKNOWN = { title: 'Frame of an unknown kind', content: 'flags that gRPC-Web does not know' };

/** Reads lines `name: value`. */
function readTrailers(bytes: Uint8Array): readonly Field[] {
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const fields = lines.slice(0, MOST_LINES).map((line): Field => {
    const [, name, value = ''] = /^([^:]+):([^]*)$/.exec(line) ?? [];
    if (name !== undefined) return { name, value: excerpt(value.trim()) };
    return { name: 'broken line', value: quote(line), problem: 'This line is not “name: value”.' };
  });
  if (bytes.length === 0) return [];
  if (lines.length <= MOST_LINES) return fields;
  return [...fields, { name: 'other lines', note: String(lines.length - MOST_LINES), value: 'not read' }];
}

function readFrame(reader: Reader, schema: MessageSchema, isAfterTrailers: boolean): Frame {
  let frame: Frame = { title: 'Broken frame', note: '', isTrailers: false, fields: [] };
  try {
    const [flags = 0] = reader.take(1);
    const head = reader.take(4);
    const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
    const isTrailers = flags === TRAILERS;
    const { title, content } = KINDS[flags] ?? UNKNOWN;
    const note = `0x${flags.toString(16).padStart(2, '0')}: ${content}; ${describeCount(length, 'byte')}`;
    frame = { ...frame, title: flags === 0 ? `${title}: ${schema.name}` : title, note, isTrailers };
    const payload = reader.take(length);
    if (isTrailers) frame = { ...frame, fields: readTrailers(payload) };
    else if (flags === 0) frame = { ...frame, fields: readMessage(payload, schema) };
    if (isAfterTrailers) return { ...frame, problem: 'It follows the trailers, which must be the last frame.' };
    if ((flags & COMPRESSED) === 0) return frame;
    return { ...frame, problem: 'It is compressed, and the client reads no compressed messages.' };
  } catch (error) {
    if (!(error instanceof BrokenBytes)) throw error;
    reader.take(reader.left);
    return { ...frame, problem: `The frame breaks off: ${error.message}.` };
  }
}

/** Reads a gRPC-Web body, whatever its bytes are. */
export function readFrames(bytes: Uint8Array, schema: MessageSchema): readonly Frame[] {
  const reader = new Reader(bytes);
  const frames: Frame[] = [];
  while (reader.left > 0 && frames.length < MOST_FRAMES) {
    const isAfterTrailers = frames.some(({ isTrailers }) => isTrailers);
    frames.push(readFrame(reader, schema, isAfterTrailers));
  }
  if (reader.left === 0) return frames;
  const problem = `More than ${MOST_FRAMES} frames: a unary call has two at most.`;
  const note = describeCount(reader.left, 'byte');
  return [...frames, { title: 'Other frames', note, isTrailers: false, fields: [], problem }];
}
