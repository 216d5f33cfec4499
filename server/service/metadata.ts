import { Metadata } from '@grpc/grpc-js';

/** Metadata of an answer, by lowercase names. Those that end in `-bin` have bytes, all others printable ASCII. */
export type AnswerMetadata = Readonly<Record<string, string | Uint8Array>>;

// The protocol's own names but two that servers may choose; what HTTP/2 forbids (RFC 9113, section 8.2.2) or means itself.
const reserved =
  /^(?:grpc-(?!status-details-bin$|retry-pushback-ms$)|:|content-|(?:connection|keep-alive|proxy-connection|transfer-encoding|te|upgrade)$)/;

/**
 * Checks what others want to be sent.
 *
 * @throws {TypeError} for a name or value that a call can't be answered with
 */
export function checkMetadata(values: AnswerMetadata): void {
  const name = Object.keys(values).find((candidate) => reserved.test(candidate.toLowerCase()));
  if (name !== undefined) throw new TypeError(`The metadata "${name}" is gRPC's or HTTP's own; take another name.`);
  try {
    grpcMetadata(values);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The metadata can't be sent: ${why}.`, { cause: error });
  }
}

/** As grpc-js takes it. */
export function grpcMetadata(values: AnswerMetadata): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) {
    metadata.set(name, typeof value === 'string' ? value : Buffer.from(value));
  }
  return metadata;
}

/** As header fields: bytes in base64 (gRPC over HTTP/2, Custom-Metadata). */
export function headerFields(values: AnswerMetadata): [name: string, value: string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : Buffer.from(value).toString('base64'),
  ]);
}
