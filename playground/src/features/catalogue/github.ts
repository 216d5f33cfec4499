import { unpackCatalogue } from './chunk.js';
import type { Catalogue } from './operation.js';

let loaded: Promise<Catalogue> | undefined;

/** The whole REST catalogue of GitHub: a chunk of its own, fetched once. */
export function githubCatalogue(): Promise<Catalogue> {
  loaded ??= import('virtual:github-catalogue').then(
    ({ default: chunk }) => unpackCatalogue(chunk),
    (error: unknown) => {
      // The next try may find the network back.
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
