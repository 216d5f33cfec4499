import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { resolveFull } from '../../dev/full/packages.mjs';
import { type CallServer, createServer } from '../server.js';
import { sendFrames } from '../test/callers.js';

const servers: CallServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.drain({ graceMs: 0 })));
});

/** Calls a server by reflection alone. */
async function curl(path: string, data: string): Promise<unknown> {
  const server = createServer();
  servers.push(server);
  const { grpc } = await server.listen({ port: 0 });
  const buf = join(dirname(resolveFull('@bufbuild/buf/package.json')), 'bin', 'buf');
  const args = ['curl', '--protocol', 'grpc', '--http2-prior-knowledge', '--data', data, `http://${grpc}${path}`];
  const { stdout } = await promisify(execFile)(process.execPath, [buf, ...args]);
  return JSON.parse(stdout);
}

it.each([
  ['/grpc.health.v1.Health/Check', '{"service":"api.ApiService"}', { status: 'SERVING' }],
  [
    '/grpc.health.v1.Health/List',
    '{}',
    { statuses: { '': { status: 'SERVING' }, 'api.ApiService': { status: 'SERVING' } } },
  ],
  [
    '/api.ApiService/CallApi',
    '{"code":"expand","str1":"/{id}","str2":"{\\"id\\":7}"}',
    { success: true, message: '/7' },
  ],
])('buf curl calls %s by reflection', async (path, data, expected) => {
  expect(await curl(path, data)).toEqual(expected);
});

it('closes a connection whose headers can not be decompressed', async () => {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  const end = await sendFrames(grpc, [['x', 'x'.repeat(70_000)]], { hangUp: false });
  await server.drain();
  expect(end).toEqual({ ended: false, goaway: 9 });
});
