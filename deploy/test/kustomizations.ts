/** The kustomizations of the tree. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const NAME = 'kustomization.yaml';

/** The fields of a kustomization that this repository uses. */
export interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly files?: readonly string[];
    readonly literals?: readonly string[];
  }[];
}

/** Reads a folder's kustomization. */
export function readKustomization(folder: string): Kustomization {
  return parse(readFileSync(join(folder, NAME), 'utf8'));
}

/** Lists the resources of a kustomization: manifests, and the folders of others. */
export function listResources(folder: string): { files: string[]; folders: string[] } {
  const paths = (readKustomization(folder).resources ?? []).map((path) => resolve(folder, path));
  const isFolder = (path: string): boolean => statSync(path).isDirectory();
  return { files: paths.filter((path) => !isFolder(path)), folders: paths.filter(isFolder) };
}
