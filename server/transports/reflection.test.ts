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

async function startServer(): Promise<string> {
  const server = createServer();
  cleanups.push(() => server.drain({ graceMs: 0 }));
  return (await server.listen({ port: 0 })).grpc;
}

const identity = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

/** Requests the files of a symbol (or a file) by reflection, as serialized FileDescriptorProtos. */
function requestFiles(address: string, version: string, by: 'file' | 'symbol', name: string): Promise<Uint8Array[]> {
  const client = new Client(address, credentials.createInsecure());
  cleanups.push(() => client.close());
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  // ServerReflectionRequest { file_by_filename = 3, file_containing_symbol = 4 }
  const request = new BinaryWriter()
    .uint32(by === 'file' ? 0x1a : 0x22)
    .string(name)
    .finish();
  return new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(path, identity, identity);
    stream.on('data', (bytes: Buffer) => resolve(readField(bytes, 4).flatMap((files) => readField(files, 1))));
    stream.on('error', reject);
    stream.write(Buffer.from(request));
    stream.end();
  });
}

/** Reads the values of a length-delimited field. */
function readField(message: Uint8Array, field: number): Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field) found.push(reader.bytes());
    else reader.skip(type, number);
  }
  return found;
}

/** Reads files by protobuf's rules; throws for files that break them. */
function validateFiles(files: readonly Uint8Array[]) {
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
    const files = await requestFiles(await startServer(), version, by, name);
    const registry = validateFiles(files);
    expect(registry.getFile('grpc/health/v1/health.proto')?.proto.package).toBe('grpc.health.v1');
    expect(registry.getService('grpc.health.v1.Health')?.methods.map((method) => method.name)).toEqual([
      'Check', 'Watch', 'List',
    ]); // prettier-ignore
    // Readers of descriptors don't see a map entry as a message.
    const [statuses] = registry.getMessage('grpc.health.v1.HealthListResponse')?.fields ?? [];
    expect(statuses).toMatchObject({ fieldKind: 'map', name: 'statuses', mapKind: 'message' });
    expect(registry.getFile('grpc/health/v1/health.proto')?.proto.messageType.flatMap(({ nestedType }) => nestedType.map((type) => type.name))).toEqual(['StatusesEntry']); // prettier-ignore
  });

  it.each(['api.ApiService', 'api.ApiService.CallApi', 'api.Request', 'api.Response'])('gives %s', async (symbol) => {
    const registry = validateFiles(await requestFiles(await startServer(), version, 'symbol', symbol));
    expect(registry.getService('api.ApiService')?.method['callApi']).toMatchObject({ methodKind: 'unary' });
  });
});

it('fails the check with a broken file', () => {
  const [file] = [file_google_protobuf_descriptor.proto];
  expect(() => validateFiles([toBinary(FileDescriptorProtoSchema, { ...file, syntax: 'proto9' })])).toThrow(/proto9/);
});
