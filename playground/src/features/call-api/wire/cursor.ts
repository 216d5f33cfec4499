import { BrokenBytes, formatByteCount, type Part, type PartKind } from './parts.js';

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

  /** @throws {BrokenBytes} if fewer bytes remain */
  skip(count: number): Uint8Array {
    if (count > this.left)
      throw new BrokenBytes(`${formatByteCount(count)} should follow, and only ${this.left} are left`);
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
