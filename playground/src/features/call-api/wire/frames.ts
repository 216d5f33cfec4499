import { Cursor, BrokenBytes, quote, type Item } from './parts.js';
import { describeCount } from '../../../ui/text.js';
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
  readonly items: readonly Item[];
  /** The problem of the whole frame, or of its place. */
  readonly problem?: string;
}

function describeFlags(flags: number): string {
  const shown = `0x${flags.toString(16).padStart(2, '0')}`;
  if ((flags & ~(TRAILERS | COMPRESSED)) !== 0) return `${shown}: flags that gRPC-Web does not know`;
  const content = flags >= TRAILERS ? 'trailers' : 'a message';
  return `${shown}: ${content}, ${(flags & COMPRESSED) === 0 ? 'not compressed' : 'compressed'}`;
}

/** Reads lines `name: value`, each ended by CR LF. */
function readTrailers(bytes: Uint8Array, start: number, end: number): readonly Item[] {
  const items: Item[] = [];
  const cursor = new Cursor(bytes, start, end);
  while (cursor.left > 0 && items.length < MOST_LINES) {
    const lineStart = cursor.offset;
    const newline = bytes.subarray(lineStart, end).indexOf(0x0a);
    const line = cursor.skip(newline < 0 ? cursor.left : newline + 1);
    const text = new TextDecoder().decode(line);
    const contentLength = line.length - (/\r?\n$/.exec(text)?.[0].length ?? 0);
    const colon = line.subarray(0, contentLength).indexOf(0x3a);
    const lineEnd = cursor.offset;
    const keep = (kind: 'name' | 'value' | 'separator' | 'broken', from: number, to: number, meaning: string) => {
      cursor.offset = to;
      cursor.keep(kind, from, meaning);
    };
    const valueStart = lineStart + colon + 1 + (line[colon + 1] === 0x20 ? 1 : 0);
    const contentEnd = lineStart + contentLength;
    if (colon <= 0) keep('broken', lineStart, contentEnd, quote(text.trimEnd()));
    else {
      keep('name', lineStart, lineStart + colon, quote(text.slice(0, text.indexOf(':'))));
      keep('separator', lineStart + colon, Math.min(valueStart, contentEnd), 'colon');
      keep('value', valueStart, contentEnd, quote(text.slice(text.indexOf(':') + 1).trim()));
    }
    keep('separator', contentEnd, lineEnd, 'line end');
    const parts = cursor.takeParts();
    const title = colon > 0 ? text.slice(0, text.indexOf(':')) : 'broken line';
    const problem = colon > 0 ? {} : { problem: 'This line is not “name: value”.' };
    items.push({ title, note: '', parts, ...problem });
  }
  return cursor.left === 0 ? items : [...items, cursor.takeRest('other lines')];
}

function readPayload(cursor: Cursor, length: number, flags: number, schema: MessageSchema): readonly Item[] {
  const start = cursor.offset;
  cursor.skip(length);
  if ((flags & ~TRAILERS) === 0) {
    const read = flags === TRAILERS ? readTrailers : readMessage;
    return read(cursor.bytes, start, cursor.offset, schema);
  }
  cursor.keep('rest', start, 'not read');
  return length === 0 ? [] : [{ title: 'payload', note: describeCount(length, 'byte'), parts: cursor.takeParts() }];
}

function readHead(cursor: Cursor): { flags: number; length: number } {
  const start = cursor.offset;
  const [flags = 0] = cursor.skip(1);
  cursor.keep('flags', start, describeFlags(flags));
  const lengthStart = cursor.offset;
  const [a = 0, b = 0, c = 0, d = 0] = cursor.skip(4);
  const length = ((a * 256 + b) * 256 + c) * 256 + d;
  cursor.keep('frame-length', lengthStart, `${describeCount(length, 'byte')} follow${length === 1 ? 's' : ''}`);
  return { flags, length };
}

function chooseTitle(flags: number, schema: MessageSchema): string {
  if ((flags & ~TRAILERS) !== 0) return (flags & COMPRESSED) === 0 ? 'Frame of an unknown kind' : 'Compressed frame';
  return flags === TRAILERS ? 'Trailers frame' : `Message frame: ${schema.name}`;
}

function readFrame(
  cursor: Cursor,
  schema: MessageSchema,
  afterTrailers: boolean,
): Frame & { readonly trailers: boolean } {
  let title = 'Broken frame';
  let trailers = false;
  const items: Item[] = [];
  try {
    const { flags, length } = readHead(cursor);
    title = chooseTitle(flags, schema);
    trailers = flags === TRAILERS;
    items.push({ title: 'frame head', note: '5 bytes', parts: cursor.takeParts() });
    items.push(...readPayload(cursor, length, flags, schema));
    const problem =
      (afterTrailers ? 'It follows the trailers, which must be the last frame.' : undefined) ??
      ((flags & COMPRESSED) === 0 ? undefined : 'It is compressed, and the client reads no compressed messages.');
    return { title, trailers, items, ...(problem !== undefined && { problem }) };
  } catch (error) {
    if (!(error instanceof BrokenBytes)) throw error;
    const parts = cursor.takeParts();
    if (parts.length > 0) items.push({ title: 'frame head', note: 'broken', parts });
    const start = cursor.offset;
    cursor.skip(cursor.left);
    cursor.keep('broken', start, 'all received bytes');
    const rest = cursor.takeParts();
    if (rest.length > 0) items.push({ title: 'payload', note: 'broken off', parts: rest });
    return { title, trailers, items, problem: `The frame breaks off: ${error.message}.` };
  }
}

/** Reads a gRPC-Web body: every byte is in exactly one part, whatever the bytes are. */
export function readFrames(bytes: Uint8Array, schema: MessageSchema): readonly Frame[] {
  const cursor = new Cursor(bytes, 0, bytes.length);
  const frames: Frame[] = [];
  let afterTrailers = false;
  while (cursor.left > 0 && frames.length < MOST_FRAMES) {
    const { trailers, ...frame } = readFrame(cursor, schema, afterTrailers);
    frames.push(frame);
    afterTrailers ||= trailers;
  }
  if (cursor.left === 0) return frames;
  const items = [cursor.takeRest('other bytes')];
  return [
    ...frames,
    { title: 'Other frames', items, problem: `More than ${MOST_FRAMES} frames: a unary call has two at most.` },
  ];
}
