/** What manifests say of each other: labels, ports, names. */
import type { IDeployment } from 'kubernetes-models/apps/v1';
import { listKind, type Manifest } from './manifests.js';

type Labels = Readonly<Record<string, string>>;
type Pod = NonNullable<NonNullable<IDeployment['spec']>['template']>;

interface NamedPod {
  readonly name: string;
  readonly template: Pod;
}

const labelsOf = ({ template }: NamedPod): Labels => template.metadata?.labels ?? {};

/** Whether labels have all those of a selector. */
export const matches = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** Lists the pods of all Deployments. */
function listPods(manifests: readonly Manifest[]): NamedPod[] {
  return listKind(manifests, 'Deployment').flatMap(({ metadata, spec }) =>
    spec === undefined ? [] : [{ name: metadata?.name ?? '', template: spec.template }],
  );
}

/** Ports of a pod's containers, by name and by number. */
function listPorts({ template }: NamedPod): (string | number)[] {
  const ports = template.spec?.containers.flatMap(({ ports: list = [] }) => list) ?? [];
  return ports.flatMap(({ name, containerPort }) => (name === undefined ? [containerPort] : [name, containerPort]));
}

function checkSelectors(manifests: readonly Manifest[]): string[] {
  const pods = listPods(manifests);
  const selected: [string, Labels | undefined][] = [
    ...listKind(manifests, 'Service').map(({ metadata, spec }): [string, Labels | undefined] => [
      `Service ${metadata?.name}`,
      spec?.selector,
    ]),
    ...listKind(manifests, 'PodDisruptionBudget').map(({ metadata, spec }): [string, Labels | undefined] => [
      `PodDisruptionBudget ${metadata?.name}`,
      spec?.selector?.matchLabels,
    ]),
    ...listKind(manifests, 'PodMonitor').map(({ metadata, spec }): [string, Labels | undefined] => [
      `PodMonitor ${metadata.name}`,
      spec.selector.matchLabels,
    ]),
    ...listKind(manifests, 'NetworkPolicy').map(({ metadata, spec }): [string, Labels | undefined] => [
      `NetworkPolicy ${metadata?.name}`,
      spec?.podSelector?.matchLabels ?? {},
    ]),
  ];
  const ownPods = listKind(manifests, 'Deployment')
    .filter(({ spec }) => !matches(spec?.selector.matchLabels ?? { '': '' }, spec?.template.metadata?.labels ?? {}))
    .map(({ metadata }) => `Deployment ${metadata?.name} doesn't select its own pods.`);
  const spread = pods.flatMap(({ name, template }) =>
    (template.spec?.topologySpreadConstraints ?? [])
      .filter(
        ({ labelSelector }) => !matches(labelSelector?.matchLabels ?? { '': '' }, template.metadata?.labels ?? {}),
      )
      .map(({ topologyKey }) => `Deployment ${name} spreads other pods than its own over ${topologyKey}.`),
  );
  const dangling = selected
    .filter(([, labels]) => labels === undefined || !pods.some((pod) => matches(labels, labelsOf(pod))))
    .map(([who]) => `${who} selects no pod.`);
  return [...ownPods, ...spread, ...dangling];
}

function checkPorts(manifests: readonly Manifest[]): string[] {
  const pods = listPods(manifests);
  const services = listKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
    const targets = pods.filter((pod) => matches(spec?.selector ?? { '': '' }, labelsOf(pod)));
    return (spec?.ports ?? [])
      .filter(({ targetPort = '' }) => targets.some((pod) => !listPorts(pod).includes(targetPort)))
      .map(({ targetPort }) => `Service ${metadata?.name}: its pods have no port ${targetPort}.`);
  });
  const monitors = listKind(manifests, 'PodMonitor').flatMap(({ metadata, spec }) => {
    const targets = pods.filter((pod) => matches(spec.selector.matchLabels, labelsOf(pod)));
    return spec.podMetricsEndpoints
      .filter(({ port }) => targets.some((pod) => !listPorts(pod).includes(port)))
      .map(({ port }) => `PodMonitor ${metadata.name}: its pods have no port ${port}.`);
  });
  const probes = pods.flatMap((pod) =>
    (pod.template.spec?.containers ?? []).flatMap(({ name, startupProbe, readinessProbe, livenessProbe }) =>
      Object.entries({ startupProbe, readinessProbe, livenessProbe })
        .filter(([, probe]) => !listPorts(pod).includes(probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? ''))
        .map(([key]) => `Container ${name}: its ${key} asks no port of its own.`),
    ),
  );
  const annotations = pods.flatMap(({ name, template }) => {
    const port = template.metadata?.annotations?.['prometheus.io/port'];
    const metrics = template.spec?.containers.flatMap(({ ports = [] }) => ports).find((one) => one.name === 'metrics');
    return port === undefined || Number(port) === metrics?.containerPort
      ? []
      : [`Deployment ${name}: prometheus.io/port isn't its port metrics.`];
  });
  return [...services, ...monitors, ...probes, ...annotations];
}

/** Lists the names of secrets that manifests expect. */
export function listSecrets(manifests: readonly Manifest[]): Set<string> {
  const volumes = listPods(manifests).flatMap(({ template }) => template.spec?.volumes ?? []);
  return new Set(volumes.flatMap(({ secret }) => secret?.secretName ?? []));
}

function checkVolumes(manifests: readonly Manifest[]): string[] {
  const maps = new Set(listKind(manifests, 'ConfigMap').map(({ metadata }) => metadata?.name));
  return listPods(manifests).flatMap(({ name, template }) => {
    const volumes = template.spec?.volumes ?? [];
    const mounted = template.spec?.containers.flatMap(({ volumeMounts = [] }) => volumeMounts) ?? [];
    const names = new Set(volumes.map((volume) => volume.name));
    const used = new Set(mounted.map((mount) => mount.name));
    const who = `Deployment ${name}`;
    const dangling = volumes
      .filter(({ configMap }) => configMap !== undefined && !maps.has(configMap.name))
      .map(({ configMap }) => `${who}: there is no ConfigMap ${configMap?.name}.`);
    const unknown = mounted
      .filter((mount) => !names.has(mount.name))
      .map((mount) => `${who}: no volume ${mount.name}.`);
    const wrong = mounted
      .filter(({ subPath, readOnly }) => subPath !== undefined || readOnly !== true)
      .map((mount) => `${who}: ${mount.name} must be mounted read-only, as a folder.`);
    const unused = volumes
      .filter((volume) => !used.has(volume.name))
      .map((volume) => `${who}: ${volume.name} is unused.`);
    return [dangling, unknown, wrong, unused].flat();
  });
}

function checkScaling(manifests: readonly Manifest[]): string[] {
  const scaled = listKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef.name ?? '');
  const deployments = listKind(manifests, 'Deployment');
  const names = new Set(deployments.map(({ metadata }) => metadata?.name));
  return [
    ...scaled.filter((name) => !names.has(name)).map((name) => `An autoscaler scales ${name}, which doesn't exist.`),
    ...scaled.filter((name, index) => scaled.indexOf(name) < index).map((name) => `Two autoscalers scale ${name}.`),
    ...deployments
      .filter(({ metadata, spec }) => (spec?.replicas === undefined) !== scaled.includes(metadata?.name ?? ''))
      .map(({ metadata }) => `Deployment ${metadata?.name}: either an autoscaler or the file sets its replicas.`),
  ];
}

function checkNames(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return [
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} exists twice.`),
    ...manifests
      .filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'calls')
      .map(({ kind, metadata }) => `${kind} ${metadata.name} isn't in the namespace calls.`),
  ];
}

/**
 * Checks names, labels and ports by which manifests refer to each other.
 *
 * @returns the faults, one sentence each
 */
export function checkReferences(manifests: readonly Manifest[]): string[] {
  return [checkNames, checkSelectors, checkPorts, checkVolumes, checkScaling].flatMap((check) => check(manifests));
}
