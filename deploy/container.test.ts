/** The image's description, what is in the image, and the composition of containers. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ENVOY_VERSION } from '../envoy/cache.mjs';
import { build } from '../scripts/build.mjs';
import { run } from '../scripts/processes.mjs';
import { type CommandLine, parseCommandLine } from '../server/command-line.js';
import { grpcCaller } from '../server/test-callers.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const containerfile = readFileSync(`${ROOT}deploy/Containerfile`, 'utf8');
const [, entrypoint = '[]'] = /^ENTRYPOINT (.*)$/m.exec(containerfile) ?? [];
const [, command = '[]'] = /^CMD (.*)$/m.exec(containerfile) ?? [];
const [program, ...flags]: string[] = JSON.parse(entrypoint).slice(1);
const defaults: string[] = JSON.parse(command);

function understood(args: readonly string[]): CommandLine {
  const commandLine = parseCommandLine(args);
  if (commandLine === 'help') throw new Error('They ask for help.');
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
    const { drainDelayMs, drainGraceMs, host } = understood([...flags, ...defaults]);
    expect([drainDelayMs, drainGraceMs, host]).toEqual([5000, 20_000, '0.0.0.0']);
  });
});

describe('what is in the image', () => {
  let folder = '';
  const running: ChildProcessWithoutNullStreams[] = [];

  beforeAll(async () => {
    await build(['lib', 'server'], console.error);
    folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    const { failure, output } = await run(process.execPath, [`${ROOT}deploy/collect.mjs`, folder], { cwd: ROOT });
    if (failure !== undefined) throw new Error(output);
  }, 200_000);
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const health = (address: string): Promise<{ code: number | null; output: string }> =>
    run(process.execPath, ['deploy/healthcheck.mjs', address], { cwd: folder });

  test('serves, says that it is healthy, and stops', async () => {
    const args = ['--host', '127.0.0.1', '--port', '0', '--gateway-port', '0', '--metrics-port', '0'];
    const child = spawn(process.execPath, [program ?? '', ...args], { cwd: folder });
    running.push(child);
    const [line] = await once(child.stdout, 'data');
    const { grpc, metrics } = JSON.parse(String(line));
    const caller = grpcCaller(grpc);
    const { response } = await caller.call({ code: 'build', str1: 'GET /users/{id}', str2: '{"id":7}' });
    expect(response?.success).toBe(true);
    expect((await fetch(metrics)).status).toBe(200);
    expect(await health(grpc)).toMatchObject({ code: 0, output: '' });
    caller.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await health(grpc)).toMatchObject({ code: 1, output: expect.stringContaining('UNAVAILABLE') });
  });

  test('has none of the tools', () => {
    for (const path of ['node_modules/vite', 'node_modules/typescript', 'dist/playground', 'dist/types', 'server']) {
      expect([path, existsSync(join(folder, path))]).toEqual([path, false]);
    }
  });
});

describe('compose.yaml', () => {
  const path = `${ROOT}deploy/compose.yaml`;
  const { services, networks } = parse(readFileSync(path, 'utf8'));

  // Services are in the order in which a call goes through them, and their keys in one that reads well.
  const rules = { 'services-alphabetical-order': 0, 'service-keys-order': 0 } as const;
  const linted = (file: string) =>
    new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([file], false);

  test('holds to the specification, and to good practice', () => {
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

  test('gives the server flags that it understands, and the time that it drains', () => {
    const { drainDelayMs, drainGraceMs, tokenFile } = understood([...flags, ...services.server.command]);
    expect(parseFloat(services.server.stop_grace_period) * 1000).toBeGreaterThanOrEqual(
      drainDelayMs + drainGraceMs + 2000,
    );
    expect(tokenFile).toBe(`/run/secrets/${services.server.secrets[0]}`);
  });

  test('keeps the servers inside, without rights, on a file system that they can not write', () => {
    expect(services.server.ports).toBeUndefined();
    expect(networks.calls.internal).toBe(true);
    for (const service of [services.envoy, services.server]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(services.envoy.user).toBe('101:101');
  });

  test('mounts files that there are, into the Envoy that is tested', () => {
    expect(services.envoy.image).toBe(`envoyproxy/envoy:v${ENVOY_VERSION}`);
    const sources = services.envoy.volumes.map((volume: string) => volume.split(':', 1)[0]);
    expect(sources.pop()).toBe('./secrets/tls');
    for (const source of sources) expect([source, existsSync(join(ROOT, 'deploy', source))]).toEqual([source, true]);
  });
});
