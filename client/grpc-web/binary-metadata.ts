import { decodeBase64 } from './base64.js';

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
