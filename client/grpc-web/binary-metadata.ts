const CHUNK = 0x80_00;

/** Encodes bytes as base64 without padding, as required for gRPC's `-bin` metadata (gRPC, doc/PROTOCOL-HTTP2.md). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  // In chunks, because the number of arguments of a function call is limited.
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary).replace(/=+$/, '');
}

/** Decodes base64 (RFC 4648, section 4), padded or not; undefined if the text isn't base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  // atob also accepts whitespace, and bits beyond the last byte; the alphabet and the length are checked here.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1 || (digits.length !== text.length && text.length % 4 !== 0)) return undefined;
  const binary = atob(digits);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/**
 * Decodes a field: several values of a `-bin` name may arrive joined by commas, which base64 doesn't contain.
 * Undefined if one isn't base64.
 */
export function decodeBinaryValues(field: string): Uint8Array[] | undefined {
  const values: Uint8Array[] = [];
  for (const item of field.split(',')) {
    const bytes = decodeBase64(item.trim());
    if (bytes === undefined) return undefined;
    values.push(bytes);
  }
  return values;
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
