import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { cert, key } from '../test/certificate.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { readFirstLine, serverProcesses } from '../test/process.js';

describe('the process with workers', () => {
  const { resolvePath, start } = serverProcesses();

  interface WorkerLine {
    readonly event: string;
    readonly worker?: number;
    readonly pid?: number;
    readonly code?: string;
    readonly restartMs?: number;
    readonly signal?: string;
  }

  /** Starts a primary process; `lines` grows while it runs. */
  async function startPrimary(args: string[]) {
    const child = start(['--port', '0', '--gateway-port', '0', ...args]);
    const lines: WorkerLine[] = [];
    const listening = new Promise<{ grpc: string; gateway: string; metrics?: string }>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const parsed: WorkerLine & { grpc: string; gateway: string } = JSON.parse(line);
        lines.push(parsed);
        if (parsed.event === 'listening') resolve(parsed);
      });
    });
    const addresses = await listening;
    const of = (event: string): WorkerLine[] => lines.filter((line) => line.event === event);
    return { child, lines, of, ...addresses };
  }

  /** Calls on a connection of its own, so that the next worker gets it. */
  async function callOnce(address: string) {
    const caller = grpcCaller(address);
    const result = await caller.call({ code: 'echo' });
    caller.close();
    return result;
  }

  it.each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
    'shares the ports among them, and drains all at %s',
    async (signal) => {
      const { child, of, grpc, gateway, metrics = '' } = await startPrimary(['--workers', '2', '--metrics-port', '0']);
      expect(of('worker-started').map(({ worker }) => worker)).toEqual([1, 2]);
      for (let count = 0; count < 4; count += 1) expect((await callOnce(grpc)).code).toBe(0);
      expect((await grpcWebCaller(gateway).call({ code: 'echo' })).code).toBe(0);
      await expect.poll(() => of('call').length).toBe(5);
      expect(new Set(of('call').map(({ worker }) => worker))).toEqual(new Set([1, 2]));
      const scraped = await (await fetch(metrics)).text();
      expect(scraped).toContain('callapi_calls_total{operation="echo",status="OK",success="true",transport="grpc"} 4');
      // As a terminal does: every process of the group gets it.
      for (const { pid = 0 } of of('worker-started')) process.kill(pid, signal);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(new Set(of('stopped').map(({ worker }) => worker))).toEqual(new Set([1, 2]));
      await expect(fetch(gateway)).rejects.toThrow('fetch failed');
    },
  );

  it('loses no call when it drains under load', async () => {
    const { child, of, grpc } = await startPrimary(['--workers', '3']);
    const callers = Array.from({ length: 6 }, () => grpcCaller(grpc));
    const codes: number[] = [];
    const load = [...callers, ...callers, ...callers].map(async (caller) => {
      let code = 0;
      while (code === 0) {
        ({ code } = await caller.call({ code: 'echo' }));
        codes.push(code);
      }
    });
    await expect.poll(() => codes.length, { timeout: 120_000 }).toBeGreaterThan(500);
    child.kill('SIGTERM');
    const [, exit] = await Promise.all([Promise.all(load), once(child, 'close')]);
    expect(exit).toEqual([0, null]);
    for (const caller of callers) caller.close();
    // Each call is served, or refused as unavailable; each that was served was answered and logged.
    expect(new Set(codes)).toEqual(new Set([0, 14]));
    expect(new Set(of('call').map(({ worker }) => worker))).toEqual(new Set([1, 2, 3]));
    expect(of('call').length).toBe(codes.filter((code) => code === 0).length);
  });

  it('replaces one that dies, with a longer delay each time', async () => {
    const { child, of, grpc } = await startPrimary(['--workers', '2']);
    const kill = async (worker: number): Promise<void> => {
      const pid = of('worker-started').find((line) => line.worker === worker)?.pid ?? 0;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => of('worker-started').length).toBe(worker + 1);
    };
    await kill(2);
    await kill(3);
    expect(of('worker-exited')).toMatchObject([
      { worker: 2, signal: 'SIGKILL', restartMs: 100 },
      { worker: 3, signal: 'SIGKILL', restartMs: 200 },
    ]);
    for (let count = 0; count < 3; count += 1) expect((await callOnce(grpc)).code).toBe(0);
    await expect.poll(async () => (await callOnce(grpc)) && of('call').some(({ worker }) => worker === 4)).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  describe.each(sample(['in full'], 0))('%s', () => {
    it('finishes calls in flight', async () => {
      const slow = createHttpServer((_, response) => setTimeout(() => response.end('slow'), 700));
      await once(slow.listen(0, '127.0.0.1'), 'listening');
      const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      const { child, grpc } = await startPrimary(['--workers', '2', '--send-origins', origin]);
      const caller = grpcCaller(grpc);
      const arrived = once(slow, 'request');
      const call = caller.call({ code: 'send', str1: `GET ${origin}/` });
      await arrived;
      child.kill('SIGTERM');
      expect((await call).response).toEqual({ success: true, message: expect.stringContaining('"body":"slow"') });
      expect(await once(child, 'exit')).toEqual([0, null]);
      caller.close();
      slow.close();
    });

    it('continues to serve when the files of its certificate vanish, by the others when one of them dies', async () => {
      const paths = { cert: resolvePath('vanishing.pem'), key: resolvePath('vanishing.key') };
      await Promise.all([writeFile(paths.cert, cert), writeFile(paths.key, key)]);
      const { child, of, gateway } = await startPrimary(['--workers', '2', '--tls-cert', paths.cert, '--tls-key', paths.key]); // prettier-ignore
      await Promise.all(Object.values(paths).map((path) => rm(path)));
      process.kill(of('worker-started')[1]?.pid ?? 0, 'SIGKILL');
      // Its successor finds no certificate.
      await expect.poll(() => of('worker-exited').length).toBeGreaterThan(1);
      expect(of('worker-exited')[1]).toMatchObject({ worker: 3, exitCode: 2 });
      const answered = await new Promise((resolve, reject) => {
        const options = { method: 'OPTIONS', ca: cert, servername: 'localhost', agent: false } as const;
        httpsRequest(`${gateway}/api.ApiService/CallApi`, options, resolve).on('error', reject).end();
      });
      expect(answered).toMatchObject({ statusCode: 204 });
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    });

    it("ends when the first one can't listen", async () => {
      const { grpc } = await readFirstLine(start(['--port', '0']));
      const port = grpc.split(':')[1] ?? '';
      const child = start(['--port', port, '--workers', '3']);
      const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect([exitCode, stderr.match(/Can't listen on/g)]).toEqual([1, ["Can't listen on"]]);
    });
  });
});
