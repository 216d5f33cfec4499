import { unpackCatalogue, type CatalogueChunk } from './chunk.js';
import type { Catalogue } from './operation.js';

let loaded: Promise<Catalogue> | undefined;

/** The whole REST catalogue of GitHub: a chunk of its own, fetched once. */
export function githubCatalogue(): Promise<Catalogue> {
  loaded ??= import('./github-catalogue.json').then(
    // The shape is that of the generator, dev/generate/github-catalogue.mjs.
    ({ default: chunk }) => unpackCatalogue(chunk as unknown as CatalogueChunk),
    (error: unknown) => {
      // The next try may find the network back.
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
