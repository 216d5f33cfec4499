/** What manifests say of the server and of Envoy: flags, times, paths, rights. */
import { parseCommandLine } from '../../server/process/command-line.js';
import { sumMemory } from '../../server/service/memory.js';
import { healthPaths } from '../../server/transports/health.js';
import { entryFlags } from './descriptions.js';
import { findContainer, findDeployment, listKind, type Manifest } from './manifests.js';

/** A sentence for each check that fails. */
const listFaults = (checks: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(checks).flatMap(([sentence, isRight]) => (isRight ? [] : [sentence]));

/** Reads the limit of the heap, in MiB; NaN: there is none. */
export const readHeap = (nodeOptions: unknown): number =>
  Number(/--max-old-space-size=(\d+)/.exec(String(nodeOptions))?.[1]);

/** Reads an amount of memory as Kubernetes or Compose writes it. */
export function readMebibytes(text: unknown): number {
  const [, amount, unit = ''] = /^(\d+)(Mi|Gi|m|g)$/.exec(String(text)) ?? [];
  return Number(amount) * (unit.toLowerCase().startsWith('g') ? 1024 : 1);
}

function checkServer(manifests: readonly Manifest[]): string[] {
  const container = findContainer(manifests, 'server');
  const {
    args = [],
    startupProbe,
    readinessProbe,
    livenessProbe,
    ports = [],
    resources,
    env,
    volumeMounts,
  } = container;
  const commandLine = parseCommandLine([...entryFlags, ...args]);
  if (commandLine === 'help') return ['The server is asked for help.'];
  const { drain, listen, tokenFile, tls } = commandLine;
  const { port, gatewayPort, healthPort, metricsPort, healthHost, metricsHost } = listen;
  const seconds = findDeployment(manifests, 'server').spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
  const numbers: Record<string, number | undefined> = { grpc: port, health: healthPort, metrics: metricsPort, gateway: gatewayPort }; // prettier-ignore
  const folders = volumeMounts?.map(({ mountPath }) => mountPath) ?? [];
  const files = [tokenFile, tls?.cert, tls?.key, tls?.clientCa].filter((path) => path !== undefined);
  const plain = (probe: typeof readinessProbe, path: string): boolean =>
    probe?.httpGet?.port === 'health' && probe.httpGet.path === path && probe.httpGet.scheme === undefined;
  return listFaults({
    'The server is killed before the end of its drain.': seconds * 1000 >= drain.delayMs + drain.graceMs + 2000,
    "The server's ports aren't those of its flags.":
      ports.every(({ name = '', containerPort }) => numbers[name] === containerPort) &&
      ports.length === Object.values(numbers).filter((number) => number !== undefined).length,
    "The server's health and metrics can't be reached.": healthHost === '0.0.0.0' && metricsHost === '0.0.0.0',
    "The server's probes don't ask the plain health port.":
      plain(readinessProbe, healthPaths.ready) && [startupProbe, livenessProbe].every((probe) => plain(probe, healthPaths.live)),
    'The server has no tokens.': tokenFile !== undefined,
    'A file of the server is in no folder that is mounted.':
      files.every((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
    'A folder of the server is mounted, and none of its flags reads it.':
      folders.every((folder) => files.some((file) => file.startsWith(`${folder}/`))),
    "The server's parts don't fit its memory.": sumMemory(readHeap(env?.[0]?.value)) <= readMebibytes(resources?.limits?.['memory']),
    'The Service of servers says h2c where they speak TLS.':
      tls === undefined ||
      listKind(manifests, 'Service').every(({ spec }) => spec?.ports?.every(({ appProtocol }) => appProtocol !== 'kubernetes.io/h2c')),
  }); // prettier-ignore
}

function checkEnvoy(manifests: readonly Manifest[]): string[] {
  const { args = [], ports = [], lifecycle, readinessProbe, volumeMounts = [] } = findContainer(manifests, 'envoy');
  const { spec } = findDeployment(manifests, 'envoy');
  const mapped = spec?.template.spec?.volumes?.find(({ configMap }) => configMap !== undefined)?.configMap?.name;
  const files = listKind(manifests, 'ConfigMap').find(({ metadata }) => metadata?.name === mapped)?.data ?? {};
  const configuration = files['envoy.yaml'] ?? '';
  const service = listKind(manifests, 'Service').find(
    ({ metadata, spec: one }) => metadata?.name === 'server' && one?.clusterIP === 'None',
  );
  const script = lifecycle?.preStop?.exec?.command?.at(-1) ?? '';
  const slept = [...script.matchAll(/sleep (\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  const drain = Number(args[args.indexOf('--drain-time-s') + 1]);
  const grace = spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
  const folders = volumeMounts.map(({ mountPath }) => mountPath);
  // The files that Envoy reads: its configuration's, and those that these name.
  const read = Object.values(files)
    .join('\n')
    .matchAll(/(?:filename|path): (\/etc\/envoy\/[\w./-]+)/g);
  const isThere = (path: string): boolean => {
    const name = path.slice('/etc/envoy/'.length);
    return name.includes('/') || folders.includes(path)
      ? folders.some((folder) => folder !== '/etc/envoy' && path.startsWith(folder))
      : name in files;
  };
  const missing = [...new Set(Array.from(read, ([, path = '']) => path))].filter((path) => !isThere(path));
  return [
    ...missing.map((path) => `Envoy reads ${path}, which is nowhere.`),
    ...listFaults({
      "Envoy's configuration is mounted elsewhere.": args[1] === '/etc/envoy/envoy.yaml' && folders.includes('/etc/envoy'),
      "Envoy calls another name or port than the servers'.":
        configuration.includes(`address: ${service?.metadata?.name}, port_value: ${service?.spec?.ports?.[0]?.port} `),
      "Envoy's ports aren't those of its configuration.":
        ports.length === 2 && ports.every(({ containerPort }) => configuration.includes(`port_value: ${containerPort} # <`)),
      'Envoy has no health page where it is asked for.':
        configuration.includes(`exact: ${readinessProbe?.httpGet?.path} `) && readinessProbe?.httpGet?.scheme === 'HTTPS',
      "Envoy's hook ends before its drain.": slept > drain,
      'Envoy is killed before the end of its hook.': slept < grace,
      'Envoy speaks plain gRPC to servers with TLS, or TLS to plain ones.':
        configuration.includes('UpstreamTlsContext') === findContainer(manifests, 'server').args?.some((flag) => flag.startsWith('--tls-cert=')),
    }),
  ]; // prettier-ignore
}

function checkRights(manifests: readonly Manifest[]): string[] {
  return listKind(manifests, 'Deployment').flatMap(({ metadata, spec }) => {
    const pod = spec?.template.spec;
    const name = metadata?.name ?? '';
    const { securityContext, resources, image = '' } = findContainer(manifests, name);
    return listFaults({
      [`${name} may run as root.`]: pod?.securityContext?.runAsNonRoot === true && (pod.securityContext.runAsUser ?? 0) > 0,
      [`${name} has no seccomp profile.`]: pod?.securityContext?.seccompProfile?.type === 'RuntimeDefault',
      [`${name} gets a token of the API.`]: pod?.automountServiceAccountToken === false,
      [`${name} may gain rights.`]: securityContext?.allowPrivilegeEscalation === false,
      [`${name} has capabilities.`]: JSON.stringify(securityContext?.capabilities) === '{"drop":["ALL"]}',
      [`${name} may write.`]: securityContext?.readOnlyRootFilesystem === true,
      [`${name} has no requests or limits.`]: ['requests', 'limits'].every(
        (key) => Object.keys(resources?.[key as 'limits'] ?? {}).toSorted().join() === 'cpu,memory',
      ),
      [`${name} has an image without a version.`]: /:v?\d+\.\d+\.\d+$/.test(image),
    });
  }); // prettier-ignore
}

/**
 * Checks flags, times, paths and rights.
 *
 * @returns the faults, one sentence each
 * @throws {UsageError} for a flag that the server doesn't know
 */
export function checkSettings(manifests: readonly Manifest[]): string[] {
  return [...checkServer(manifests), ...checkEnvoy(manifests), ...checkRights(manifests)];
}
