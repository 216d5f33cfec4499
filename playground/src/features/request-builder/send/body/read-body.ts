import type { Answer } from '../answer.js';
import { readForm } from './media.js';
import { BodyWorker } from './worker.js';

/** A body that was read, in the form in which it is shown. */
export type ReadBody =
  | { readonly kind: 'empty' | 'binary' }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly length: number; readonly worker: BodyWorker };

const HEAD_BYTES = 1024;

/** The policy of the page allows images as data URLs, not as blobs. */
function writeDataUrl(body: Blob, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The image can’t be read.')));
    reader.readAsDataURL(new Blob([body], { type }));
  });
}

async function decode(body: Blob, charset: string): Promise<string> {
  return /^utf-?8$/i.test(charset) ? body.text() : new TextDecoder(charset).decode(await body.arrayBuffer());
}

/**
 * Reads a body. Its JSON stays in a worker, which ends with the signal.
 * @throws the reason of the signal, if it was aborted before a worker was needed
 */
export async function readBody({ body, type }: Answer, signal: AbortSignal): Promise<ReadBody> {
  const head = new Uint8Array(await body.slice(0, HEAD_BYTES).arrayBuffer());
  const { kind, charset } = readForm(type, body.size, head);
  if (kind === 'image') return { kind, address: await writeDataUrl(body, type) };
  if (kind === 'empty' || kind === 'binary') return { kind };
  if (kind === 'json') {
    const worker = new BodyWorker(signal);
    const opened = await worker.ask('open', { body });
    if (opened) return { kind, length: opened.length, worker };
    worker.stop();
  }
  return { kind: 'text', text: await decode(body, charset) };
}
