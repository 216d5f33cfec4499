import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.js';
import { grpcCaller, grpcWebCaller } from './test-callers.js';

describe('the command line', () => {
  it('has defaults', () => {
    expect(parseCommandLine([])).toEqual({
      host: '127.0.0.1',
      port: 50_051,
      gatewayPort: undefined,
      origins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
      sendOrigins: [],
      maxMessageBytes: 4_194_304,
      tls: undefined,
      drainDelayMs: 0,
      drainGraceMs: 10_000,
    });
  });

  it('reads every flag', () => {
    const args =
      '--host ::1 --port 0 --gateway-port=8080 --origins https://a.example,http://b.example:1 --send-origins https://*.a.example,http://127.0.0.1:8 --max-message-bytes 9 --tls-cert c --tls-key k --tls-client-ca a --drain-delay-ms 1 --drain-grace-ms 2';
    expect(parseCommandLine(args.split(' '))).toEqual({
      host: '::1',
      port: 0,
      gatewayPort: 8080,
      origins: ['https://a.example', 'http://b.example:1'],
      sendOrigins: ['https://*.a.example', 'http://127.0.0.1:8'],
      maxMessageBytes: 9,
      tls: { cert: 'c', key: 'k', clientCa: 'a' },
      drainDelayMs: 1,
      drainGraceMs: 2,
    });
    expect(parseCommandLine(['--help'])).toBe('help');
    expect(parseCommandLine(['--origins', ''])).toMatchObject({ origins: [] });
  });

  const wrong: [string[], string][] = [
    [['--port', '65536'], '--port must be an integer from 0 to 65535, not "65536".'],
    [['--port', 'x'], '--port must be an integer from 0 to 65535, not "x".'],
    [['--port='], '--port must be an integer from 0 to 65535, not "".'],
    [['--port', '1e3'], '--port must be an integer from 0 to 65535, not "1e3".'],
    [['--gateway-port', '1.5'], '--gateway-port must be an integer from 0 to 65535, not "1.5".'],
    [['--max-message-bytes', '0'], '--max-message-bytes must be an integer from 1 to 2147483647, not "0".'],
    [['--host', ''], '--host is empty'],
    [['--origins', '*'], '--origins: "*" is not an origin; write scheme, host and port: http://localhost:5173.'],
    [
      ['--send-origins', 'a.example'],
      '--send-origins: "a.example" is no origin that can be allowed; write https://api.example.com, ',
    ],
    [['--tls-cert', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--tls-client-ca', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--prot', '1'], "'--prot'"],
    [['stray'], "'stray'"],
    [['--port'], '--port'],
  ];
  it.each(wrong)('%j is refused', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError);
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});

async function firstLine(
  child: ChildProcessWithoutNullStreams,
): Promise<{ event: string; grpc: string; gateway: string }> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(String(line));
}

describe('the process', () => {
  const running: ChildProcessWithoutNullStreams[] = [];
  let folder = '';

  beforeAll(async () => {
    // Inside the package, so that Node finds the dependencies; the builder's sources go into this bundle.
    const cache = fileURLToPath(new URL('../.cache', import.meta.url));
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'server-'));
    await build({
      configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
      logLevel: 'error',
      build: {
        outDir: folder,
        rolldownOptions: { external: (id) => /^[^./\0]/.test(id) && !id.startsWith('endpoint.js') },
      },
      ssr: { noExternal: [/^endpoint\.js/] },
      resolve: { conditions: ['endpoint.js-source'] },
    });
  }, 60_000);
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function start(args: string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [join(folder, 'server-main.js'), ...args], {
      env: { ...process.env, ...env },
    });
    running.push(child);
    return child;
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('says where it listens, serves, and ends at %s with 0', async (signal) => {
    const child = start(['--port', '0', '--gateway-port', '0']);
    const { event, grpc, gateway } = await firstLine(child);
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
    const before = performance.now();
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(performance.now() - before).toBeLessThan(3000);
    caller.close();
    expect(await output).toContain('"event":"stopped"');
    await expect(fetch(gateway)).rejects.toThrow('fetch failed');
  });

  it('leaves the gateway out unless asked, and takes the token from the environment', async () => {
    const child = start(['--port', '0'], { CALL_SERVER_TOKEN: 'secret' });
    const addresses = await firstLine(child);
    expect(Object.keys(addresses)).toEqual(['event', 'grpc']);
    const caller = grpcCaller(addresses.grpc);
    expect((await caller.call({ code: 'echo' })).code).toBe(16);
    expect((await caller.call({ code: 'echo' }, { metadata: { authorization: 'Bearer secret' } })).code).toBe(0);
    caller.close();
  });

  it.each([
    [['--port', 'x'], {}, 2, '--port must be an integer from 0 to 65535, not "x".'],
    [['--bogus'], {}, 2, "'--bogus'"],
    [['--port', '0'], { CALL_SERVER_TOKEN: 'a b' }, 1, 'The token must be'],
  ])('%j ends with a message', async (args, env, code, message) => {
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

  it('ends with 1 and names the address when the port is taken', async () => {
    const { grpc } = await firstLine(start(['--port', '0']));
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
});
