import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { createServer } from '../server.js';
import { cert, client, clientCa, foreignClient, key } from '../test/certificate.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { startHeldIssuer } from '../test/held-issuer.js';
import { followEvents, readFirstLine, replaceFile, serverProcesses } from '../test/processes.js';
import { formatKeys, makeSigner } from '../test/signers.js';
import { parseCommandLine, UsageError } from './command-line.js';
import { checkSettings } from './serve.js';

const { resolvePath, start } = serverProcesses();
const jwtFlags = ['--jwt-issuer', 'i', '--jwt-audience', 'a', '--jwt-jwks'];

describe('the process', () => {
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

  it('reads files again when they change, and keeps the earlier ones where it can’t', async () => {
    const [tokens, ca] = [resolvePath('tokens'), resolvePath('ca.crt')];
    const tls = { 'tls.crt': cert, 'tls.key': key, 'ca.crt': clientCa };
    for (const [name, content] of Object.entries(tls)) replaceFile(resolvePath(name), content);
    replaceFile(tokens, 'shop first\n');
    const child = start([
      '--port', '0', '--token-file', tokens, '--tls-cert', resolvePath('tls.crt'), '--tls-key', resolvePath('tls.key'), '--tls-client-ca', ca,
    ]); // prettier-ignore
    const addresses = await readFirstLine(child);
    // There is no gateway unless requested.
    expect(Object.keys(addresses)).toEqual(['event', 'grpc']);
    const readEvent = followEvents(child);
    const readCode = async (token: string, identity = client): Promise<number> => {
      const caller = grpcCaller(addresses.grpc, cert, { identity });
      const { code } = await caller.call({ code: 'echo' }, { metadata: { authorization: `Bearer ${token}` } });
      caller.close();
      return code;
    };
    expect([await readCode('first'), await readCode('second')]).toEqual([0, 16]);
    replaceFile(tokens, 'shop second\n');
    expect(await readEvent()).toMatchObject({ event: 'renewed', file: tokens });
    expect([await readCode('first'), await readCode('second')]).toEqual([16, 0]);
    replaceFile(tokens, 'three words here');
    expect(await readEvent()).toMatchObject({
      event: 'renewal-failed',
      file: tokens,
      reason: expect.stringContaining('Line 1 must be "<token>" or "<caller> <token>".'),
    });
    replaceFile(ca, foreignClient.cert);
    expect(await readEvent()).toMatchObject({ event: 'renewed', file: ca });
    expect([await readCode('second'), await readCode('second', foreignClient)]).toEqual([14, 0]);
  });

  it('names what is wrong, and where the flags are, which would push it out of sight', async () => {
    const child = start(['--token-file', 'no-such-file']);
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^--token-file: ENOENT[^\n]+\nSee node \S*main\.js --help\.\n$/);
    const [path = ''] = /(?<=node )\S*main\.js/.exec(stderr) ?? [];
    expect(resolve(path)).toBe(child.spawnargs.find((argument) => argument.endsWith('main.js')));
  });

  const silences: readonly [string, (child: ReturnType<typeof start>) => unknown][] = [
    ['no one reads its output', ({ stdout }) => stdout.pause()],
    ['the readers of its output have gone', ({ stdout, stderr }) => [stdout, stderr].map((stream) => stream.destroy())],
  ];
  it.each(sample(silences))('continues to serve when %s', async (_, stopReading) => {
    const child = start(['--port', '0']);
    const { grpc } = await readFirstLine(child);
    stopReading(child);
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
      const issuer = await startHeldIssuer(resolvePath('held.mjs'));
      const path = resolvePath('bug.mjs');
      await writeFile(path, bug);
      const NODE_OPTIONS = `${issuer.env['NODE_OPTIONS']} --import=${path}`;
      const child = start(['--port', '0', ...issuer.flags], { NODE_OPTIONS });
      const { grpc } = await readFirstLine(child);
      const lines: { event: string }[] = [];
      createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
      const events = (): string[] => lines.map(({ event }) => event).filter((event) => event !== 'call');
      const exit = once(child, 'exit');
      const caller = grpcCaller(grpc);
      const call = caller.call({ code: 'echo' }, { metadata: issuer.metadata });
      await issuer.asked;
      child.kill('SIGUSR2');
      await expect.poll(events).toEqual(['failure', 'draining']);
      child.kill('SIGUSR2');
      await expect.poll(events).toEqual(['failure', 'draining', 'failure']);
      issuer.release();
      expect((await call).response?.success).toBe(true);
      caller.close();
      issuer.close();
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
    // Without the lines of grpc-js about it.
    const fix = 'choose another one, or 0 for any free port';
    expect(stderr).toBe(`Can't listen on 127.0.0.1:${port}: the port is already in use; ${fix}.\n`);
  });

  it('prints its usage', async () => {
    const child = start(['--help']);
    const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/\n {2}--gateway-port [^]*\n {2}--help [^]*\nThe files of tokens/),
    ]);
  });
});

describe('the check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const weakKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

  /** Checks flags, of which the last one's file has this content. */
  async function check(args: readonly string[], content?: string): Promise<void> {
    const path = join(folder, 'file');
    rmSync(path, { force: true });
    if (content !== undefined) writeFileSync(path, content);
    const commandLine = parseCommandLine(args.map((argument) => (argument === 'FILE' ? path : argument)));
    if (commandLine === 'help') throw new Error('The flags ask for help.');
    await checkSettings(commandLine);
  }

  it('accepts flags and files that can be used', async () => {
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await check([...jwtFlags, 'FILE'], formatKeys(await makeSigner('key')));
    expect(printed.mock.calls).toEqual([['The flags and their files can be used.\n']]);
  });

  it.each<[flags: string[], content: string | undefined, message: string]>([
    [['--allow-file', 'FILE'], 'shop ecoh', ': The caller shop is allowed the operation "ecoh", which doesn\'t exist; '],
    [['--allow-file', 'FILE'], undefined, '--allow-file: ENOENT'],
    [['--allow-file', 'FILE'], 'shop', ': Line 1 must be'],
    [['--allow-file', 'FILE'], '* echo\nshop echo', ': The caller "shop" is allowed operations and has no token; use one of *.'],
    [[...jwtFlags, 'FILE'], JSON.stringify({ keys: [weakKey] }), ': Key 0 of the key set has 1024 bits; use an RSA key of at least 2048.'],
    [[...jwtFlags, 'FILE'], undefined, '--jwt-jwks: ENOENT'],
    [[...jwtFlags, 'FILE'], 'secret', ": The key set isn't valid JSON; "],
    [[...jwtFlags, 'http://a.example'], '', '--jwt-jwks: The URL of the key set'],
    [[...jwtFlags, 'https://user:secret@a.example/keys'], '', '--jwt-jwks: The URL of the key set must have no user and no password; '],
    [['--origins-file', 'FILE'], 'http://a,http://b', ': Line 1 has several origins; write one in each line.'],
    [['--token-file', 'FILE'], 'Bearer secret', ': Line 1 begins with a scheme instead of a caller; omit "Bearer".'],
    [['--token-file', '/'], '', '--token-file: EISDIR'],
    [['--tls-cert', 'FILE', '--tls-key', 'FILE'], '', "tls.cert: isn't a certificate in PEM."],
    [['--tls-cert', 'FILE', '--tls-key', 'FILE'], undefined, '--tls-cert: ENOENT'],
  ])('refuses %j: %j', async (flags, content, message) => {
    const failure = check(flags, content);
    await expect(failure).rejects.toThrow(UsageError);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.not.toThrow('secret');
  }); // prettier-ignore

  it.each([
    ['a', 'The token is set twice'],
    ['a b', 'CALL_SERVER_TOKEN: The token must be'],
    ['', 'CALL_SERVER_TOKEN: The token is empty; '],
  ])('refuses the token %j of the environment', async (token, message) => {
    vi.stubEnv('CALL_SERVER_TOKEN', token);
    await expect(check(token === 'a' ? ['--token-file', 'FILE'] : [], 'a')).rejects.toThrow(message);
  });

  it.each([
    ['300.1.1.1', 'no such address is found; use an address of this machine, such as 127.0.0.1.'],
    ['192.0.2.1', 'this machine has no such address; use one of its addresses, or 0.0.0.0 for all of them.'],
  ])('of %s, on which no server can listen, is a sentence', async (host, problem) => {
    const message = `Can't listen on ${host}:0: ${problem}`;
    await expect(createServer().listen({ host, port: 0 })).rejects.toThrow(message);
    const metrics = createServer();
    await expect(metrics.listen({ port: 0, metricsPort: 0, metricsHost: host })).rejects.toThrow(message);
    await metrics.drain();
  });
});

describe('the command line', () => {
  it('has defaults', () => {
    expect(parseCommandLine([])).toEqual({
      listen: {
        host: '127.0.0.1',
        port: 50_051,
        gatewayPort: undefined,
        metricsPort: undefined,
        healthPort: undefined,
      },
      bounds: {},
      origins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
      originsFile: undefined,
      tokenFile: undefined,
      jwt: undefined,
      allowFile: undefined,
      tls: undefined,
      drain: { delayMs: 0, graceMs: 10_000 },
      check: false,
    });
  });

  it('reads every flag', () => {
    const args =
      '--host ::1 --port 0 --gateway-port=8080 --origins https://a.example,http://b.example:1 --max-message-bytes 9 --max-calls 5 --max-wait-ms 6 --max-connection-age-ms 3 --token-file t --jwt-issuer i --jwt-audience a --jwt-jwks https://i.example/keys --jwt-caller-claim client_id --allow-file w --tls-cert c --tls-key k --tls-client-ca a --metrics-port 9464 --metrics-host 0.0.0.0 --health-port 8081 --health-host ::1 --drain-delay-ms 1 --drain-grace-ms 2 --check';
    expect(parseCommandLine(args.split(' '))).toEqual({
      listen: {
        host: '::1',
        port: 0,
        gatewayPort: 8080,
        metricsPort: 9464,
        metricsHost: '0.0.0.0',
        healthPort: 8081,
        healthHost: '::1',
      },
      bounds: { maxMessageBytes: 9, maxCalls: 5, maxWaitMs: 6, maxConnectionAgeMs: 3 },
      origins: ['https://a.example', 'http://b.example:1'],
      originsFile: undefined,
      tokenFile: 't',
      jwt: { issuer: 'i', audience: 'a', jwks: 'https://i.example/keys', callerClaim: 'client_id' },
      allowFile: 'w',
      tls: { cert: 'c', key: 'k', clientCa: 'a' },
      drain: { delayMs: 1, graceMs: 2 },
      check: true,
    });
    expect(parseCommandLine(['--help'])).toBe('help');
    expect(parseCommandLine(['--origins', ''])).toMatchObject({ origins: [] });
    expect(parseCommandLine(['--origins-file', 'o'])).toMatchObject({ originsFile: 'o' });
  });

  const wrong: [string[], string | RegExp][] = [
    [['--port', '65536'], "--port isn't an integer from 0 to 65535."],
    [['--port', '1e3'], "--port isn't an integer from 0 to 65535."],
    [['--gateway-port', '1.5'], "--gateway-port isn't an integer from 0 to 65535."],
    [['--host', '[::1]'], "--host isn't a name or an address, such as 127.0.0.1, ::1 without brackets,"],
    [['--host', 'fe80::1'], /^--host isn't a name or an address.* or fe80::1%eth0 with its zone\.$/],
    [['--metrics-host', '[::1]', '--metrics-port=0'], "--metrics-host isn't a name"],
    [['--health-host', 'FE90::1', '--health-port=0'], "--health-host isn't a name"],
    [
      ['--origins', '*'],
      '--origins: "*" is not an origin; write scheme, host and port, such as http://localhost:5173.',
    ],
    [['--max-connection-age-ms', '0'], "--max-connection-age-ms isn't an integer from 1 to 2147483647."],
    [['--jwt-issuer', 'i', '--jwt-audience', 'a'], 'JWTs need all of --jwt-issuer, --jwt-audience and --jwt-jwks.'],
    [
      ['--jwt-issuer', '', '--jwt-audience', 'a', '--jwt-jwks', 'k'],
      '--jwt-issuer isn\'t the value of the claim "iss".',
    ],
    [['--tls-cert', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--tls-client-ca', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--metrics-host', '::1'], '--metrics-host has no effect without --metrics-port; set both.'],
    [['--health-host=::1', '--metrics-port=0'], '--health-host has no effect without --health-port; set both.'],
    [['--token-file', 'a', '--token-file', 'b'], '--token-file is set twice; omit one of them.'],
    [['--max-calls=1', '--max-calls=1'], '--max-calls is set twice; omit one of them.'],
    [['--token-file', ''], "--token-file isn't the path of a file."],
    [['--origins', 'https://a.example,'], '--origins: "" is not an origin;'],
    [['--gateway-port', '50051'], '--port and --gateway-port are both 50051; choose another port for one of them.'],
    [
      ['--port', '0', '--metrics-port', '9000', '--health-port', '9000'],
      '--metrics-port and --health-port are both 9000;',
    ],
    [['--health-port', '50051', '--health-host', '0.0.0.0'], '--port and --health-port are both 50051;'],
    [['--prot', '1'], /^--prot isn't one of host, port, .*, help\.$/],
    [['--tokenfile', 'f'], '(did you mean token-file?)'],
    [['--origins', '', '--origins-file', 'f'], 'The origins are set twice, by --origins and --origins-file;'],
    [['stray'], "'stray'"],
    [['--port'], /^--port needs a value; write --port=<value>\.$/],
    [['--max-calls', '-1', '--port', '0'], /^--max-calls isn't an integer from 1 to 2147483647\.$/],
  ];
  it.each([
    [['--port', '0', '--gateway-port', '0', '--metrics-port', '0', '--health-port', '0']],
    [['--host', '10.0.0.1', '--metrics-port', '50051']],
    [['--host', 'fe80::1%eth0']],
    [['--host', 'feb.example']],
    // The last one counts.
    [['--health-port', '50051', '--health-port', '50052']],
  ])('accepts ports that differ, or whose hosts do: %j', (args) => {
    expect(parseCommandLine(args)).toMatchObject({});
  });

  it.each(wrong)('rejects %j', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError);
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});
