/** proto/openapi.json: valid, read by `endpoint.js types`, and true of a call through Envoy. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createServer } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { noEnvoy } from '../../envoy/test/envoy.js';
import { readJsonEdits } from '../../envoy/test/json.js';
import { startProduction, useStage } from '../../envoy/test/production.js';
import { cert } from '../../server/test/certificate.js';
import { ROOT } from '../commands/build.mjs';
import { importFull } from '../full/packages.mjs';
import { prepare } from '../setup/install.mjs';

const DOCUMENT = join(ROOT, 'proto', 'openapi.json');
const stage = useStage();

/** The parts of @redocly/openapi-core in use. */
interface Redocly {
  createConfig(config: object): Promise<object>;
  lintFromString(input: { source: string; absoluteRef: string; config: object }): Promise<object[]>;
}

test('is valid by the rules of OpenAPI 3.1', async () => {
  const { default: redocly } = (await importFull('@redocly/openapi-core')) as { default: Redocly };
  const config = await redocly.createConfig({ extends: ['spec'] });
  const source = readFileSync(DOCUMENT, 'utf8');
  expect(await redocly.lintFromString({ source, absoluteRef: DOCUMENT, config })).toEqual([]);
});

/** The program of a user who has nothing but the document. */
const PROGRAM = `
import { createEndpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import type { Request, Routes } from './routes.js';

declare const process: { readonly argv: readonly string[] };

const [, , baseUrl = '', token] = process.argv;
const api = createEndpoint<Routes>({ baseUrl, headers: { authorization: \`Bearer \${token}\`, 'grpc-timeout': '5S' } });

async function call(request: Request): Promise<string> {
  const response = await fetch(...toFetch(api('POST /api.ApiService/CallApi', request)));
  return \`\${response.status} \${await response.text()}\`;
}

console.log(await call({ code: 'expand', str1: '/users{/id}', str2: '{"id":"naïve 😀"}' }));
console.log(await call({ code: 'echo', intValue: -1 }));
console.log(await call({ code: 'ekho' }));
console.log(await call({ code: 'x'.repeat(129) }));
// @ts-expect-error -- no such argument, for the compiler and for the server
console.log(await call({ code: 'echo', strl: 'x' }));
`;

describe.skipIf(noEnvoy)('a program that is written by the document', () => {
  let folder = '';

  beforeAll(async () => {
    await prepare(['lib', 'types', 'cli'], console.error);
    // Inside of the repository, so that endpoint.js is the built package.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache', 'clients-'));
    stage.defer(() => rmSync(folder, { recursive: true }));
  });

  test('compiles, and gets the answers that the document describes', async () => {
    const node = (...args: string[]): ReturnType<typeof run> =>
      run(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
      });
    writeFileSync(join(folder, 'ca.pem'), cert);
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const types = await node(join(ROOT, 'lib', 'dist', 'cli.js'), 'types', DOCUMENT, '--output', 'routes.d.ts');
    expect(types.failure).toBeUndefined();
    const tsc = join(createRequire(import.meta.url).resolve('@typescript/native/package.json'), '..', 'bin', 'tsc');
    const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, lib: ['es2022', 'dom'], types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    expect(await node(tsc, '-p', '.')).toMatchObject({ output: '', failure: undefined });

    const server = createServer({ token: 'secret' });
    const { grpc } = await server.listen({ port: 0 });
    stage.defer(() => server.drain({ graceMs: 0 }));
    const certificate = stage.certificate.config;
    const envoy = await startProduction({ certificate, servers: [grpc], edits: readJsonEdits() });
    stage.defer(() => envoy.stop());
    const { stdout, failure, output } = await node('program.js', envoy.url, 'secret');
    expect([failure, output]).toEqual([undefined, stdout]);
    expect(stdout.trim().split('\n')).toEqual([
      '200 {"success":true,"message":"/users/na%C3%AFve%20%F0%9F%98%80"}',
      String.raw`200 {"success":true,"message":"{\"code\":\"echo\",\"str1\":\"\",\"str2\":\"\",\"int_value\":-1}"}`,
      expect.stringMatching(/^200 {"success":false,"message":"There is no operation /),
      '400 {"code":3,"message":"code has 129 bytes of UTF-8; at most 128 are accepted.","details":[]}',
      '400 strl: not a field of api.Request; pass code, str1, str2 or intValue.',
    ]);
    const stranger = await node('program.js', envoy.url, 'other');
    expect(stranger.stdout).toMatch(/^401 {"code":16,/);
  });
});
