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

/** A document of a manifest's file, as it is written. */
export interface Written {
  readonly file: string;
  readonly kind: Kind;
  readonly value: Record<string, unknown>;
}

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && kind in KINDS;

/** The documents of a file of manifests. Throws for a kind that nobody knows how to check. */
export function documentsOf(file: string, text = readFileSync(FOLDER + file, 'utf8')): Written[] {
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
export const written = readdirSync(FOLDER).flatMap((file) => documentsOf(file));

/** Checks a manifest by Kubernetes' own schema; throws when it doesn't hold to it. */
export function manifestOf({ kind, value }: Written): Manifest {
  const { apiVersion } = KINDS[kind];
  if (value['apiVersion'] !== apiVersion)
    throw new Error(`${kind} is of ${apiVersion}, not ${String(value['apiVersion'])}.`);
  const manifest = new KINDS[kind](value);
  manifest.validate();
  return manifest;
}

/** The manifests of a class. */
export function manifestsOf<T extends Manifest>(type: new (data?: never) => T): T[] {
  return written.map(manifestOf).flatMap((manifest) => (manifest instanceof type ? [manifest] : []));
}

/** The Deployments. */
export const deployments = manifestsOf(Deployment);

/** A Deployment, by its name. */
export function deploymentOf(name: string): Deployment {
  const found = deployments.find(({ metadata }) => metadata?.name === name);
  if (!found) throw new Error(`There is no Deployment ${name}.`);
  return found;
}

/** A Deployment's only container. */
export function containerOf(name: string) {
  const [first] = deploymentOf(name).spec?.template.spec?.containers ?? [];
  if (!first) throw new Error(`The Deployment ${name} has no container.`);
  return first;
}

/** Where the type of a kind is: the compiler finds keys that the schema, which allows any, lets through. */
export const moduleOf = (value: Record<string, unknown>): string => `kubernetes-models/${String(value['apiVersion'])}`;
