/** The library's thread: it stores, opens and searches documents, so that the page never waits for them. */
import type { PackedCatalogue } from '../pack.js';
import type { LibraryAnswer, LibraryRequest, Question, RequestName } from './messages.js';
import { Library } from './shelf.js';
import { DocumentStorage } from './storage.js';
import { getReason } from '../../../ui/text.js';

/** The shape is that of the generator, dev/generate/github-catalogue.mjs. */
async function loadGithub(): Promise<PackedCatalogue> {
  return (await import('../github-catalogue.json')).default as unknown as PackedCatalogue;
}

const library = new Library(new DocumentStorage(), loadGithub, Date.now);

async function answer({ id, name, question }: LibraryRequest): Promise<void> {
  const send = (message: LibraryAnswer): void => postMessage(message);
  try {
    send({ id, answer: await library.answer(name, question as Question<RequestName>) });
  } catch (error) {
    send({ id, failure: getReason(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<LibraryRequest>) => void answer(data));
