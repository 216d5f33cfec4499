/** Encodes bytes as base64 without padding, as required for gRPC's `-bin` metadata (gRPC, doc/PROTOCOL-HTTP2.md). */
export function encodeBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replace(/=+$/, '');
}

/** Decodes base64 (RFC 4648, section 4), padded or not; undefined if the text isn't base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  // atob also accepts whitespace, and bits beyond the last byte; the alphabet and the length are checked here.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1 || (digits.length !== text.length && text.length % 4 !== 0)) return undefined;
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

/**
 * Decodes a field: several values of a `-bin` name may arrive joined by commas, which base64 doesn't contain.
 * Undefined if one isn't base64.
 */
export function decodeBinaryValues(field: string): Uint8Array[] | undefined {
  const values = field.split(',').map((item) => decodeBase64(item.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/**
 * The values of a `-bin` name in received metadata, as bytes, from padded or unpadded base64 (gRPC,
 * doc/PROTOCOL-HTTP2.md). An empty list if the name is missing; undefined if a value isn't base64, whose text is
 * `metadata.get(name)`.
 */
export function binaryMetadata(metadata: Headers, name: `${string}-bin`): Uint8Array[] | undefined {
  const field = metadata.get(name);
  return field === null ? [] : decodeBinaryValues(field);
}
