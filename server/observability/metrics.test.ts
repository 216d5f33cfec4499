import { status } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type ServerOptions } from '../server.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
});

async function started(options: ServerOptions, metricsPort?: number) {
  const server = createServer(options);
  cleanups.push(() => server.drain({ graceMs: 0 }));
  const { grpc, gateway = '', metrics } = await server.listen({ port: 0, gatewayPort: 0, metricsPort });
  const caller = grpcCaller(grpc);
  cleanups.push(() => caller.close());
  return { caller, web: grpcWebCaller(gateway), metrics };
}

describe('metrics', () => {
  it('count calls by operation, status, success and transport', async () => {
    const metrics = new Registry();
    const { caller, web } = await started({ metrics });
    await caller.call({ code: 'echo' });
    await caller.call({ code: 'echo' });
    await web.call({ code: 'expand', str1: '{' });
    await web.call({ code: 'made-up-by-the-caller' });
    await caller.call({ code: 'echo', str1: 'x'.repeat(1_048_577) });
    await web.call({ code: 'echo', str1: 'x'.repeat(5_000_000) });
    const text = await metrics.metrics();
    expect(text.split('\n').filter((line) => line.startsWith('callapi_calls_total'))).toEqual([
      'callapi_calls_total{operation="echo",status="OK",success="true",transport="grpc"} 2',
      'callapi_calls_total{operation="expand",status="OK",success="false",transport="grpc-web"} 1',
      'callapi_calls_total{operation="none",status="OK",success="false",transport="grpc-web"} 1',
      'callapi_calls_total{operation="echo",status="INVALID_ARGUMENT",success="",transport="grpc"} 1',
      'callapi_calls_total{operation="none",status="RESOURCE_EXHAUSTED",success="",transport="grpc-web"} 1',
    ]);
    expect(text).toContain('callapi_call_duration_seconds_count{operation="echo",transport="grpc"} 3');
    expect(text).toMatch(/callapi_call_duration_seconds_bucket\{le="0\.0005",operation="echo",transport="grpc"\} \d/);
    expect(text).not.toContain('made-up');
  });

  it('show the calls in flight', async () => {
    const metrics = new Registry();
    let open: (message: string) => void = () => undefined;
    const wait = { description: '', arguments: {}, handler: () => new Promise<string>((resolve) => (open = resolve)) };
    const { caller } = await started({ metrics, operations: { wait } });
    const inFlight = async (): Promise<string | undefined> =>
      /^callapi_calls_in_flight (\d+)$/m.exec(await metrics.metrics())?.[1];
    expect(await inFlight()).toBe('0');
    const call = caller.call({ code: 'wait' });
    await expect.poll(inFlight).toBe('1');
    open('done');
    expect(status[(await call).code]).toBe('OK');
    expect(await inFlight()).toBe('0');
  });

  it('are served on a port of loopback, with those of the process, only on request', async () => {
    const { metrics = '', caller } = await started({}, 0);
    expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    await caller.call({ code: 'echo' });
    const response = await fetch(metrics);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200, 'text/plain; version=0.0.4; charset=utf-8',
    ]); // prettier-ignore
    const text = await response.text();
    expect(text).toContain('callapi_calls_total{operation="echo"');
    expect(text).toContain('process_resident_memory_bytes');
    expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404);
    expect((await started({})).metrics).toBeUndefined();
  });

  it('of two servers need two registries', async () => {
    const metrics = new Registry();
    await started({ metrics });
    await expect(started({ metrics })).rejects.toThrow('already been registered');
  });
});
