import { readFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createIgnore from '@balena/dockerignore';
import { dirname, join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');

/** The image's description, and the files that its build may read. */
export const containerfile = read('Containerfile');
export const dockerignore = read('Containerfile.dockerignore');

/** Reads the list in JSON of an instruction. */
function readList(instruction: string): string[] {
  const [, json = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(containerfile) ?? [];
  return JSON.parse(json);
}

/** The program of the image, its fixed flags, and its default flags, which flags after the image's name replace. */
export const [program = '', ...entryFlags] = readList('ENTRYPOINT').slice(1);
export const defaultFlags = readList('CMD');

/** Folders that are large, and excluded, as a test checks. */
export const neverRead = ['.git', 'node_modules', 'test-results', '.cache'];

/** Makes a filter of the files in a build's context, as Docker reads the patterns. */
export function createContextFilter(patterns: string): (path: string) => boolean {
  return createIgnore().add(patterns).createFilter();
}

/** Lists the files of a folder that are in the context. */
export function listContextFiles(root: string, patterns: string): string[] {
  const isIn = createContextFilter(patterns);
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !neverRead.includes(name));
  return top.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const below = readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true });
    return below.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name).slice(root.length)] : []));
  }).filter(isIn); // prettier-ignore
}

/** Copies these files, as a build does with its context. */
export function copyContext(root: string, files: readonly string[], target: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

export const FOLDER = fileURLToPath(new URL('../kubernetes/', import.meta.url));

const KINDS = { Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Namespace, Service };
type Kind = keyof typeof KINDS;
type Manifest = { readonly [K in Kind]: InstanceType<(typeof KINDS)[K]> }[Kind];

/** A document of a manifest's file, not checked yet. */
export interface ManifestDocument {
  readonly file: string;
  readonly kind: Kind;
  readonly value: Record<string, unknown>;
}

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && kind in KINDS;

/** Reads the documents of a file of manifests. Throws for a kind that isn't in the list above. */
export function readDocuments(file: string, text = readFileSync(FOLDER + file, 'utf8')): ManifestDocument[] {
  // Kubernetes reads YAML 1.1.
  return parseAllDocuments(text, { version: '1.1' }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${String(document.errors[0])}`);
    const value: Record<string, unknown> = document.toJS();
    const { kind } = value;
    if (!isKind(kind)) throw new Error(`${file} has a ${String(kind)}, which can't be checked.`);
    return { file, kind, value };
  });
}

/** All manifests. */
export const documents = readdirSync(FOLDER).flatMap((file) => readDocuments(file));

/** Checks a manifest by Kubernetes' own schema; throws when it breaks it. */
export function toManifest({ kind, value }: ManifestDocument): Manifest {
  const { apiVersion } = KINDS[kind];
  if (value['apiVersion'] !== apiVersion)
    throw new Error(`${kind} is of ${apiVersion}, not ${String(value['apiVersion'])}.`);
  const manifest = new KINDS[kind](value);
  manifest.validate();
  return manifest;
}

/** Lists the manifests of a class. */
export function listManifests<T extends Manifest>(type: new (data?: never) => T): T[] {
  return documents.map(toManifest).flatMap((manifest) => (manifest instanceof type ? [manifest] : []));
}

/** The Deployments. */
export const deployments = listManifests(Deployment);

/** Finds a Deployment by its name. */
export function findDeployment(name: string): Deployment {
  const found = deployments.find(({ metadata }) => metadata?.name === name);
  if (!found) throw new Error(`There is no Deployment ${name}.`);
  return found;
}

/** Finds a Deployment's only container. */
export function findContainer(name: string) {
  const [first] = findDeployment(name).spec?.template.spec?.containers ?? [];
  if (!first) throw new Error(`The Deployment ${name} has no container.`);
  return first;
}

/** Names the module of a kind's type: the compiler finds unknown keys, which the schema allows. */
export const getTypeModule = (value: Record<string, unknown>): string =>
  `kubernetes-models/${String(value['apiVersion'])}`;
