import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { cert, key } from '../test/certificate.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { readFirstLine, serverProcesses } from '../test/process.js';

describe('the process', () => {
  const { resolvePath, start } = serverProcesses();

  it.each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
    'prints its addresses, serves, and ends at %s with 0',
    async (signal) => {
      const child = start(['--port', '0', '--gateway-port', '0']);
      const { event, grpc, gateway } = await readFirstLine(child);
      expect([event, grpc, gateway]).toEqual([
        'listening',
        expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ]);
      const request = { code: 'build', str1: 'GET /users/{id}', str2: '{"id":7}' };
      const caller = grpcCaller(grpc);
      const results = [await caller.call(request), await grpcWebCaller(gateway).call(request)];
      expect(results.map(({ response }) => response?.success)).toEqual([true, true]);
      expect(results[0]?.response).toEqual(results[1]?.response);
      const output = text(child.stdout);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      caller.close();
      expect(await output).toContain('"event":"stopped"');
      await expect(fetch(gateway)).rejects.toThrow('fetch failed');
    },
  );

  it('omits the gateway unless requested, and reads the token from the environment', async () => {
    const child = start(['--port', '0'], { CALL_SERVER_TOKEN: 'secret' });
    const addresses = await readFirstLine(child);
    expect(Object.keys(addresses)).toEqual(['event', 'grpc']);
    const caller = grpcCaller(addresses.grpc);
    expect((await caller.call({ code: 'echo' })).code).toBe(16);
    expect((await caller.call({ code: 'echo' }, { metadata: { authorization: 'Bearer secret' } })).code).toBe(0);
    caller.close();
  });

  it('reads the token from a file', async () => {
    const path = resolvePath('token');
    await writeFile(path, 'from-a-file\n');
    const { grpc } = await readFirstLine(start(['--port', '0', '--token-file', path]));
    const caller = grpcCaller(grpc);
    const codes = [];
    for (const token of ['from-a-file', 'from-a-file\\n', 'other']) {
      codes.push((await caller.call({ code: 'echo' }, { metadata: { authorization: `Bearer ${token}` } })).code);
    }
    expect(codes).toEqual([0, 16, 16]);
    caller.close();
  });

  const wrong: readonly (readonly [args: string[], env: Record<string, string>, code: number, message: string])[] = [
    [['--token-file', 'no-such-file'], {}, 2, '--token-file: ENOENT'],
    [['--token-file', 'x'], { CALL_SERVER_TOKEN: 'a' }, 2, 'The token is set twice'],
    [['--port', 'x'], {}, 2, '--port must be an integer from 0 to 65535, not "x".'],
    [['--bogus'], {}, 2, "'--bogus'"],
    [['--port', '0'], { CALL_SERVER_TOKEN: 'a b' }, 2, 'CALL_SERVER_TOKEN: The token must be'],
    [['--port', '0'], { CALL_SERVER_TOKEN: '' }, 2, 'CALL_SERVER_TOKEN: The token is empty; '],
    [['--token-file', '/dev/null'], {}, 2, '--token-file /dev/null: The token is empty; '],
    [['--tls-cert', '/dev/null', '--tls-key', '/dev/null'], {}, 2, 'The TLS setting cert holds no certificate; '],
    [['--token-file', '/'], {}, 2, '--token-file: EISDIR'],
  ];
  it.each(sample(wrong, 3))('%j %j ends with a message', async (args, env, code, message) => {
    const child = start(args, env);
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  /** Calls until `done`, and once more; all of them have to succeed. */
  async function callUntil(address: string, done: () => boolean): Promise<void> {
    const caller = grpcCaller(address);
    for (let over = false; !over;) {
      over = done();
      expect((await caller.call({ code: 'echo' })).code).toBe(0);
    }
    caller.close();
  }

  it('continues to serve when the readers of its output have gone', async () => {
    const child = start(['--port', '0']);
    const { grpc } = await readFirstLine(child);
    let calls = 0;
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    await callUntil(grpc, () => (calls += 1) > 50);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('continues to serve when no one reads its output', async () => {
    const child = start(['--port', '0']);
    const { grpc } = await readFirstLine(child);
    child.stdout.pause();
    const caller = grpcCaller(grpc);
    // More than a pipe takes.
    const requests = Array.from({ length: 700 }, () => caller.call({ code: 'echo' }));
    const codes = new Set((await Promise.all(requests)).map(({ code }) => code));
    caller.close();
    expect(codes).toEqual(new Set([0]));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  // At SIGUSR2, what no code of the server should do.
  const bugs = {
    error: 'process.on("SIGUSR2", () => { throw new RangeError("a secret") })',
    rejection: 'process.on("SIGUSR2", () => { Promise.reject(new RangeError("a secret")) })',
  };
  it.each(sample(Object.entries(bugs)))(
    'after an uncaught %s it says where, finishes its calls, and ends with 1',
    async (_, bug) => {
      const slow = createHttpServer();
      await once(slow.listen(0, '127.0.0.1'), 'listening');
      const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      const path = resolvePath('bug.mjs');
      await writeFile(path, bug);
      const NODE_OPTIONS = `--import=${path}`;
      const child = start(['--port', '0', '--send-origins', origin], { NODE_OPTIONS });
      const { grpc } = await readFirstLine(child);
      const lines: { event: string }[] = [];
      createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
      const events = (): string[] => lines.map(({ event }) => event).filter((event) => event !== 'call');
      const exit = once(child, 'exit');
      const caller = grpcCaller(grpc);
      const arrived = once(slow, 'request');
      const call = caller.call({ code: 'send', str1: `GET ${origin}/` });
      const [, response] = await arrived;
      child.kill('SIGUSR2');
      await expect.poll(events).toEqual(['failure', 'draining']);
      child.kill('SIGUSR2');
      await expect.poll(events).toEqual(['failure', 'draining', 'failure']);
      response.end('done');
      expect((await call).response?.success).toBe(true);
      caller.close();
      slow.close();
      expect(await exit).toEqual([1, null]);
      await expect.poll(events).toEqual(['failure', 'draining', 'failure', 'stopped']);
      expect(lines[0]).toMatchObject({
        error: { name: 'RangeError', stack: expect.arrayContaining([expect.stringContaining('bug.mjs')]) },
      });
      expect(JSON.stringify(lines)).not.toContain('a secret');
    },
  );

  it('ends with 1 and names the address when the port is taken', async () => {
    const { grpc } = await readFirstLine(start(['--port', '0']));
    const port = grpc.split(':')[1] ?? '';
    const child = start(['--port', port]);
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Can't listen on 127.0.0.1:${port}`);
  });

  it('prints its usage', async () => {
    const child = start(['--help']);
    const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('--gateway-port')]);
  });

  it('reaches listed origins only, by TLS with the authorities of the environment, and serves TLS itself', async () => {
    const certPath = resolvePath('cert.pem');
    const keyPath = resolvePath('key.pem');
    await Promise.all([writeFile(certPath, cert), writeFile(keyPath, key)]);
    const target = createHttpsServer({ cert, key }, (_, response) => response.end('over TLS'));
    await once(target.listen(0, '127.0.0.1'), 'listening');
    try {
      const origin = `https://localhost:${(target.address() as AddressInfo).port}`;
      const args = ['--port', '0', '--send-origins', origin];
      const request = { code: 'send', str1: `GET ${origin}/` };
      const callers = [];
      for (const env of [{ NODE_EXTRA_CA_CERTS: certPath }, { NODE_EXTRA_CA_CERTS: '' }]) {
        callers.push(grpcCaller((await readFirstLine(start(args, env))).grpc));
      }
      const [trusting, other] = await Promise.all(callers.map((caller) => caller.call(request)));
      for (const caller of callers) caller.close();
      expect(trusting?.response).toEqual({ success: true, message: expect.stringContaining('"body":"over TLS"') });
      expect(other?.response).toEqual({
        success: false,
        message: `The request to ${origin} failed: its certificate can't be trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`,
      });
    } finally {
      target.close();
    }
    const { gateway } = await readFirstLine(start(['--port', '0', '--gateway-port', '0', '--tls-cert', certPath, '--tls-key', keyPath])); // prettier-ignore
    expect(gateway).toMatch(/^https:/);
  });

  it('names the missing file of TLS', async () => {
    const child = start(['--tls-cert', 'no-such.pem', '--tls-key', 'no-such.pem']);
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--tls-cert: ENOENT')]);
  });
});
