/** The server makes no outgoing request on behalf of a caller. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../dev/commands/build.mjs';
import { grpcCaller, grpcWebCaller, type RequestFields } from './test/callers.js';
import { claims, formatKeys, makeSigner, sign, type Signer } from './test/signers.js';

await build(['lib', 'server'], console.error);
const dist = fileURLToPath(new URL('dist/', import.meta.url));

interface Recorded {
  readonly event: string;
  readonly details: readonly string[];
}

describe('a server process', () => {
  let folder = '';
  let signer: Signer;
  const cleanups: (() => unknown)[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    signer = await makeSigner('key');
  });
  afterEach(async () => {
    while (cleanups.length > 0) await cleanups.pop()?.();
  });

  /** Listens for what the server should not do; responds to each request with the keys. */
  async function startCanary(): Promise<{ authority: string; connections: () => number }> {
    let connections = 0;
    const body = formatKeys(signer);
    const server = createTcpServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
      socket.once('data', () => socket.end(head + body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    return { authority: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
  }

  async function startGuarded(flags: readonly string[]) {
    const file = join(folder, 'recorded');
    writeFileSync(file, '');
    const guard = new URL('test/outgoing-guard.mjs', import.meta.url);
    guard.searchParams.set('file', pathToFileURL(file).href);
    const child = fork(join(dist, 'main.js'), ['--port', '0', '--gateway-port', '0', '--health-port', '0', ...flags], {
      execArgv: ['--import', guard.href],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    cleanups.push(() => child.kill('SIGKILL'));
    if (!child.stdout) throw new Error('The server has no output.');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { grpc, gateway } = JSON.parse(line) as { grpc: string; gateway: string };
    const read = (event?: string): Recorded[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text) as Recorded)
        .filter((recorded) => event === undefined || recorded.event === event);
    // To listen, Node looks up even an address.
    const started = read().length;
    const direct = grpcCaller(grpc);
    cleanups.push(() => direct.close());
    const recorded = (): Recorded[] => read().slice(started).filter(({ event }) => event !== 'guards'); // prettier-ignore
    return { callers: [direct, grpcWebCaller(gateway)] as const, recorded, guards: () => read('guards') };
  }

  const jwtFlags = ['--jwt-issuer', 'https://issuer.test', '--jwt-audience', 'calls', '--jwt-jwks'];

  it('connects to nothing, whatever its callers send', async () => {
    const canary = await startCanary();
    const keys = join(folder, 'keys');
    writeFileSync(keys, formatKeys(signer));
    const { callers, recorded, guards } = await startGuarded([...jwtFlags, keys]);
    const urls = [
      `http://${canary.authority}/a`,
      `https://${canary.authority}/`,
      'http://canary.invalid/',
      `//${canary.authority}`,
    ];
    // A token that names places for its keys (RFC 7515, section 4.1).
    const places = { jku: urls[0], x5u: urls[0] };
    const authorizations = [`Bearer ${await sign(signer)}`, `Bearer ${await sign(signer, claims(), places)}`] as const;
    const { response } = await callers[0].call(
      { code: 'operations' },
      { metadata: { authorization: authorizations[0] } },
    );
    const operations: { name: string }[] = JSON.parse(response?.message ?? '');
    expect(operations.length).toBeGreaterThan(3);
    const requests = urls.flatMap((url): RequestFields[] => {
      const options = {
        baseUrl: url,
        method: 'POST',
        headers: { host: url, referer: url },
        data: { url },
        request: { url },
      };
      const str2s = ['', JSON.stringify(options), JSON.stringify({ a: url, padding: 'x'.repeat(70_000) })];
      return [...operations.map(({ name }) => name), 'send', url].flatMap((code) =>
        str2s.flatMap((str2) => [`GET ${url}`, '{+a}'].map((str1) => ({ code, str1, str2 }))),
      );
    });
    const codes = new Set<number>();
    for (const [index, request] of requests.entries()) {
      const url = urls[index % urls.length] ?? '';
      const metadata = {
        authorization: authorizations[index % 2 ? 1 : 0], referer: url, 'x-forwarded-host': url, forwarded: `host=${url}`, traceparent: url, 'x-request-id': url,
      }; // prettier-ignore
      for (const caller of callers) codes.add((await caller.call(request, { metadata })).code);
    }
    // All of them are understood as calls.
    expect([...codes]).toEqual([0]);
    // The serving thread, the health port's, and one at least of long tasks.
    expect(guards().length).toBeGreaterThan(2);
    expect(recorded()).toEqual([]);
    expect(canary.connections()).toBe(0);
  });

  it('is seen where it does connect: to the keys of JWTs, and to the collector of traces', async () => {
    const [issuer, collector] = [await startCanary(), await startCanary()];
    const flags = [...jwtFlags, `http://${issuer.authority}/keys`, '--otlp-endpoint', `http://${collector.authority}`];
    const { callers, recorded } = await startGuarded(flags);
    const metadata = { authorization: `Bearer ${await sign(signer)}` };
    expect((await callers[0].call({ code: 'echo' }, { metadata })).code).toBe(0);
    await expect.poll(collector.connections).toBeGreaterThan(0);
    expect(issuer.connections()).toBe(1);
    const connected = recorded().filter(({ event }) => event === 'connect');
    for (const { authority } of [issuer, collector]) {
      const port = authority.split(':')[1] ?? '';
      expect(connected.some(({ details }) => details.join().includes(port))).toBe(true);
    }
  });
});
