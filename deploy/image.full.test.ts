/** The image itself: built by buildah from deploy/Containerfile, and run. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOT_CHECKED } from '../dev/setup/programs.mjs';
import { run, start, stop } from '../process/processes.mjs';
import { grpcCaller } from '../server/test/callers.js';
import { Image, findMissingBuilder } from './test/image.js';
import { defaultFlags, entryFlags, nodeFlags, program } from './test/descriptions.js';

/** The last of a chain of processes: the program that a container runs. Any thread may have started the next one. */
function findLeaf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const started = readdirSync(tasks).map((thread) => readFileSync(join(tasks, thread, 'children'), 'utf8'));
  const child = /\d+/.exec(started.join(' '))?.[0];
  return child === undefined ? pid : findLeaf(Number(child));
}

const missing = await findMissingBuilder();
test.for(missing === undefined ? [] : [missing])(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

describe.each(missing === undefined ? ['buildah'] : [])('the image, built by %s', () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  let image: Image;
  beforeAll(async () => {
    image = await Image.build(folder);
  }, 1_200_000);
  afterAll(async () => {
    await image.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program of the image to its end. */
  const runIn = (...args: readonly string[]) => run(...image.command(...args));

  test('starts the server as a user without rights, and has a health check', async () => {
    const { config } = await image.inspect();
    expect(config).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['node', ...nodeFlags, program, ...entryFlags],
      Cmd: defaultFlags,
      WorkingDir: '/app',
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: ['CMD', 'node', 'deploy/healthcheck.mjs'] },
    });
    expect(await runIn('node', '--print', 'process.getuid()')).toMatchObject({ stdout: '1000\n', failure: undefined });
  });

  test('has files that its user can’t change', async () => {
    const write = "require('fs').appendFileSync('server/dist/main.js', '')";
    expect((await runIn('node', '--eval', write)).output).toContain('EACCES');
    expect((await runIn('node', '--eval', write.replace('append', 'read'))).failure).toBeUndefined();
  });

  test('checks flags, and ends', async () => {
    expect(await runIn('node', ...nodeFlags, program, ...entryFlags, ...defaultFlags, '--check')).toMatchObject({
      code: 0,
    });
    const wrong = await runIn('node', ...nodeFlags, program, ...entryFlags, '--token-file=/nowhere', '--check');
    expect(wrong.output).toContain('/nowhere');
    expect(wrong.code).toBe(2);
  });

  test('serves a call, reports its health, and drains at SIGTERM', async () => {
    // They replace the default ones, as flags after an image's name do.
    const flags = ['--host', '127.0.0.1', '--port', '0', '--health-port', '0', '--drain-delay-ms', '100'];
    const child = start(...image.command('node', ...nodeFlags, program, ...entryFlags, ...flags));
    let output = '';
    try {
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      const listening = JSON.parse(output) as { grpc: string; health: string };
      const caller = grpcCaller(listening.grpc);
      const { response } = await caller.call({ code: 'build', str1: 'GET /users/{id}', str2: '{"id":7}' });
      expect(JSON.parse(response?.message ?? '')).toMatchObject({ url: 'https://api.github.com/users/7' });
      expect((await runIn('node', 'deploy/healthcheck.mjs', listening.health)).code).toBe(0);
      caller.close();
      // To the server alone: a signal to buildah would kill it.
      // A thread may end between its listing and its reading: then it looks again.
      process.kill(await vi.waitFor(() => findLeaf(child.pid ?? 0)), 'SIGTERM');
      await once(child, 'close');
      expect(output).toMatch(/"event":"draining"[^]*"event":"stopped"/);
    } finally {
      await stop(child);
    }
  });
});
