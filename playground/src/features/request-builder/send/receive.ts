import type { Progress } from './response.js';
import { readForm } from './body/media.js';

/** Characters of a text that are shown while it comes. */
const SHOWN = 20_000;
/** Bytes that are kept in the page's own memory; a blob is elsewhere. */
const MAX_PENDING = 4 * 2 ** 20;
/** Bytes of a body that are kept at all: a stream may never end. */
const MAX_BYTES = 256 * 2 ** 20;

/** Collects the chunks of a body, and decodes its text as it comes. */
class Collector {
  readonly #type: string;
  #kept = new Blob();
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;
  #decoder: TextDecoder | undefined;
  #end = '';
  #whole = true;
  bytes = 0;

  constructor(type: string) {
    this.#type = type;
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.bytes === 0) this.#decoder = chooseDecoder(this.#type, chunk);
    this.bytes += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes > MAX_PENDING) this.#keep();
    if (this.#decoder === undefined) return;
    // A character may begin in one chunk and end in the next.
    const text = this.#end + this.#decoder.decode(chunk, { stream: true });
    // Half of a surrogate pair would be shown as a broken character.
    this.#end = text.slice(-SHOWN).replace(/^[\uDC00-\uDFFF]/, '');
    this.#whole &&= this.#end.length === text.length;
  }

  get progress(): Progress {
    const isText = this.#decoder !== undefined || this.bytes === 0;
    return { bytes: this.bytes, end: isText ? this.#end : undefined, whole: this.#whole };
  }

  get body(): Blob {
    this.#keep();
    return this.#kept;
  }

  #keep(): void {
    this.#kept = new Blob([this.#kept, ...this.#pending]);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
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
  const collector = new Collector(response.headers.get('content-type') ?? '');
  const report = () => onProgress(() => collector.progress);
  report();
  const reader = response.body?.getReader();
  if (reader === undefined) return { body: collector.body };
  for (let chunk = await readChunk(reader); chunk !== undefined; chunk = await readChunk(reader)) {
    if (chunk === 'broken') return { body: collector.body, end: 'broken' };
    collector.add(chunk);
    report();
    if (collector.bytes <= maxBytes) continue;
    await reader.cancel();
    return { body: collector.body, end: 'too long' };
  }
  return { body: collector.body };
}
