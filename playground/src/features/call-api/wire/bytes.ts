import { describeCount } from '../../../ui/text.js';

/** Invalid bytes; the message has the reason. */
export class BrokenBytes extends Error {}

const EXCERPT = 120;

/** The beginning of a long text. */
export function excerpt(text: string): string {
  if (text.length <= EXCERPT) return text;
  // Don't cut a surrogate pair in half.
  return `${text.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text in quotes, shortened if it is long. */
export function quote(text: string): string {
  return JSON.stringify(excerpt(text));
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

/** Reads bytes one after another. */
export class Reader {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.offset;
  }

  /** @throws {BrokenBytes} if fewer bytes remain */
  take(count: number): Uint8Array {
    if (count > this.left)
      throw new BrokenBytes(`${describeCount(count, 'byte')} should follow, and only ${this.left} are left`);
    this.offset += count;
    return this.#bytes.subarray(this.offset - count, this.offset);
  }

  /** A whole number of up to 64 bits, the lowest seven first (protobuf, "base 128 varints"). @throws {BrokenBytes} */
  varint(): bigint {
    let value = 0n;
    for (let index = 0; index < VARINT_BYTES; index += 1) {
      if (this.left === 0) throw new BrokenBytes('the bytes end inside a number');
      const [byte = 0] = this.take(1);
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new BrokenBytes('a number has more than 10 bytes');
  }
}
