/** Kubernetes' manifests: read from files, or from what Kustomize renders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IConfigMap, INamespace, IService } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { listResources, readKustomization } from './kustomizations.js';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of the Kustomize tree. */
export const FOLDER = join(ROOT, 'deploy', 'kubernetes');

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A document, whose spec isn't checked yet. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
}

/** Kinds, as far as tests read them: those of Kubernetes and of the Prometheus operator. */
interface Kinds {
  readonly ConfigMap: IConfigMap;
  readonly Deployment: IDeployment;
  readonly HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  readonly Namespace: INamespace;
  readonly NetworkPolicy: INetworkPolicy;
  readonly PodDisruptionBudget: IPodDisruptionBudget;
  readonly Service: IService;
  readonly PodMonitor: Manifest & {
    readonly spec: {
      readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
      readonly podMetricsEndpoints: readonly { readonly port: string }[];
    };
  };
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'kind' in value && 'apiVersion' in value && 'metadata' in value;

/** Reads the documents of a text. Throws for YAML with an error, and for documents that are no manifests. */
export function readManifests(text: string, origin: string): Manifest[] {
  // Kubernetes reads YAML 1.1.
  return parseAllDocuments(text, { version: '1.1' }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${origin}: ${String(document.errors[0])}`);
    const value: unknown = document.toJS();
    if (!isManifest(value)) throw new Error(`${origin} has a document without apiVersion, kind or metadata.`);
    return value;
  });
}

/**
 * Collects the resources of a kustomization and of those that it names, with generated ConfigMaps, in their namespaces: the content of
 * the base without Kustomize. Patches, components and images are Kustomize's own work.
 */
export function collectManifests(folder: string): Manifest[] {
  const { namespace, configMapGenerator = [] } = readKustomization(folder);
  const { files, folders } = listResources(folder);
  const read = files.flatMap((file) => readManifests(readFileSync(file, 'utf8'), file));
  const generated = configMapGenerator.map(({ name, files: sources = [] }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: Object.fromEntries(
      sources.map((source) => {
        const [key = '', path = key] = source.split('=');
        return [key, readFileSync(join(folder, path), 'utf8')];
      }),
    ),
  }));
  const placed = (manifest: Manifest): Manifest =>
    namespace === undefined || manifest.kind === 'Namespace'
      ? manifest
      : { ...manifest, metadata: { ...manifest.metadata, namespace } };
  return [...folders.flatMap(collectManifests), ...read, ...generated].map(placed);
}

/** Lists the manifests of a kind. */
export function listKind<K extends keyof Kinds>(manifests: readonly Manifest[], kind: K): Kinds[K][] {
  return manifests.filter((manifest): manifest is Manifest & Kinds[K] => manifest.kind === kind);
}

/** Finds a Deployment by its name. */
export function findDeployment(manifests: readonly Manifest[], name: string): IDeployment {
  const found = listKind(manifests, 'Deployment').find(({ metadata }) => metadata?.name === name);
  if (!found) throw new Error(`There is no Deployment ${name}.`);
  return found;
}

/** Finds a Deployment's only container. */
export function findContainer(manifests: readonly Manifest[], name: string) {
  const [first, ...others] = findDeployment(manifests, name).spec?.template.spec?.containers ?? [];
  if (!first || others.length > 0) throw new Error(`The Deployment ${name} doesn't have exactly one container.`);
  return first;
}

/** The base, as {@link collectManifests} reads it. */
export const base = collectManifests(join(FOLDER, 'base'));
