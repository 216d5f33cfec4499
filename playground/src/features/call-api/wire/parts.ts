/** What a stretch of bytes is; `rest` are bytes that were not taken apart. */
export type PartKind = 'flags' | 'frame-length' | 'tag' | 'length' | 'value' | 'name' | 'separator' | 'broken' | 'rest';

/** A stretch of the whole body; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of bytes with one meaning. */
export interface Part extends ByteRange {
  readonly kind: PartKind;
  /** What the bytes say, in words. */
  readonly says: string;
}

/** What belongs together: the head of a frame, a field of a message, a line of trailers. */
export interface Item {
  readonly title: string;
  /** What it is, beside its title. */
  readonly note: string;
  /** In order and without gaps; empty where no bytes were sent. */
  readonly parts: readonly Part[];
  /** Instead of bytes, where none were sent. */
  readonly absent?: string;
  /** What is wrong with it. */
  readonly problem?: string;
}

/** Where bytes stop making sense; the message says how. */
export class BrokenBytes extends Error {}

const EXCERPT = 120;

/** A text in quotes, cut where it is long. */
export function quote(text: string): string {
  if (text.length <= EXCERPT) return JSON.stringify(text);
  // Never half of a surrogate pair.
  return JSON.stringify(`${text.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, '')}…`);
}

export function formatByteCount(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`;
}

/** `0a ff`: two digits a byte; all of them, or as many as `limit` says. */
export function formatHex(bytes: Uint8Array, limit = Infinity): string {
  const shown = Array.from(bytes.subarray(0, limit), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.length > limit ? `${shown.join(' ')} …` : shown.join(' ');
}

/** The text that bytes are in UTF-8; undefined where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // TextDecoder throws a TypeError for what is not UTF-8, and nothing else.
    return undefined;
  }
}
