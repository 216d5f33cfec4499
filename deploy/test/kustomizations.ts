/** The files of the Kustomize tree, and which of them its kustomizations name. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';

const NAME = 'kustomization.yaml';

/** The fields of a kustomization that this repository uses. */
export interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly labels?: unknown;
  readonly images?: unknown;
  readonly replicas?: unknown;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly { readonly path?: string; readonly patch?: string; readonly target?: unknown }[];
  readonly replacements?: unknown;
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly files?: readonly string[];
    readonly literals?: readonly string[];
    readonly behavior?: string;
  }[];
}

const FIELDS = new Set([
  'apiVersion', 'kind', 'namespace', 'labels', 'images', 'replicas', 'resources', 'components', 'patches', 'configMapGenerator',
  'replacements',
]); // prettier-ignore

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

/** Lists what a kustomization names: files of its folder, and other folders. */
function listNamed(folder: string): { files: string[]; folders: string[] } {
  const { resources = [], components = [], patches = [], configMapGenerator = [] } = readKustomization(folder);
  const sources = configMapGenerator.flatMap(({ files = [] }) => files.map((file) => file.split('=').at(-1) ?? file));
  const patchFiles = patches.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const named = [...resources, ...components, ...patchFiles, ...sources].map((path) => resolve(folder, path));
  const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
  return { files: named.filter((path) => !isFolder(path)), folders: named.filter(isFolder) };
}

/** Checks one kustomization: its version, its fields, and that all it names exists, files within its folder. */
function checkKustomization(folder: string): string[] {
  const kustomization = readKustomization(folder);
  const file = join(folder, NAME);
  const version =
    kustomization.kind === 'Component' ? 'kustomize.config.k8s.io/v1alpha1' : 'kustomize.config.k8s.io/v1beta1';
  const { files, folders } = listNamed(folder);
  const unknown = Object.keys(kustomization).filter((field) => !FIELDS.has(field));
  return [
    ...(kustomization.apiVersion === version ? [] : [`${file}: ${kustomization.kind} is of ${version}.`]),
    ...unknown.map((field) => `${file}: unknown field ${field}.`),
    ...files.filter((path) => !existsSync(path)).map((path) => `${file}: ${path} is missing.`),
    // Kustomize refuses others, unless a flag allows them.
    ...files.filter((path) => dirname(path) !== resolve(folder)).map((path) => `${file}: ${path} is outside of it.`),
    ...folders.filter((path) => !existsSync(join(path, NAME))).map((path) => `${file}: ${path} has no ${NAME}.`),
  ];
}

/**
 * Checks the tree: every kustomization, and that one names each file.
 *
 * @returns the faults, one sentence each
 */
export function checkTree(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const folders = files.filter((file) => file.endsWith(`/${NAME}`)).map((file) => dirname(file));
  const named = new Set(folders.flatMap((folder) => listNamed(folder).files));
  return [
    ...folders.flatMap(checkKustomization),
    ...files
      .filter((file) => !file.endsWith(`/${NAME}`) && !named.has(file))
      .map((file) => `No kustomization names ${file}.`),
  ];
}
