import type { Progress } from './response.js';
import { readForm } from './body/media.js';

/** Characters of a text that are shown while it comes. */
const SHOWN = 20_000;
/** Bytes of a body that are kept at all: a stream may never end. */
const MAX_BYTES = 256 * 2 ** 20;

/** The decoder of a text; undefined for any other body. */
function chooseDecoder(type: string, head: Uint8Array): TextDecoder | undefined {
  const { kind, charset } = readForm(type, head.length, head);
  return kind === 'json' || kind === 'text' ? new TextDecoder(charset) : undefined;
}

/** A body that was received. */
interface Received {
  readonly body: Blob;
  /** Undefined for a complete body. */
  readonly end?: 'broken' | 'too long' | undefined;
}

/** The next chunk, undefined after the last one; the engine's errors say no more than that the network, or the user, ended the body. */
async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer> | 'broken' | undefined> {
  try {
    const { value } = await reader.read();
    return value;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return 'broken';
    throw error;
  }
}

/** Adds a chunk to a progress; a body without a decoder has no text. */
function advance({ bytes, end: before, whole }: Progress, chunk: Uint8Array, decoder?: TextDecoder): Progress {
  // A character may begin in one chunk and end in the next.
  const text = decoder && `${before ?? ''}${decoder.decode(chunk, { stream: true })}`;
  // Half of a surrogate pair would be shown as a broken character.
  const end = text?.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '');
  return { bytes: bytes + chunk.length, end, whole: whole && end?.length === text?.length };
}

/** Receives a body, and reports its progress; a body that breaks off, or has more than `maxBytes`, keeps what has come. */
export async function receiveBody(
  response: Response,
  onProgress: (progress: Progress) => void,
  maxBytes = MAX_BYTES,
): Promise<Received> {
  let progress: Progress = { bytes: 0, end: '', whole: true };
  let decoder: TextDecoder | undefined;
  let end: Received['end'];
  onProgress(progress);
  const reader = response.body?.getReader();
  if (reader === undefined) return { body: new Blob() };
  const kept = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const chunk = await readChunk(reader);
      if (chunk === undefined || chunk === 'broken') {
        end = chunk;
        return controller.close();
      }
      if (progress.bytes === 0) decoder = chooseDecoder(response.headers.get('content-type') ?? '', chunk);
      progress = advance(progress, chunk, decoder);
      controller.enqueue(chunk);
      onProgress(progress);
      if (progress.bytes <= maxBytes) return undefined;
      await reader.cancel();
      end = 'too long';
      return controller.close();
    },
  });
  // A blob of any size is outside of the page's own memory.
  const body = await new Response(kept).blob();
  return { body, end };
}
