import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createServer as createCallServer, type CallServer } from './server.js';
import { grpcCaller, type Identity } from './test/callers.js';
import { serving } from './test/serving.js';
import { cert, client, clientCa, foreignClient, key } from './test/certificate.js';

const { closing, start } = serving();

/** The name of the certificate that a new connection gets. */
function readSubject(address: string): Promise<string> {
  const [, host = '', port = ''] = /^(?:https:\/\/)?(.+):(\d+)$/.exec(address) ?? [];
  return new Promise((resolve, reject) => {
    const socket = connectTls(
      { host, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] },
      () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}

describe('renewed under load, no call is lost:', () => {
  /** Calls without a pause until the work is done; returns the statuses. */
  async function callDuring(
    call: () => Promise<{ readonly code: number }>,
    work: () => Promise<unknown>,
  ): Promise<Map<number, number>> {
    const codes = new Map<number, number>();
    const over = new AbortController();
    const calling = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const { code } = await call();
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    });
    await work();
    over.abort();
    await Promise.all(calling);
    return codes;
  }

  it('tokens', async () => {
    const { server, callers } = await start({ token: { shop: 'old' } });
    const [first, second] = [callers.gRPC, callers['gRPC-Web']];
    let token = 'old';
    const onTheirWay = new Set<Promise<unknown>>();
    let index = 0;
    const call = async () => {
      const caller = (index += 1) % 2 ? first : second;
      const called = caller.call({ code: 'echo' }, { metadata: { authorization: `Bearer ${token}` } });
      onTheirWay.add(called);
      const result = await called;
      onTheirWay.delete(called);
      return result;
    };
    const codes = await callDuring(call, async () => {
      for (const next of ['second', 'third', 'fourth']) {
        const earlier = token;
        server.renew({ token: { shop: [earlier, next] } });
        token = next;
        // Those with the earlier one, and as many with the next.
        await Promise.all(onTheirWay);
        await Promise.all([call(), call(), call(), call()]);
        server.renew({ token: { shop: next } });
      }
    });
    expect([...codes.keys()]).toEqual([0]);
    const { code } = await first.call({ code: 'echo' }, { metadata: { authorization: 'Bearer old' } });
    expect(code).toBe(16);
  });

  it('permissions', async () => {
    const { server, callers } = await start({ token: { shop: 'a' }, allow: { shop: ['echo'] } });
    const [first, second] = [callers.gRPC, callers['gRPC-Web']];
    const metadata = { authorization: 'Bearer a' };
    let index = 0;
    const call = () => ((index += 1) % 2 ? first : second).call({ code: 'echo' }, { metadata });
    const build = async () => (await first.call({ code: 'expand', str1: '/a' }, { metadata })).code;
    const codes = await callDuring(call, async () => {
      for (let round = 0; round < 5; round += 1) {
        expect(await build()).toBe(7);
        server.renew({ allow: { shop: ['echo', 'expand'] } });
        expect(await build()).toBe(0);
        server.renew({ allow: { '*': ['echo'] } });
      }
    });
    expect([...codes.keys()]).toEqual([0]);
    expect(() => server.renew({ allow: { billing: ['*'] } })).toThrow('use one of *, shop.');
    server.renew({ allow: { billing: ['*'] }, token: { billing: 'b' } });
    expect((await call()).code).toBe(16);
    // Its token was withdrawn first, as by a file that is replaced before the other one.
    server.renew({ allow: { shop: ['*'] } });
    server.renew({ token: { shop: 'a' } });
    expect(await build()).toBe(0);
  });

  it('certificates', async () => {
    const { server, grpc, gateway } = await start({ tls: { cert, key } });
    const caller = closing(grpcCaller(grpc, cert));
    const call = () => caller.call({ code: 'echo' });
    const codes = await callDuring(call, async () => {
      await call();
      server.renew({ tls: { cert: foreignClient.cert, key: foreignClient.key } });
      for (const address of [grpc, gateway]) expect(await readSubject(address)).toBe('foreign');
      await call();
    });
    // The open connection keeps its certificate.
    expect([...codes.keys()]).toEqual([0]);
    server.renew({ tls: { cert, key } });
    for (const address of [grpc, gateway]) expect(await readSubject(address)).toBe('localhost');
  });
});

/** Asks over a new connection: whether it resumed the session, and the session for the next; rejects where the server refuses it. */
function connectOnce(
  gateway: string,
  identity: Identity,
  session?: Buffer,
): Promise<{ resumed: boolean; next?: Buffer }> {
  const { hostname: host, port } = new URL(gateway);
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port: Number(port), ca: cert, servername: 'localhost', session, ...identity });
    let next: Buffer | undefined;
    socket.on('session', (offered: Buffer) => {
      next = offered;
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The connection ended without a response.')));
    socket.once('data', () => {
      resolve({ resumed: socket.isSessionReused(), ...(next && { next }) });
      socket.destroy();
    });
    socket.write('OPTIONS / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  });
}

/** The client's own TLS ends it in several ways. */
const REFUSED = /ECONNRESET|EPIPE|socket hang up|alert|without a response/;

it('a session of TLS from before doesn’t outlive the authority of its client', async () => {
  const { server, gateway } = await start({ tls: { cert, key, clientCa } });
  const { next } = await connectOnce(gateway, client);
  expect(await connectOnce(gateway, client, next)).toMatchObject({ resumed: true });
  await expect(connectOnce(gateway, foreignClient)).rejects.toThrow(REFUSED);
  server.renew({ tls: { cert, key, clientCa: foreignClient.cert } });
  await expect(connectOnce(gateway, client, next)).rejects.toThrow(REFUSED);
  expect(await connectOnce(gateway, foreignClient, next)).toMatchObject({ resumed: false });
});

describe('a renewal is refused, and nothing replaced:', () => {
  const plain = (): CallServer => createCallServer({});
  const secure = (): CallServer => createCallServer({ token: 'a', tls: { cert, key } });
  it.each([
    ['a token where there was none', plain, { token: 'a' }, 'The setting token can only be replaced'],
    [
      'JWTs where there were none',
      plain,
      { jwt: { issuer: 'i', audience: 'a', jwks: 'https://a.test' } },
      'The setting jwt can only be replaced',
    ],
    ['TLS where there was none', plain, { tls: { cert, key } }, 'The setting tls can only be replaced'],
    [
      'an authority of clients',
      secure,
      { tls: { cert, key, clientCa } },
      'The TLS setting clientCa can only be replaced',
    ],
    ['permissions where there were none', plain, { allow: { '*': ['*'] } }, 'The setting allow can only be replaced'],
  ])('%s', (_, create, renewal, message) => {
    expect(() => create().renew(renewal)).toThrow(message);
  });
});
