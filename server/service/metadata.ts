import { Metadata } from '@grpc/grpc-js';

/** Metadata of an answer, by lowercase names. Those that end in `-bin` have bytes, all others printable ASCII. */
export type AnswerMetadata = Readonly<Record<string, string | Uint8Array>>;

// The protocol's own names, except two that servers may choose; names that HTTP/2 forbids (RFC 9113, section 8.2.2) or reserves.
const reserved =
  /^(?:grpc-(?!status-details-bin$|retry-pushback-ms$)|:|content-|(?:connection|keep-alive|proxy-connection|transfer-encoding|te|upgrade)$)/;

/**
 * Checks metadata of interceptors.
 *
 * @throws {TypeError} for a name or value that an answer can't have
 */
export function checkMetadata(values: AnswerMetadata): void {
  const name = Object.keys(values).find((candidate) => reserved.test(candidate.toLowerCase()));
  if (name !== undefined) throw new TypeError(`The metadata "${name}" is gRPC's or HTTP's own; use another name.`);
  try {
    toGrpcMetadata(values);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The metadata can't be sent: ${reason}.`, { cause: error });
  }
}

/** Converts metadata for grpc-js. */
export function toGrpcMetadata(values: AnswerMetadata): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) {
    metadata.set(name, typeof value === 'string' ? value : Buffer.from(value));
  }
  return metadata;
}

/** Converts metadata to header fields: bytes in base64 (gRPC over HTTP/2, Custom-Metadata). */
export function toHeaderFields(values: AnswerMetadata): [name: string, value: string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : Buffer.from(value).toString('base64'),
  ]);
}
