/** The Kubernetes manifests: by the API's schema and types, and whether they fit each other, the server and Envoy. */
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
import { entryFlags } from './test/image.js';
import {
  containerOf,
  deploymentOf,
  deployments,
  documentsOf,
  manifestOf,
  manifestsOf,
  moduleOf,
  written,
} from './test/manifests.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = `${ROOT}.cache/manifests/`;
afterAll(() => rmSync(CACHE, { recursive: true, force: true }));

/** Compiles values of Kubernetes' types; gives what the compiler says. */
async function compiled(values: readonly { readonly kind: string; readonly value: Record<string, unknown> }[]) {
  mkdirSync(CACHE, { recursive: true });
  const lines = values.map(
    ({ kind, value }, index) =>
      `import type { I${kind} as I${index} } from '${moduleOf(value)}';\nexport const v${index}: I${index} = ${JSON.stringify(value)};`,
  );
  writeFileSync(`${CACHE}manifests.ts`, lines.join('\n'));
  const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
  const flags = '--noEmit --ignoreConfig --strict --skipLibCheck --target es2022 --module nodenext --types node'.split(
    ' ',
  );
  return run(process.execPath, [tsc, ...flags, `${CACHE}manifests.ts`], { cwd: ROOT });
}

describe('the manifests', () => {
  test.each(written)('$file: $kind holds to the schema', (document) => {
    expect(() => manifestOf(document)).not.toThrow();
  });

  test('hold to the types, which know every key', async () => {
    expect(await compiled(written)).toMatchObject({ output: '', failure: undefined });
  });

  test('are checked in earnest', async () => {
    const broken = documentsOf('server.yaml').map(({ kind, value, file }) => {
      const text = JSON.stringify(value);
      return { kind, file, value: JSON.parse(text.replace('"readinessProbe"', '"readynessProbe"')) };
    });
    expect((await compiled(broken)).output).toMatch(/readynessProbe.* does not exist/);
    const wrong = readFileSync(`${ROOT}deploy/kubernetes/server.yaml`, 'utf8').replace(
      'periodSeconds: 5',
      'periodSeconds: often',
    );
    expect(() => documentsOf('server.yaml', wrong).map(manifestOf)).toThrow(/periodSeconds/);
  });

  test('are all in one namespace', () => {
    const namespaces = written.filter(({ kind }) => kind !== 'Namespace').map(({ value }) => value['metadata']);
    for (const metadata of namespaces) expect(metadata).toMatchObject({ namespace: 'calls' });
  });
});

describe('they fit each other', () => {
  const labels = deployments.map(({ spec }) => spec?.template.metadata?.labels);

  test('each Deployment selects its own pods', () => {
    for (const { spec } of deployments) expect(spec?.selector.matchLabels).toEqual(spec?.template.metadata?.labels);
  });

  test('services, budgets and policies select pods that there are', () => {
    const policies = manifestsOf(NetworkPolicy);
    const peers = policies.flatMap(({ spec }) => spec?.ingress ?? []).flatMap(({ from }) => from ?? []);
    const selected = [
      ...manifestsOf(Service).map(({ spec }) => spec?.selector),
      ...manifestsOf(PodDisruptionBudget).map(({ spec }) => spec?.selector?.matchLabels),
      ...policies.map(({ spec }) => spec?.podSelector?.matchLabels),
      ...peers.map(({ podSelector }) => podSelector?.matchLabels),
      // The policy for all pods selects none by name.
    ].filter((selector) => selector !== undefined);
    expect(selected.length).toBeGreaterThanOrEqual(7);
    for (const selector of selected) expect(labels).toContainEqual(selector);
  });

  test('services lead to ports that containers have', () => {
    for (const { metadata, spec } of manifestsOf(Service)) {
      const ports = containerOf(metadata?.name ?? '').ports?.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
  });

  test('the autoscaler scales the server, and its budget lets one go at a time', () => {
    const [autoscaler] = manifestsOf(HorizontalPodAutoscaler);
    expect(autoscaler?.spec?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'server' });
    expect(autoscaler?.spec?.minReplicas).toBeGreaterThan(1);
    expect(deploymentOf('server').spec?.replicas).toBeUndefined();
  });
});

describe('they fit the server', () => {
  const { args = [], readinessProbe, livenessProbe, ports, resources, env } = containerOf('server');
  const commandLine = parseCommandLine([...entryFlags, ...args]);

  test('which understands its flags, and is given the time that it drains', () => {
    if (commandLine === 'help') throw new Error('It asks for help.');
    const { drainDelayMs, drainGraceMs, port, healthPort, healthHost, tokenFile } = commandLine;
    const seconds = deploymentOf('server').spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(seconds * 1000).toBeGreaterThanOrEqual(drainDelayMs + drainGraceMs + 2000);
    expect(ports).toEqual([{ name: 'grpc', containerPort: port }, { name: 'health', containerPort: healthPort }]); // prettier-ignore
    expect(healthHost).toBe('0.0.0.0');
    expect(readinessProbe?.httpGet).toEqual({ path: healthPaths.ready, port: 'health' });
    expect(livenessProbe?.httpGet).toEqual({ path: healthPaths.live, port: 'health' });
    const [mount] = containerOf('server').volumeMounts ?? [];
    expect(tokenFile).toBe(`${mount?.mountPath}/token`);
  });

  test('whose heaps fit the memory', () => {
    const [, heap] = /--max-old-space-size=(\d+)/.exec(env?.[0]?.value ?? '') ?? [];
    expect(resources?.limits?.['memory']).toBe('640Mi');
    // The serving thread's, and a worker's.
    expect(Number(heap) + 128).toBeLessThanOrEqual(0.85 * 640);
  });
});

describe('they fit Envoy', () => {
  const configuration = readFileSync(`${ROOT}envoy/envoy.production.yaml`, 'utf8');

  test('which calls the service by its name and port, and listens at the port of its own', () => {
    const service = manifestsOf(Service).find(({ spec }) => spec?.clusterIP === 'None');
    const [port] = service?.spec?.ports ?? [];
    expect(configuration).toContain(`address: ${service?.metadata?.name}, port_value: ${port?.port} `);
    expect(configuration).toContain(`port_value: ${containerOf('envoy').ports?.[0]?.containerPort} # <listener-port>`);
    expect(configuration).toContain(`exact: ${containerOf('envoy').readinessProbe?.httpGet?.path} `);
  });

  test('whose hook ends before it is killed, and after its drain time', () => {
    const { args = [], lifecycle } = containerOf('envoy');
    const script = lifecycle?.preStop?.exec?.command?.at(-1) ?? '';
    const slept = [...script.matchAll(/sleep (\d+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    const drain = Number(args[args.indexOf('--drain-time-s') + 1]);
    const grace = deploymentOf('envoy').spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(slept).toBeGreaterThan(drain);
    expect(slept).toBeLessThan(grace);
  });

  test('whose files are mounted where it looks for them', () => {
    const mounts = containerOf('envoy').volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(['/etc/envoy', '/etc/envoy/tls']);
    expect(configuration).toContain('path: /etc/envoy/certificate.yaml');
  });
});

test.each(deployments.map((deployment) => ({ name: deployment.metadata?.name, pod: deployment.spec?.template.spec })))(
  '$name runs without rights, on a file system that it can not write',
  ({ name = '', pod }) => {
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod?.automountServiceAccountToken).toBe(false);
    expect(containerOf(name).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(containerOf(name).resources ?? {})).toEqual(['requests', 'limits']);
    expect(containerOf(name).image).toMatch(/:v?\d+\.\d+\.\d+$/);
  },
);
