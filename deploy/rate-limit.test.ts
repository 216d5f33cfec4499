/** Envoy's rate limit service as delivered: Compose, Kubernetes, the limits and the guide's blocks fit each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { RATE_LIMIT } from '../dev/setup/rate-limit.mjs';
import { findContainer, FOLDER, listKind, readManifests, ROOT } from './test/manifests.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { services, networks } = parse(read('deploy/compose.yaml'));
const { 'rate-limit': service, redis } = services;
const manifests = ['deployment.yaml', 'redis.yaml', 'service.yaml'].flatMap((name) => {
  const path = join(FOLDER, 'components', 'rate-limit', name);
  return readManifests(readFileSync(path, 'utf8'), path);
});
const guide = read('docs/guides/envoy.md');

/** A block of the guide, as YAML. */
function readBlock(name: string): unknown {
  const [, block = ''] = new RegExp(`\`\`\`yaml ${name}\\n([^]*?)\`\`\``).exec(guide) ?? [];
  return parse(block);
}

describe('the rate limit service', () => {
  test('is the one that the tests run, and has the same settings everywhere', () => {
    const container = findContainer(manifests, 'rate-limit');
    expect(container.image).toBe(service.image);
    expect(RATE_LIMIT.version.split('-').at(-1)?.startsWith(service.image.split(':')[1])).toBe(true);
    expect(container.command).toEqual(service.command);
    const settings = Object.fromEntries(container.env?.map(({ name, value }) => [name, value]) ?? []);
    // The kubelet asks for health at the pod's address, and a mounted ConfigMap has links.
    const { HOST, ...others } = service.environment;
    expect(HOST).toBe('127.0.0.1');
    expect(settings).toEqual({ ...others, RUNTIME_IGNOREDOTFILES: 'true' });
  });

  test('reads the limits where they are mounted', () => {
    const { RUNTIME_ROOT, RUNTIME_APPDIRECTORY } = service.environment;
    const folder = `${RUNTIME_ROOT}/${RUNTIME_APPDIRECTORY}`;
    expect(service.volumes).toEqual([`./rate-limit/config.yaml:${folder}/config.yaml:ro`]);
    expect(findContainer(manifests, 'rate-limit').volumeMounts?.map(({ mountPath }) => mountPath)).toEqual([folder]);
  });

  test('has a Redis with the same flags everywhere, which it alone reaches', () => {
    const { image, command = [], args = [], ports } = findContainer(manifests, 'redis');
    expect([image, [...command, ...args]]).toEqual([redis.image, redis.command]);
    expect(service.environment.REDIS_URL).toBe(`redis:${ports?.[0]?.containerPort}`);
    expect([redis.networks, networks.counts.internal]).toEqual([['counts'], true]);
    const members = Object.entries<{ networks: string[] }>(services).filter(([, one]) =>
      one.networks.includes('counts'),
    );
    expect(members.map(([name]) => name)).toEqual(['rate-limit', 'redis']);
  });

  test('is started where the profile "rate-limit" asks for it alone', () => {
    expect([service.profiles, redis.profiles]).toEqual([['rate-limit'], ['rate-limit']]);
    expect([service.ports, redis.ports]).toEqual([undefined, undefined]);
    expect(service.depends_on.redis.condition).toBe('service_healthy');
  });

  test('is where Envoy asks for it, and has a limit for each descriptor that Envoy sends', () => {
    const [cluster] = readBlock('global-cluster') as { load_assignment: unknown; name: string }[];
    const found = listKind(manifests, 'Service').find(({ metadata }) => metadata?.name === cluster?.name);
    const address = `address: ${found?.metadata?.name}, port_value: ${found?.spec?.ports?.[0]?.port} `;
    expect(guide.split(address)).toHaveLength(2);
    expect(service.networks).toContain('calls');
    const [filter] = readBlock('global-filter') as { typed_config: { domain: string } }[];
    const { domain, descriptors } = parse(read('deploy/rate-limit/config.yaml'));
    expect(domain).toBe(filter?.typed_config.domain);
    const keys = new Set(descriptors.map(({ key }: { key: string }) => key));
    const sent = JSON.stringify(filter).matchAll(/"descriptor_key":"(\w+)"/g);
    expect(keys).toEqual(new Set(Array.from(sent, ([, key]) => key)));
  });
});
