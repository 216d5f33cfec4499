import { unpackCatalogue, type CatalogueChunk } from './chunk.js';
import type { Catalogue } from './operation.js';

let loaded: Promise<Catalogue> | undefined;

/** Loads the REST catalogue of GitHub: a separate chunk, fetched once. */
export function githubCatalogue(): Promise<Catalogue> {
  loaded ??= import('./github-catalogue.json').then(
    // The shape is that of the generator, dev/generate/github-catalogue.mjs.
    ({ default: chunk }) => unpackCatalogue(chunk as unknown as CatalogueChunk),
    (error: unknown) => {
      // The network may work at the next attempt.
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
