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
