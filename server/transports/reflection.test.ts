import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, credentials } from '@grpc/grpc-js';
import { create, createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  file_google_protobuf_descriptor,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from '../server.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
});

async function started(): Promise<string> {
  const server = createServer();
  cleanups.push(() => server.drain({ graceMs: 0 }));
  return (await server.listen({ port: 0 })).grpc;
}

const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

/** The files that reflection gives for a symbol (or a file), as serialized FileDescriptorProtos. */
function filesOf(address: string, version: string, by: 'file' | 'symbol', name: string): Promise<Uint8Array[]> {
  const client = new Client(address, credentials.createInsecure());
  cleanups.push(() => client.close());
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  // ServerReflectionRequest { file_by_filename = 3, file_containing_symbol = 4 }
  const request = new BinaryWriter()
    .uint32(by === 'file' ? 0x1a : 0x22)
    .string(name)
    .finish();
  return new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(path, same, same);
    stream.on('data', (bytes: Buffer) => resolve(bytesIn(bytes, 4).flatMap((files) => bytesIn(files, 1))));
    stream.on('error', reject);
    stream.write(Buffer.from(request));
    stream.end();
  });
}

/** The values of a length-delimited field. */
function bytesIn(message: Uint8Array, field: number): Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field) found.push(reader.bytes());
    else reader.skip(type, number);
  }
  return found;
}

/** What protobuf makes of these files; throws where they don't hold to its rules. */
function validated(files: readonly Uint8Array[]) {
  const file = files.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  return createFileRegistry(create(FileDescriptorSetSchema, { file }));
}

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  it.each([
    ['symbol', 'grpc.health.v1.Health'],
    ['symbol', 'grpc.health.v1.HealthListResponse.StatusesEntry'],
    ['symbol', 'grpc.health.v1.Health.Check'],
    ['file', 'grpc/health/v1/health.proto'],
  ] as const)('gives the standard health service by %s %s', async (by, name) => {
    const files = await filesOf(await started(), version, by, name);
    const registry = validated(files);
    expect(registry.getFile('grpc/health/v1/health.proto')?.proto.package).toBe('grpc.health.v1');
    expect(registry.getService('grpc.health.v1.Health')?.methods.map((method) => method.name)).toEqual([
      'Check', 'Watch', 'List',
    ]); // prettier-ignore
    // A map entry is no message of its own to who reads the descriptors.
    const [statuses] = registry.getMessage('grpc.health.v1.HealthListResponse')?.fields ?? [];
    expect(statuses).toMatchObject({ fieldKind: 'map', name: 'statuses', mapKind: 'message' });
    expect(registry.getFile('grpc/health/v1/health.proto')?.proto.messageType.flatMap(({ nestedType }) => nestedType.map((type) => type.name))).toEqual(['StatusesEntry']); // prettier-ignore
  });

  it.each(['api.ApiService', 'api.ApiService.CallApi', 'api.Request', 'api.Response'])('gives %s', async (symbol) => {
    const registry = validated(await filesOf(await started(), version, 'symbol', symbol));
    expect(registry.getService('api.ApiService')?.method['callApi']).toMatchObject({ methodKind: 'unary' });
  });
});

it('is checked in earnest', () => {
  const [file] = [file_google_protobuf_descriptor.proto];
  expect(() => validated([toBinary(FileDescriptorProtoSchema, { ...file, syntax: 'proto9' })])).toThrow(/proto9/);
});

describe('buf curl, by reflection alone', () => {
  const buf = fileURLToPath(import.meta.resolve('@bufbuild/buf/package.json'));
  const curl = async (path: string, data: string): Promise<unknown> => {
    const args = ['curl', '--protocol', 'grpc', '--http2-prior-knowledge', '--data', data, `http://${await started()}${path}`];
    const { stdout } = await promisify(execFile)(process.execPath, [join(dirname(buf), 'bin', 'buf'), ...args]);
    return JSON.parse(stdout);
  }; // prettier-ignore

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
  ])('calls %s', async (path, data, answer) => {
    expect(await curl(path, data)).toEqual(answer);
  });
});
