/** The image's description, and the composition of containers; container.full.test.ts has the image's contents. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { NODE_FLAGS } from '../envoy/launcher/backend.mjs';
import { ENVOY_VERSION } from '../envoy/launcher/cache.mjs';
import { type CommandLine, parseCommandLine } from '../server/process/command-line.js';
import {
  listContextFiles,
  createContextFilter,
  neverRead,
  containerfile,
  defaultFlags,
  dockerignore,
  entryFlags,
  nodeFlags,
} from './test/descriptions.js';
import { readHeap, readMebibytes } from './test/settings.js';
import { listMemory, sumMemory } from '../server/service/memory.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function parseFlags(args: readonly string[]): CommandLine {
  const commandLine = parseCommandLine(args);
  if (commandLine === 'help') throw new Error('The flags ask for help.');
  return commandLine;
}

describe('the Containerfile', () => {
  test('is valid', () => {
    expect(validate(containerfile)).toEqual([]);
    expect(validate(containerfile.replace('WORKDIR /app', 'WORKDIRE /app'))).not.toEqual([]);
  });

  test('runs the server as a user without rights, from versions that are named', () => {
    const last = containerfile.slice(containerfile.lastIndexOf('FROM '));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", "deploy\/healthcheck\.mjs"\]$/m);
    for (const [, image] of containerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^node:\d+\.\d+-slim$/);
    expect(nodeFlags).toEqual(NODE_FLAGS);
    const semiSpace = Number(/--min-semi-space-size=(\d+)/.exec(NODE_FLAGS.join())?.[1]);
    expect(listMemory(0)['its young objects']).toBe(3 * semiSpace);
    const { drain, listen } = parseFlags([...entryFlags, ...defaultFlags]);
    expect(drain).toEqual({ delayMs: 5000, graceMs: 20_000 });
    expect(listen.host).toBe('0.0.0.0');
    // The default address of healthcheck.mjs.
    expect([listen.healthHost, listen.healthPort]).toEqual([undefined, 50_052]);
  });
});

describe('the context of the build', () => {
  const isIn = createContextFilter(dockerignore);

  test.each([
    'deploy/secrets/token', 'deploy/secrets/tls/tls.key', 'deploy/secrets/tls/tls.crt', '.env', '.env.production', '.npmrc', '.git/config',
    'id_rsa', 'token', 'server.key', 'notes.txt', 'server/.env', 'server/tls.key', 'lib/secrets/token', 'dev/.npmrc', 'proto/ca.pem',
    'server/token', 'deploy/compose.yaml', 'deploy/kubernetes/base/server.yaml', 'node_modules/a/index.js', 'dist/server.js', '.cache/a',
    'lib/index.test.ts', 'server/test/certificate.ts', 'playground/src/main.tsx', 'README.md', 'dev/soak/main.mjs', 'e2e/a.spec.ts',
    'server/dist/main.js', 'dev/setup/install.mjs', 'client/index.ts', 'envoy/certificate.yaml',
  ])('has no %s', (path) => expect(isIn(path)).toBe(false)); // prettier-ignore

  test.each([
    'package.json',
    'package-lock.json',
    'server/process/main.ts',
    'server/service/credentials.ts',
    'deploy/collect.mjs',
    'client/package.json',
  ])('has %s', (path) => expect(isIn(path)).toBe(true));

  test('excludes new folders of the project', () => {
    for (const folder of neverRead)
      for (const path of [folder, `server/${folder}`]) expect(isIn(`${path}/file`)).toBe(false);
    const folders = new Set(listContextFiles(ROOT, dockerignore).map((path) => path.split('/', 1)[0]));
    expect(folders).toEqual(new Set([
      'LICENSE', 'client', 'deploy', 'dev', 'envoy', 'lib', 'package-lock.json', 'package.json', 'process', 'proto', 'server', 'tsconfig.base.json',
    ])); // prettier-ignore
  });

  test('is copied by the build after the packages', () => {
    expect(containerfile.match(/^(COPY|ADD) (?!--from=build).*$/gm)).toEqual([
      'COPY package.json package-lock.json ./',
      ...workspaces.map((name) => `COPY ${name}/package.json ${name}/`),
      'COPY . .',
    ]);
  });
});

describe('compose.yaml', () => {
  const path = `${ROOT}deploy/compose.yaml`;
  const { services, networks } = parse(readFileSync(path, 'utf8'));

  // Services are in the order in which a call goes through them, and their keys in one that reads well.
  const rules = { 'services-alphabetical-order': 0, 'service-keys-order': 0 } as const;
  const linted = (file: string) =>
    new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([file], false);

  test('follows the specification and good practice', () => {
    expect(linted(path).flatMap(({ messages }) => messages)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    const broken = join(folder, 'compose.yaml');
    writeFileSync(broken, readFileSync(path, 'utf8').replace('stop_grace_period', 'stop_grace'));
    expect(
      linted(broken)
        .flatMap(({ messages }) => messages.map(({ message }) => message))
        .join(),
    ).toMatch(/stop_grace|additional/i);
    rmSync(folder, { recursive: true });
  });

  test('asks for health as the image does', () => {
    const [, check = '[]'] = /^HEALTHCHECK .* CMD (.*)$/m.exec(containerfile) ?? [];
    expect(services.server.healthcheck.test).toEqual(['CMD', ...JSON.parse(check)]);
    expect(services.envoy.depends_on.server.condition).toBe('service_healthy');
  });

  test('gives the server flags that it understands, and the time of its drain', () => {
    const { drain, tokenFile, listen } = parseFlags([...entryFlags, ...services.server.command]);
    // Where prometheus.yaml looks for them.
    expect([listen.metricsHost, listen.metricsPort]).toEqual(['0.0.0.0', 9464]);
    expect(parseFloat(services.server.stop_grace_period) * 1000).toBeGreaterThanOrEqual(
      drain.delayMs + drain.graceMs + 2000,
    );
    expect(tokenFile).toBe(`/run/secrets/${services.server.secrets[0]}`);
  });

  test('gives the server the memory of all its parts', () => {
    const { environment, mem_limit: limit } = services.server;
    expect(sumMemory(readHeap(environment.NODE_OPTIONS))).toBeLessThanOrEqual(readMebibytes(limit));
  });

  test('keeps the servers inside, without rights, on a read-only file system', () => {
    expect(services.server.ports).toBeUndefined();
    expect(networks.calls.internal).toBe(true);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(services.envoy.user).toBe('101:101');
  });

  test('watches only where the profile "observe" asks for it, and publishes Grafana on loopback alone', () => {
    const { envoy, server, prometheus, grafana } = services;
    expect([envoy.profiles, server.profiles]).toEqual([undefined, undefined]);
    expect([prometheus.profiles, grafana.profiles]).toEqual([['observe'], ['observe']]);
    expect([envoy.ports, prometheus.ports, grafana.ports]).toEqual([
      ['0.0.0.0:8443:8443'],
      undefined,
      ['127.0.0.1:3000:3000'],
    ]);
    // Prometheus reaches servers and Envoy, Grafana only Prometheus.
    for (const { networks: joined } of [envoy, server, prometheus]) expect(joined).toContain('calls');
    expect(prometheus.networks).toContain('observe');
    expect(grafana.networks).toEqual(['observe']);
    for (const { volumes } of [prometheus, grafana]) {
      const files = volumes.filter((volume: string) => volume.startsWith('./'));
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        const [source = ''] = file.split(':', 1);
        expect([source, existsSync(join(ROOT, 'deploy', source))]).toEqual([source, true]);
      }
    }
    const [, config = ''] = /--config\.file=(\S+)/.exec(prometheus.command.join(' ')) ?? [];
    expect(prometheus.volumes).toContain(`./observability/prometheus.yaml:${config}:ro`);
  });

  test('mounts existing files into the tested version of Envoy', () => {
    expect(services.envoy.image).toBe(`envoyproxy/envoy:v${ENVOY_VERSION}`);
    const sources = services.envoy.volumes.map((volume: string) => volume.split(':', 1)[0]);
    expect(sources.pop()).toBe('./secrets/tls');
    for (const source of sources) expect([source, existsSync(join(ROOT, 'deploy', source))]).toEqual([source, true]);
  });
});
