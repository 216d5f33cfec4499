/** Reads one document, in a thread that ends with it: parsing can't be interrupted, but its thread can. */
import { readDocument, type DocumentSource, type ReadDocument } from './read-document.js';
import { getReason } from '../../../ui/text.js';

/** A message of the thread. */
export type ReaderMessage =
  | { readonly kind: 'progress'; readonly progress: string }
  | { readonly kind: 'read'; readonly document: ReadDocument }
  | { readonly kind: 'failed'; readonly message: string };

const send = (message: ReaderMessage, transfer: Transferable[] = []): void => postMessage(message, { transfer });

async function read(source: DocumentSource): Promise<void> {
  try {
    const document = await readDocument(source, (progress) => send({ kind: 'progress', progress }));
    send({ kind: 'read', document }, [document.catalogue]);
  } catch (error) {
    send({ kind: 'failed', message: getReason(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<DocumentSource>) => void read(data));
