import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

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
