/** examples/opentelemetry, beside the packages of dev/full. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveFull } from '../dev/full/packages.mjs';
import { run } from '../envoy/launcher/process/processes.mjs';
import { EXAMPLES, exampleProcesses } from './test/processes.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const startExample = exampleProcesses();
let folder = '';

beforeAll(() => {
  // As deep as examples/opentelemetry, so that the same paths lead to the root.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache', 'opentelemetry-'));
  cpSync(join(EXAMPLES, 'opentelemetry'), folder, { recursive: true });
  const project = { extends: '../../tsconfig.node.json', include: ['*.mjs'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const [packages = ''] = /^.*@opentelemetry(?=[\\/])/.exec(resolveFull('@opentelemetry/sdk-node')) ?? [];
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packages, join(folder, 'node_modules', '@opentelemetry'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("traces a server's calls as part of their callers' traces", async () => {
  const instrumentation = pathToFileURL(join(folder, 'instrumentation.mjs')).href;
  const { caller, output, stop } = await startExample(
    ['--import', instrumentation, 'custom-operation/server.mjs', '0'],
    {
      OTEL_TRACES_EXPORTER: 'console',
      OTEL_SERVICE_NAME: 'calls',
    },
  );
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const metadata = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const { response } = await caller.call({ code: 'slugify', str1: 'A b' }, { metadata });
  expect(response).toEqual({ success: true, message: 'a-b' });
  expect(await stop()).toEqual([0, null]);
  for (const text of [
    "name: 'grpc.api.ApiService/CallApi'",
    `traceId: '${traceId}'`,
    "spanId: 'b7ad6b7169203331'",
    "'service.name': 'calls'",
    "'rpc.grpc.status_code': 0",
  ]) {
    expect(output()).toContain(text);
  }
  // The server's own log line names the same trace.
  expect(output()).toContain(`"traceId":"${traceId}"`);
});

it('matches the types', async () => {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await run(process.execPath, [tsc, '-p', folder], { cwd: ROOT })).toMatchObject({
    output: '',
    failure: undefined,
  });
});
