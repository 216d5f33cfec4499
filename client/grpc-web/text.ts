import { BinaryReader } from 'google-protobuf';
import type { Message, MessageClass } from './library.js';
import { CallError, Code, failSetting } from './status.js';

/** Whether UTF-8 can carry a text: it has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  // Not by `\p{Surrogate}`, which WebKit 2.38 (about Safari 16.0) finds inside of pairs too.
  return !/[\ud800-\udfff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''));
}

/** The path of the first text with half of a surrogate pair. */
function findHalf(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isWellFormed(value) ? undefined : path;
  if (typeof value !== 'object' || !value || ArrayBuffer.isView(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = findHalf(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
}

/** Refuses a message with text that google-protobuf 3 would send as other text. Throws {@link CallError} INVALID_ARGUMENT. */
export function assertText(message: Message & { readonly toArray?: () => unknown }): void {
  // The array has bytes as they are; `toObject`, which has the names, may write them as base64, slowly.
  if (findHalf(message.toArray?.() ?? message.toObject(), 'request') === undefined) return;
  const name = findHalf(message.toObject(), 'request') ?? 'request';
  failSetting('invalid-option', name, "has half of a surrogate pair, which UTF-8 can't encode; remove it");
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a message, and rejects text that isn't UTF-8, which google-protobuf 3 reads as other text. Its reader is replaced
 * meanwhile: generated code has no other way in that nested messages and maps share.
 * Throws {@link CallError} INTERNAL with the name of the field.
 */
export function decodeExactly<A extends Message>(type: MessageClass<A>, bytes: Uint8Array): A {
  const reader: { readString: () => string } = BinaryReader.prototype;
  const { readString } = reader;
  let message: A;
  let isExact = true;
  reader.readString = function readExactly(this: BinaryReader) {
    const encoded = this.readBytes();
    try {
      return utf8.decode(encoded);
    } catch {
      isExact = false;
      // No UTF-8 decodes to this, so it marks the field.
      return '\ud800';
    }
  };
  try {
    message = type.deserializeBinary(bytes);
  } finally {
    reader.readString = readString;
  }
  if (isExact) return message;
  const name = findHalf(message.toObject(), 'response') ?? 'response';
  throw new CallError(
    Code.INTERNAL,
    `${name}: isn't UTF-8; an intermediary changed it, or the server sends bytes as text.`,
  );
}
