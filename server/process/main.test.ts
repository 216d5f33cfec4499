import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { cert, key } from '../test/certificate.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { startHeldIssuer } from '../test/held-issuer.js';
import { followEvents, readFirstLine, replaceFile, serverProcesses } from '../test/processes.js';
import { formatKeys, makeSigner } from '../test/signers.js';
import { parseCommandLine, UsageError } from './command-line.js';

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

  it('reads files again when they change, and keeps the earlier ones where it can’t', async () => {
    const path = resolvePath('tokens');
    await writeFile(path, 'shop first\n');
    const child = start(['--port', '0', '--token-file', path]);
    const { grpc } = await readFirstLine(child);
    const readEvent = followEvents(child);
    const caller = grpcCaller(grpc);
    const isServed = async (token: string): Promise<boolean> =>
      (await caller.call({ code: 'echo' }, { metadata: { authorization: `Bearer ${token}` } })).code === 0;
    expect([await isServed('first'), await isServed('second')]).toEqual([true, false]);
    replaceFile(path, 'shop second\n');
    expect(await readEvent()).toMatchObject({ event: 'renewed', file: path });
    expect([await isServed('first'), await isServed('second')]).toEqual([false, true]);
    replaceFile(path, 'three words here');
    expect(await readEvent()).toMatchObject({
      event: 'renewal-failed',
      file: path,
      reason: expect.stringContaining('Line 1 must be "<token>" or "<caller> <token>".'),
    });
    expect(await isServed('second')).toBe(true);
    caller.close();
  });

  it('checks flags and files without serving', async () => {
    const files = { tokens: 'a b\n', permissions: 'a echo\n', keys: formatKeys(await makeSigner('key')) };
    for (const [name, content] of Object.entries(files)) await writeFile(resolvePath(name), content);
    const jwt = [...jwtFlags, resolvePath('keys')];
    const child = start([
      '--check', '--token-file', resolvePath('tokens'), '--allow-file', resolvePath('permissions'), ...jwt,
    ]); // prettier-ignore
    const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([exitCode, stdout]).toEqual([0, 'The flags and their files can be used.\n']);
  });

  const weakKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const unusable: readonly (readonly [flags: string[], content: string | undefined, message: string])[] = [
    [['--allow-file'], 'shop ecoh', ': The caller shop is allowed the operation "ecoh", which doesn\'t exist; '],
    [['--allow-file'], undefined, 'ENOENT'],
    [['--allow-file'], 'shop', ': Line 1 must be'],
    [['--allow-file'], '* echo\nshop echo', ': The caller "shop" is allowed operations and has no token; use one of *.'],
    [jwtFlags, JSON.stringify({ keys: [weakKey] }), ': Key 0 of the key set has 1024 bits; use an RSA key of at least 2048.'],
    [jwtFlags, undefined, 'ENOENT'],
    [['--origins-file'], 'http://a,http://b', ': Line 1 has several origins; write one in each line.'],
    [['--token-file'], 'Bearer secret', ': Line 1 begins with a scheme instead of a caller; omit "Bearer".'],
    [jwtFlags, 'secret', ": The key set isn't valid JSON; "],
  ]; // prettier-ignore
  it.each(sample(unusable, 1))('checks the file of %j: %j', async (flags, content, message) => {
    const path = resolvePath('unusable');
    await (content === undefined ? rm(path, { force: true }) : writeFile(path, content));
    const child = start(['--check', ...flags, path]);
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(flags.at(-1));
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  const wrong: readonly (readonly [args: string[], env: Record<string, string>, code: number, message: string])[] = [
    [['--token-file', 'no-such-file'], {}, 2, '--token-file: ENOENT'],
    [['--token-file', 'x'], { CALL_SERVER_TOKEN: 'a' }, 2, 'The token is set twice'],
    [['--port', 'x'], {}, 2, "--port isn't an integer from 0 to 65535."],
    [['--bogus'], {}, 2, "--bogus isn't one of host, port"],
    [['--port', '0'], { CALL_SERVER_TOKEN: 'a b' }, 2, 'CALL_SERVER_TOKEN: The token must be'],
    [['--port', '0'], { CALL_SERVER_TOKEN: '' }, 2, 'CALL_SERVER_TOKEN: The token is empty; '],
    [['--port', '0'], { CALL_SERVER_TOKENS: 'a' }, 2, "CALL_SERVER_TOKENS isn't read; use CALL_SERVER_TOKEN."],
    [['--check'], { CALL_SERVER_JWT_ISSUER: 'a' }, 2, "CALL_SERVER_JWT_ISSUER isn't read; use --jwt-issuer."],
    [['--token-file', '/dev/null'], {}, 2, '--token-file /dev/null: The token is empty; '],
    [['--tls-cert', '/dev/null', '--tls-key', '/dev/null'], {}, 2, "tls.cert: isn't a certificate in PEM."],
    [['--token-file', '/'], {}, 2, '--token-file: EISDIR'],
    [[...jwtFlags, '/dev/null'], {}, 2, "--jwt-jwks /dev/null: The key set isn't valid JSON; "],
    [[...jwtFlags, 'http://a.example'], {}, 2, '--jwt-jwks: The URL of the key set'],
    [
      ['--check', ...jwtFlags, 'https://user:secret@a.example/keys'],
      {},
      2,
      '--jwt-jwks: The URL of the key set must have no user and no password; ',
    ],
    [['--allow-file', '/dev/null'], {}, 2, '--allow-file /dev/null: No caller may do anything; '],
    [['--check', '--token-file', '/'], {}, 2, '--token-file: EISDIR'],
    [['--check', '--tls-cert', '/dev/null', '--tls-key', '/dev/null'], {}, 2, "tls.cert: isn't a certificate in PEM."],
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
    // Below the message, one line leads to the flags, which would push it out of sight.
    if (code === 2) expect(stderr).toMatch(/^[^\n]+\nSee node \S*main\.js --help\.\n$/);
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

  it.each(
    sample(
      [
        [
          ['--host', '300.1.1.1', '--port', '0'],
          "Can't listen on 300.1.1.1:0: no such address is found; use an address of this machine, such as 127.0.0.1.",
        ],
        [
          ['--port', '0', '--metrics-port', '0', '--metrics-host', '300.1.1.1'],
          "Can't listen on 300.1.1.1:0: no such address is found; use an address of this machine, such as 127.0.0.1.",
        ],
        [
          ['--host', '192.0.2.1', '--port', '0'],
          "Can't listen on 192.0.2.1:0: this machine has no such address; use one of its addresses, or 0.0.0.0 for all of them.",
        ],
      ],
      2,
    ),
  )('says in a sentence what is wrong with %j', async (args, message) => {
    const child = start(args);
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([exitCode, stderr]).toEqual([1, `${message}\n`]);
  });

  it.each([['--help'], ['--prot']])('names itself by the path that started it for %s', async (flag) => {
    const child = start([flag]);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    const [path = ''] = /(?<=node )\S*main\.js/.exec(stdout + stderr) ?? [];
    expect(resolve(path)).toBe(child.spawnargs.find((argument) => argument.endsWith('main.js')));
  });

  it('prints its usage', async () => {
    const child = start(['--help']);
    const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/\n {2}--gateway-port [^]*\n {2}--help [^]*\nThe files of tokens/),
    ]);
  });

  it('serves TLS', async () => {
    const [certPath, keyPath] = [resolvePath('cert.pem'), resolvePath('key.pem')];
    await Promise.all([writeFile(certPath, cert), writeFile(keyPath, key)]);
    const flags = ['--tls-cert', certPath, '--tls-key', keyPath];
    const { gateway } = await readFirstLine(start(['--port', '0', '--gateway-port', '0', ...flags]));
    expect(gateway).toMatch(/^https:/);
  });

  it('names the missing file of TLS', async () => {
    const child = start(['--tls-cert', 'no-such.pem', '--tls-key', 'no-such.pem']);
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--tls-cert: ENOENT')]);
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
    [['--port', 'x'], "--port isn't an integer from 0 to 65535."],
    [['--port='], "--port isn't an integer from 0 to 65535."],
    [['--port', '1e3'], "--port isn't an integer from 0 to 65535."],
    [['--gateway-port', '1.5'], "--gateway-port isn't an integer from 0 to 65535."],
    [['--max-message-bytes', '0'], "--max-message-bytes isn't an integer from 1 to 2147483647."],
    [['--host', ''], "--host isn't a name or an address, such as 127.0.0.1, ::1 without brackets,"],
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
    [['--jwt-caller-claim', 'c'], 'JWTs need all of'],
    [
      ['--jwt-issuer', '', '--jwt-audience', 'a', '--jwt-jwks', 'k'],
      '--jwt-issuer isn\'t the value of the claim "iss".',
    ],
    [['--tls-cert', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--tls-client-ca', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--metrics-host', ''], "--metrics-host isn't a name"],
    [['--health-port', '-1'], '--health-port'],
    [['--metrics-host', '::1'], '--metrics-host has no effect without --metrics-port; set both.'],
    [['--health-host=::1', '--metrics-port=0'], '--health-host has no effect without --health-port; set both.'],
    [['--token-file', 'a', '--token-file', 'b'], '--token-file is set twice; omit one of them.'],
    [['--check', '--check'], '--check is set twice; omit one of them.'],
    [['--max-calls=1', '--max-calls=1'], '--max-calls is set twice; omit one of them.'],
    [['--token-file', ''], "--token-file isn't the path of a file."],
    [['--tls-cert', 'c', '--tls-key', 'k', '--tls-client-ca='], "--tls-client-ca isn't the path of a file."],
    [['--origins', 'https://a.example,'], '--origins: "" is not an origin;'],
    [['--health-host', ''], "--health-host isn't a name"],
    [['--gateway-port', '50051'], '--port and --gateway-port are both 50051; choose another port for one of them.'],
    [
      ['--port', '0', '--metrics-port', '9000', '--health-port', '9000'],
      '--metrics-port and --health-port are both 9000;',
    ],
    [['--health-port', '50051', '--health-host', '0.0.0.0'], '--port and --health-port are both 50051;'],
    [['--prot', '1'], /^--prot isn't one of host, port, .*, help\.$/],
    [['--tokenfile', 'f'], '(did you mean token-file?)'],
    [['--quite-another'], /^--quite-another isn't one of .*, help\.$/],
    [['--origins', '', '--origins-file', 'f'], 'The origins are set twice, by --origins and --origins-file;'],
    [['stray'], "'stray'"],
    [['--port'], /^--port needs a value; write --port=<value>\.$/],
    [['--port', '--check'], /^--port needs a value; write --port=<value>\.$/],
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
