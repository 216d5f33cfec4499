import type { Catalogue, Operation, Parameter } from './catalogue.js';

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

/** A catalogue as small JSON: each parameter once, however many operations have it. */
export interface CatalogueChunk {
  readonly title: string;
  readonly baseUrl: string;
  readonly parameters: readonly (readonly [
    name: string,
    place: Parameter['place'],
    required: 0 | 1,
    type: string,
    description: string,
    notation: Parameter['notation'],
  ])[];
  readonly operations: readonly (readonly [
    method: string,
    path: string,
    summary: string,
    parameters: readonly number[],
  ])[];
}

export function packCatalogue({ title, baseUrl, operations }: Catalogue): CatalogueChunk {
  const indexes = new Map<string, number>();
  const parameters: CatalogueChunk['parameters'][number][] = [];
  const addParameter = ({ name, place, required, type, description, notation }: Parameter): number => {
    const packed: CatalogueChunk['parameters'][number] = [name, place, required ? 1 : 0, type, description, notation];
    const key = JSON.stringify(packed);
    const known = indexes.get(key) ?? parameters.push(packed) - 1;
    indexes.set(key, known);
    return known;
  };
  const packed = operations.map(
    ({ method, path, summary, parameters: used }) => [method, path, summary, used.map(addParameter)] as const,
  );
  return { title, baseUrl, parameters, operations: packed };
}

export function unpackCatalogue(chunk: CatalogueChunk): Catalogue {
  const parameters = chunk.parameters.map(([name, place, required, type, description, notation]): Parameter => ({
    name,
    place,
    required: required === 1,
    type,
    description,
    notation,
  }));
  const operations = chunk.operations.map(([method, path, summary, indexes]): Operation => ({
    method,
    path,
    summary,
    parameters: indexes.flatMap((index) => parameters[index] ?? []),
  }));
  return { title: chunk.title, baseUrl: chunk.baseUrl, operations };
}
