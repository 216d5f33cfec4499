import { decodeBase64 } from './base64.js';

/**
 * All bytes in one field: several values of a `-bin` name may come joined by commas, which base64 doesn't have.
 * Undefined where one isn't base64.
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
 * The values of a `-bin` name in received metadata, as bytes; padded base64 and unpadded are both read (gRPC,
 * doc/PROTOCOL-HTTP2.md). An empty list where the name is missing, undefined where a value isn't base64: its text is
 * `metadata.get(name)`.
 */
export function binaryMetadata(metadata: Headers, name: `${string}-bin`): Uint8Array[] | undefined {
  const field = metadata.get(name);
  return field === null ? [] : decodeBinaryValues(field);
}
