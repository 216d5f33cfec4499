/** The Kubernetes manifests, checked by the API's schema and types, and against each other, the server and Envoy. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../envoy/launcher/process/processes.mjs';
import { parseCommandLine } from '../server/process/command-line.js';
import { healthPaths } from '../server/transports/health.js';
import {
  entryFlags,
  findContainer,
  findDeployment,
  deployments,
  readDocuments,
  toManifest,
  listManifests,
  getTypeModule,
  documents,
} from './test/descriptions.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = `${ROOT}.cache/manifests/`;
afterAll(() => rmSync(CACHE, { recursive: true, force: true }));

/** Compiles values of Kubernetes' types; returns the compiler's output. */
async function compile(values: readonly { readonly kind: string; readonly value: Record<string, unknown> }[]) {
  mkdirSync(CACHE, { recursive: true });
  const lines = values.map(
    ({ kind, value }, index) =>
      `import type { I${kind} as I${index} } from '${getTypeModule(value)}';\nexport const v${index}: I${index} = ${JSON.stringify(value)};`,
  );
  writeFileSync(`${CACHE}manifests.ts`, lines.join('\n'));
  const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
  const flags = '--noEmit --ignoreConfig --strict --skipLibCheck --target es2022 --module nodenext --types node'.split(
    ' ',
  );
  return run(process.execPath, [tsc, ...flags, `${CACHE}manifests.ts`], { cwd: ROOT });
}

describe('the manifests', () => {
  test.each(documents)('$file: $kind matches the schema', (document) => {
    expect(() => toManifest(document)).not.toThrow();
  });

  test('match the types, which list every key', async () => {
    expect(await compile(documents)).toMatchObject({ output: '', failure: undefined });
  });

  test('fail the checks with a broken key or value', async () => {
    const broken = readDocuments('server.yaml').map(({ kind, value, file }) => {
      const text = JSON.stringify(value);
      return { kind, file, value: JSON.parse(text.replace('"readinessProbe"', '"readynessProbe"')) };
    });
    expect((await compile(broken)).output).toMatch(/readynessProbe.* does not exist/);
    const wrong = readFileSync(`${ROOT}deploy/kubernetes/server.yaml`, 'utf8').replace(
      'periodSeconds: 5',
      'periodSeconds: often',
    );
    expect(() => readDocuments('server.yaml', wrong).map(toManifest)).toThrow(/periodSeconds/);
  });

  test('are all in one namespace', () => {
    const namespaces = documents.filter(({ kind }) => kind !== 'Namespace').map(({ value }) => value['metadata']);
    for (const metadata of namespaces) expect(metadata).toMatchObject({ namespace: 'calls' });
  });
});

describe('they match each other', () => {
  const labels = deployments.map(({ spec }) => spec?.template.metadata?.labels);

  test('each Deployment selects its own pods', () => {
    for (const { spec } of deployments) expect(spec?.selector.matchLabels).toEqual(spec?.template.metadata?.labels);
  });

  test('services, budgets and policies select existing pods', () => {
    const policies = listManifests(NetworkPolicy);
    const peers = policies.flatMap(({ spec }) => spec?.ingress ?? []).flatMap(({ from }) => from ?? []);
    const selected = [
      ...listManifests(Service).map(({ spec }) => spec?.selector),
      ...listManifests(PodDisruptionBudget).map(({ spec }) => spec?.selector?.matchLabels),
      ...policies.map(({ spec }) => spec?.podSelector?.matchLabels),
      ...peers.map(({ podSelector }) => podSelector?.matchLabels),
      // The policy for all pods selects none by name.
    ].filter((selector) => selector !== undefined);
    expect(selected.length).toBeGreaterThanOrEqual(7);
    for (const selector of selected) expect(labels).toContainEqual(selector);
  });

  test('services lead to existing ports of containers', () => {
    for (const { metadata, spec } of listManifests(Service)) {
      const ports = findContainer(metadata?.name ?? '').ports?.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
  });

  test('the autoscaler scales the server, and its budget allows one disruption at a time', () => {
    const [autoscaler] = listManifests(HorizontalPodAutoscaler);
    expect(autoscaler?.spec?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'server' });
    expect(autoscaler?.spec?.minReplicas).toBeGreaterThan(1);
    expect(findDeployment('server').spec?.replicas).toBeUndefined();
  });
});

describe('they match the server', () => {
  const { args = [], readinessProbe, livenessProbe, ports, resources, env } = findContainer('server');
  const commandLine = parseCommandLine([...entryFlags, ...args]);

  test('which understands its flags, and gets the time of its drain', () => {
    if (commandLine === 'help') throw new Error('It asks for help.');
    const { drain, port, healthPort, healthHost, tokenFile } = commandLine;
    const seconds = findDeployment('server').spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(seconds * 1000).toBeGreaterThanOrEqual(drain.delayMs + drain.graceMs + 2000);
    expect(ports).toEqual([{ name: 'grpc', containerPort: port }, { name: 'health', containerPort: healthPort }]); // prettier-ignore
    expect(healthHost).toBe('0.0.0.0');
    expect(readinessProbe?.httpGet).toEqual({ path: healthPaths.ready, port: 'health' });
    expect(livenessProbe?.httpGet).toEqual({ path: healthPaths.live, port: 'health' });
    const [mount] = findContainer('server').volumeMounts ?? [];
    expect(tokenFile).toBe(`${mount?.mountPath}/token`);
  });

  test('whose heaps fit the memory', () => {
    const [, heap] = /--max-old-space-size=(\d+)/.exec(env?.[0]?.value ?? '') ?? [];
    expect(resources?.limits?.['memory']).toBe('640Mi');
    // The serving thread's, and a worker's.
    expect(Number(heap) + 128).toBeLessThanOrEqual(0.85 * 640);
  });
});

describe('they match Envoy', () => {
  const configuration = readFileSync(`${ROOT}envoy/envoy.production.yaml`, 'utf8');

  test('which calls the service by its name and port, and listens on its container port', () => {
    const service = listManifests(Service).find(({ spec }) => spec?.clusterIP === 'None');
    const [port] = service?.spec?.ports ?? [];
    expect(configuration).toContain(`address: ${service?.metadata?.name}, port_value: ${port?.port} `);
    expect(configuration).toContain(
      `port_value: ${findContainer('envoy').ports?.[0]?.containerPort} # <listener-port>`,
    );
    expect(configuration).toContain(`exact: ${findContainer('envoy').readinessProbe?.httpGet?.path} `);
  });

  test('whose hook ends before it is killed, and after its drain time', () => {
    const { args = [], lifecycle } = findContainer('envoy');
    const script = lifecycle?.preStop?.exec?.command?.at(-1) ?? '';
    const slept = [...script.matchAll(/sleep (\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    const drain = Number(args[args.indexOf('--drain-time-s') + 1]);
    const grace = findDeployment('envoy').spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(slept).toBeGreaterThan(drain);
    expect(slept).toBeLessThan(grace);
  });

  test('whose files are mounted at the paths that it reads', () => {
    const mounts = findContainer('envoy').volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(['/etc/envoy', '/etc/envoy/tls']);
    expect(configuration).toContain('path: /etc/envoy/certificate.yaml');
  });
});

test.each(deployments.map((deployment) => ({ name: deployment.metadata?.name, pod: deployment.spec?.template.spec })))(
  '$name runs without rights, on a read-only file system',
  ({ name = '', pod }) => {
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod?.automountServiceAccountToken).toBe(false);
    expect(findContainer(name).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(findContainer(name).resources ?? {})).toEqual(['requests', 'limits']);
    expect(findContainer(name).image).toMatch(/:v?\d+\.\d+\.\d+$/);
  },
);
