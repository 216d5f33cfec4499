/** The largest size that a link may unpack to; a few bytes could otherwise become gigabytes. */
const MAX_BYTES = 8 * 2 ** 20;
const CHUNK = 8192;

async function read(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError(`it holds more than ${limit / 2 ** 20} MiB`);
    }
    chunks.push(new Uint8Array(next.value));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream, limit: number) {
  return read(new Blob([bytes]).stream().pipeThrough(transform), limit);
}

/** A text, compressed and in base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The text that was packed.
 * @throws Error if the text wasn't packed by `pack`, or unpacks to more than a link may hold
 */
export async function unpack(packed: string): Promise<string> {
  let binary: string;
  try {
    binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  } catch (error) {
    throw new Error('it isn’t base64url', { cause: error });
  }
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  let unfolded: Uint8Array<ArrayBuffer>;
  try {
    unfolded = await through(bytes, new DecompressionStream('deflate-raw'), MAX_BYTES);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error('its end is missing, or a part was changed', { cause: error });
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unfolded);
}
