/**
 * The base of the Kustomize tree, checked by the API's schema and against itself, the server and Envoy. What Kustomize renders from overlays
 * and components is checked by kubernetes.full.test.ts, with the same checks, and by the schemas of every key.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { base, collectManifests, FOLDER, type Manifest, readManifests, ROOT } from './test/manifests.js';
import { checkReferences, listSecrets } from './test/references.js';
import { checkSettings } from './test/settings.js';
import { listTraffic } from './test/traffic.js';
import { ENVOY_TRAFFIC } from './test/variants.js';

const CLASSES = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  Namespace,
  Service,
};
const isKnown = (kind: string): kind is keyof typeof CLASSES => kind in CLASSES;

/** Checks a manifest by Kubernetes' own schema; throws when it breaks it. */
function validate(manifest: Manifest): void {
  if (!isKnown(manifest.kind)) throw new Error(`There is no schema of ${manifest.kind}.`);
  new CLASSES[manifest.kind](manifest).validate();
}

/** The base with an edit in the JSON of one manifest. */
function edit(kind: string, name: string, from: string | RegExp, to: string): Manifest[] {
  return base.map((manifest) => {
    if (manifest.kind !== kind || manifest.metadata.name !== name) return manifest;
    const text = JSON.stringify(manifest);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`${kind} ${name} has no ${String(from)}.`);
    return JSON.parse(edited) as Manifest;
  });
}

describe('the base', () => {
  test('matches the schema', () => {
    for (const manifest of base) expect(() => validate(manifest)).not.toThrow();
    const wrong = edit('Deployment', 'server', '"periodSeconds":5', '"periodSeconds":"often"').find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'server',
    );
    expect(() => wrong && validate(wrong)).toThrow(/periodSeconds/);
  });

  test('refers to what exists, and fits the server and Envoy', () => {
    expect(checkReferences(base)).toEqual([]);
    expect(checkSettings(base)).toEqual([]);
  });

  test('allows no connections but those that it needs', () => {
    expect(listTraffic(base).toSorted()).toEqual(ENVOY_TRAFFIC.toSorted());
    // Pods of the namespace that no policy names reach nothing.
    expect(listTraffic(base.filter(({ metadata }) => metadata.name !== 'nothing'))).toContain('neighbour → envoy:8443');
    const open = base.filter(({ kind, metadata }) => kind !== 'NetworkPolicy' || metadata.name === 'envoy');
    expect(listTraffic(open)).toContain('neighbour → server:50052');
    expect(listTraffic(open)).toContain('server → stranger:443');
  });

  test('expects the secrets that the guide creates', () => {
    const guide = readFileSync(`${ROOT}docs/guides/operate.md`, 'utf8');
    expect(listSecrets(base)).toEqual(new Set(['calls-tokens', 'calls-tls']));
    for (const name of listSecrets(base)) expect(guide).toMatch(new RegExp(`create secret (tls|generic) ${name} `));
  });
});

describe('a fault is found', () => {
  test.each([
    ['Deployment', 'server', /"labels":\{"app":"server"\},"annotations"/, '"labels":{"app":"sever"},"annotations"', "doesn't select its own pods"],
    ['Service', 'server', '"app":"server"', '"app":"sever"', 'Service server selects no pod'],
    ['Service', 'envoy', '"targetPort":"https"', '"targetPort":"http"', 'no port http'],
    ['Deployment', 'server', '"port":"health"', '"port":"healthy"', 'asks no port of its own'],
    ['Deployment', 'envoy', '"configMap":{"name":"envoy"}', '"configMap":{"name":"proxy"}', 'no ConfigMap proxy'],
    ['HorizontalPodAutoscaler', 'server', '"kind":"Deployment","name":"server"', '"kind":"Deployment","name":"servers"', "scales servers, which doesn't exist"],
    ['Service', 'server', '"name":"server"', '"name":"envoy"', 'Service envoy exists twice'],
  ] as const)('in references: %s %s, %s', (kind, name, from, to, fault) => {
    expect(checkReferences(edit(kind, name, from, to)).join()).toContain(fault);
  }); // prettier-ignore

  test.each([
    ['Deployment', 'server', '"terminationGracePeriodSeconds":30', '"terminationGracePeriodSeconds":26', 'killed before the end of its drain'],
    ['Deployment', 'server', '--metrics-host=0.0.0.0', '--metrics-host=127.0.0.1', "metrics can't be reached"],
    ['Deployment', 'server', '"--token-file=/run/secrets/calls/tokens",', '', 'has no tokens'],
    ['Deployment', 'server', '--max-old-space-size=384', '--max-old-space-size=448', "don't fit its memory"],
    ['Deployment', 'server', '"--health-host=0.0.0.0"', '"--health-host=0.0.0.0","--tls-cert=/run/secrets/calls/a","--tls-key=/run/secrets/calls/b"', 'says h2c'],
    ['Deployment', 'envoy', 'sleep 32', 'sleep 20', 'ends before its drain'],
    ['Deployment', 'envoy', '"mountPath":"/etc/envoy/tls"', '"mountPath":"/etc/envoy/cert"', 'reads /etc/envoy/tls'],
    ['ConfigMap', 'envoy', 'address: server, port_value: 50051', 'address: server, port_value: 50052', 'another name or port'],
    ['Deployment', 'server', '"runAsNonRoot":true', '"runAsNonRoot":false', 'may run as root'],
    ['Deployment', 'server', 'calls:0.1.0', 'calls', 'without a version'],
  ] as const)('in settings: %s %s, %s', (kind, name, from, to, fault) => {
    expect(checkSettings(edit(kind, name, from, to)).join()).toContain(fault);
  }); // prettier-ignore

  test('in flags', () => {
    const wrong = edit('Deployment', 'server', '--metrics-port=9464', '--metric-port=9464');
    expect(() => checkSettings(wrong)).toThrow(/--metric-port/);
  });

  test.each([
    ['server', '"kubernetes.io/metadata.name":"monitoring"', '"kubernetes.io/metadata.name":"elsewhere"', 'caller → server:9464'],
    ['server', '"podSelector":{"matchLabels":{"app":"envoy"}}', '"namespaceSelector":{}', 'pod elsewhere → server:50051'],
    ['envoy', '"from":[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"monitoring"}}}],', '', 'stranger → envoy:9465'],
    ['server', '"policyTypes":["Ingress","Egress"]', '"policyTypes":["Ingress","Egress"],"egress":[{}]', 'server → stranger:443'],
  ])('in traffic: %s, %s', (name, from, to, connection) => {
    expect(listTraffic(edit('NetworkPolicy', name, from, to))).toContain(connection);
    expect(listTraffic(base)).not.toContain(connection);
  }); // prettier-ignore

  test('in YAML, and in a document that is no manifest', () => {
    expect(() => readManifests('a: [', 'x.yaml')).toThrow(/x\.yaml/);
    expect(() => readManifests('a: 1', 'x.yaml')).toThrow(/without apiVersion/);
    // The namespace with its policy, five of the servers and of Envoy each, and Envoy's configuration.
    expect(collectManifests(join(FOLDER, 'base'))).toHaveLength(13);
  });
});
