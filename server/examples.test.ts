/** Runs the servers of examples/ with the built package, as someone would who has installed it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveFull } from '../dev/full/packages.mjs';
import { sample } from '../dev/testing/full.js';
import { type Caller, grpcCaller } from './test/callers.js';

const running: ChildProcessWithoutNullStreams[] = [];
const callers: Caller[] = [];
afterEach(() => {
  for (const caller of callers.splice(0)) caller.close();
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

interface Example {
  readonly child: ChildProcessWithoutNullStreams;
  readonly caller: Caller;
  /** What it has printed. */
  readonly output: () => string;
}

/** Starts a script of examples/ and waits for the address that it prints. */
async function started(args: string[], env: Record<string, string> = {}): Promise<Example> {
  const cwd = fileURLToPath(new URL('../examples', import.meta.url));
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = (): string | undefined => /Listening on (\S+);/.exec(output)?.[1];
  await expect
    .poll(() => (child.exitCode === null ? address() : output), { timeout: 120_000 })
    .toMatch(/^127\.0\.0\.1:\d+$/);
  const caller = grpcCaller(address() ?? '');
  callers.push(caller);
  return { child, caller, output: () => output };
}

async function stopped({ child }: Example): Promise<unknown[]> {
  child.kill('SIGTERM');
  return once(child, 'close');
}

describe('examples/custom-operation', () => {
  it('adds an operation', async () => {
    const example = await started(['custom-operation/server.mjs', '0']);
    const cases = [
      [
        { code: 'slugify', str1: 'Crème brûlée, twice!' },
        { success: true, message: 'creme-brulee-twice' },
      ],
      [
        { code: 'slugify', str1: 'a b c', int_value: 3 },
        { success: true, message: 'a-b' },
      ],
      [
        { code: 'slugify', str1: '…' },
        { success: false, message: expect.stringContaining('str1 has no letter') },
      ],
      [{ code: 'operations' }, { success: true, message: expect.stringContaining('"name":"slugify"') }],
    ] as const;
    for (const [request, response] of cases) expect((await example.caller.call(request)).response).toEqual(response);
    expect(await stopped(example)).toEqual([0, null]);
  });
});

describe.each(sample(['examples/opentelemetry'], 0))('%s', () => {
  it("traces a server's calls as part of their callers' traces", async () => {
    // A copy finds the SDK that is installed in dev/full.
    const instrumentation = resolveFull('@opentelemetry/sdk-node').replace(
      /[/\\]@opentelemetry[/\\].*/,
      '/instrumentation.mjs',
    );
    copyFileSync(new URL('../examples/opentelemetry/instrumentation.mjs', import.meta.url), instrumentation);
    const example = await started(
      ['--import', pathToFileURL(instrumentation).href, 'custom-operation/server.mjs', '0'],
      { OTEL_TRACES_EXPORTER: 'console', OTEL_SERVICE_NAME: 'calls' },
    );
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const metadata = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const { response } = await example.caller.call({ code: 'slugify', str1: 'A b' }, { metadata });
    expect(response).toEqual({ success: true, message: 'a-b' });
    expect(await stopped(example)).toEqual([0, null]);
    const output = example.output();
    for (const part of [
      "name: 'grpc.api.ApiService/CallApi'",
      `traceId: '${traceId}'`,
      "spanId: 'b7ad6b7169203331'",
      "'service.name': 'calls'",
      "'rpc.grpc.status_code': 0",
    ]) {
      expect(output).toContain(part);
    }
    // The server's own log line names the same trace.
    expect(output).toContain(`"traceId":"${traceId}"`);
  });
});
