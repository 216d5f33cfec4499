import { describeCount } from '../../../ui/text.js';

/** The kind of a stretch of bytes; `rest` are bytes that weren't read. */
export type PartKind = 'flags' | 'frame-length' | 'tag' | 'length' | 'value' | 'name' | 'separator' | 'broken' | 'rest';

/** A stretch of the whole body; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of bytes with one meaning. */
export interface Part extends ByteRange {
  readonly kind: PartKind;
  /** The meaning of the bytes, in words. */
  readonly meaning: string;
}

/** A group of parts: the head of a frame, a field of a message, a line of trailers. */
export interface Item {
  readonly title: string;
  /** A description beside the title. */
  readonly note: string;
  /** In order and without gaps; empty if no bytes were sent. */
  readonly parts: readonly Part[];
  /** A text instead of the bytes, if none were sent. */
  readonly absent?: string;
  /** The problem of the item. */
  readonly problem?: string;
}

/** Invalid bytes; the message has the reason. */
export class BrokenBytes extends Error {}

const EXCERPT = 120;

/** A text in quotes, shortened if it is long. */
export function quote(text: string): string {
  if (text.length <= EXCERPT) return JSON.stringify(text);
  // Don't cut a surrogate pair in half.
  return JSON.stringify(`${text.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, '')}…`);
}

/** `0a ff`: two digits a byte, for up to `limit` bytes. */
export function formatHex(bytes: Uint8Array, limit = Infinity): string {
  const shown = Array.from(bytes.subarray(0, limit), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.length > limit ? `${shown.join(' ')} …` : shown.join(' ');
}

/** Decodes UTF-8; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // TextDecoder throws only a TypeError, for bytes that aren't UTF-8.
    return undefined;
  }
}

/** Bytes of the longest varint: 64 bits, seven in each byte. */
const VARINT_BYTES = 10;

/** Reads bytes from `start` to `end`, and records them as parts. */
export class Cursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  offset: number;
  #parts: Part[] = [];

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.offset = start;
    this.end = end;
  }

  get left(): number {
    return this.end - this.offset;
  }

  /** Removes and returns the recorded parts. */
  takeParts(): readonly Part[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Records the bytes from `start` to the current offset as a part, unless there are none. */
  keep(kind: PartKind, start: number, meaning: string): void {
    if (this.offset > start) this.#parts.push({ kind, start, end: this.offset, meaning });
  }

  /** Takes the remaining bytes as an item of this title, without reading them. */
  takeRest(title: string): Item {
    const start = this.offset;
    this.offset = this.end;
    this.keep('rest', start, 'not read');
    return { title, note: describeCount(this.end - start, 'byte'), parts: this.takeParts() };
  }

  /** @throws {BrokenBytes} if fewer bytes remain */
  skip(count: number): Uint8Array {
    if (count > this.left)
      throw new BrokenBytes(`${describeCount(count, 'byte')} should follow, and only ${this.left} are left`);
    const taken = this.bytes.subarray(this.offset, this.offset + count);
    this.offset += count;
    return taken;
  }

  /** A whole number of up to 64 bits, the lowest seven first (protobuf, "base 128 varints"). @throws {BrokenBytes} */
  varint(): bigint {
    const start = this.offset;
    let value = 0n;
    for (let index = start; ; index += 1) {
      if (index - start === VARINT_BYTES) throw new BrokenBytes('a number has more than 10 bytes');
      if (index >= this.end) throw new BrokenBytes('the bytes end inside a number');
      const byte = this.bytes[index] ?? 0;
      value |= BigInt(byte & 0x7f) << BigInt(7 * (index - start));
      if (byte < 0x80) {
        this.offset = index + 1;
        return BigInt.asUintN(64, value);
      }
    }
  }
}
