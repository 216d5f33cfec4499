/** The library's thread: it stores, opens and searches documents, so that the page never waits for them. */
import type { PackedCatalogue } from '../pack.js';
import { Library } from './shelf.js';
import { deviceStorage } from './storage.js';
import { answer } from '../../../ui/thread.js';

/** The shape is that of the generator, dev/generate/github-catalogue.mjs. */
async function loadGithub(): Promise<PackedCatalogue> {
  return (await import('../github-catalogue.json')).default as unknown as PackedCatalogue;
}

answer(new Library(deviceStorage, loadGithub, Date.now));
