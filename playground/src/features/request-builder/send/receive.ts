import type { Progress } from './response.js';
import { readForm } from './body/media.js';

/** Characters of a text that are shown while it comes. */
const SHOWN = 20_000;
/** Bytes that are kept in the page's own memory; a blob is elsewhere. */
const MAX_PENDING = 4 * 2 ** 20;
/** Bytes of a body that are kept at all: a stream may never end. */
const MAX_BYTES = 256 * 2 ** 20;

/** Collects the chunks of a body, and decodes its text as it comes. */
function createCollector(type: string) {
  let kept = new Blob();
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let pendingBytes = 0;
  let decoder: TextDecoder | undefined;
  let progress: Progress = { bytes: 0, end: '', whole: true };
  const keep = (): Blob => {
    kept = new Blob([kept, ...pending]);
    pending = [];
    pendingBytes = 0;
    return kept;
  };
  const add = (chunk: Uint8Array<ArrayBuffer>) => {
    if (progress.bytes === 0) decoder = chooseDecoder(type, chunk);
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes > MAX_PENDING) keep();
    // A character may begin in one chunk and end in the next.
    const text = decoder && `${progress.end ?? ''}${decoder.decode(chunk, { stream: true })}`;
    // Half of a surrogate pair would be shown as a broken character.
    const end = text?.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '');
    progress = { bytes: progress.bytes + chunk.length, end, whole: progress.whole && end?.length === text?.length };
  };
  return { add, keep, getProgress: () => progress };
}

/** The decoder of a text; undefined for any other body. */
function chooseDecoder(type: string, head: Uint8Array): TextDecoder | undefined {
  const { kind, charset } = readForm(type, head.length, head);
  return kind === 'json' || kind === 'text' ? new TextDecoder(charset) : undefined;
}

/** A body that was received. */
interface Received {
  readonly body: Blob;
  /** Undefined for a complete body. */
  readonly end?: 'broken' | 'too long';
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

/** Receives a body, and reports its progress; a body that breaks off, or has more than `maxBytes`, keeps what has come. */
export async function receiveBody(
  response: Response,
  onProgress: (progress: () => Progress) => void,
  maxBytes = MAX_BYTES,
): Promise<Received> {
  const { add, keep, getProgress } = createCollector(response.headers.get('content-type') ?? '');
  const report = () => onProgress(getProgress);
  report();
  const reader = response.body?.getReader();
  if (reader === undefined) return { body: keep() };
  for (let chunk = await readChunk(reader); chunk !== undefined; chunk = await readChunk(reader)) {
    if (chunk === 'broken') return { body: keep(), end: 'broken' };
    add(chunk);
    report();
    if (getProgress().bytes <= maxBytes) continue;
    await reader.cancel();
    return { body: keep(), end: 'too long' };
  }
  return { body: keep() };
}
