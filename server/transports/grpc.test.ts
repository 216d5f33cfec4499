import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { create, createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  file_google_protobuf_descriptor,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Client, credentials, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGrpcServer } from './grpc.js';
import { hardenHttp2 } from './http2.js';
import { defaultMaxMessageBytes } from '../service/limits.js';
import { createRegistry } from '../service/registry.js';
import { grpcCaller, frame } from '../test/callers.js';
import { createCallService } from '../service/call-service.js';
import { createWorkPool } from '../service/work-pool.js';
import { serving } from '../test/serving.js';

const { closing, start } = serving();

it('closes only connections without calls', async () => {
  let enter = (): void => undefined;
  let finish = (): void => undefined;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const handler = (): Promise<string> => {
    enter();
    return new Promise((resolve) => (finish = () => resolve('done')));
  };
  const work = createWorkPool({ maxMessageBytes: defaultMaxMessageBytes });
  const registry = createRegistry(
    [],
    { slow: { description: '', arguments: {}, handler } },
    { runTask: work.run, mayUse: () => true },
  );
  const options = {
    registry,
    interceptors: [],
    maxMessageBytes: defaultMaxMessageBytes,
    maxCalls: 1,
    severalCallers: () => false,
    overload: undefined,
    findCaller: undefined,
    mayUse: () => true,
    report: () => undefined,
  };
  const service = createCallService(options);
  const { server } = createGrpcServer(service, defaultMaxMessageBytes);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  hardenHttp2(server, service, { connection: () => undefined, call: () => undefined }, 300);
  const caller = grpcCaller(`127.0.0.1:${port}`);
  const call = caller.call({ code: 'slow' });
  await entered;
  // One sends nothing, and one begins correctly.
  const silent = connect(port, '127.0.0.1').resume();
  const idle = connectHttp2(`http://127.0.0.1:${port}`);
  await Promise.all([once(silent, 'close'), once(idle, 'close')]);
  // The connection with the call is older than they were.
  finish();
  expect((await call).response).toEqual({ success: true, message: 'done' });
  caller.close();
  server.forceShutdown();
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints nothing of unreadable metadata, and serves the call without it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const session = closing(connectHttp2(`http://${(await start()).grpc}`));
  const stream = session.request({
    ':method': 'POST',
    ':path': '/api.ApiService/CallApi',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer sécret',
    'x-other': '\u009b31m',
  });
  const trailers = new Promise<Record<string, unknown>>((resolve) => stream.once('trailers', resolve));
  stream.end(frame(new Uint8Array()));
  stream.resume();
  expect((await trailers)['grpc-status']).toBe('0');
  expect(printed.mock.calls).toEqual([]);
});

describe('reflection', () => {
  const identity = (bytes: Uint8Array): Buffer => Buffer.from(bytes);

  /** Members of ServerReflectionRequest. */
  const requests = { file: 3, symbol: 4, services: 7 } as const;

  /** Asks by reflection for the files of a symbol or a file, or for all services. */
  function ask(address: string, version: string, by: keyof typeof requests, name: string): Promise<Uint8Array> {
    const client = closing(new Client(address, credentials.createInsecure()));
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    const request = new BinaryWriter().tag(requests[by], WireType.LengthDelimited).string(name).finish();
    return new Promise((resolve, reject) => {
      const stream = client.makeBidiStreamRequest(path, identity, identity);
      stream.on('data', resolve);
      stream.on('error', reject);
      stream.write(Buffer.from(request));
      stream.end();
    });
  }

  /** Requests files as serialized FileDescriptorProtos. */
  async function requestFiles(address: string, version: string, by: 'file' | 'symbol', name: string) {
    return readField(await ask(address, version, by, name), 4).flatMap((files) => readField(files, 1));
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

  describe.each(['v1', 'v1alpha'])('%s', (version) => {
    it('lists the services', async () => {
      const [list = new Uint8Array()] = readField(await ask((await start()).grpc, version, 'services', '*'), 6);
      const names = readField(list, 1).flatMap((service) =>
        readField(service, 1).map((name) => Buffer.from(name).toString()),
      );
      expect(names).toEqual(expect.arrayContaining(['api.ApiService', 'grpc.health.v1.Health']));
    });

    it.each([
      ['symbol', 'grpc.health.v1.Health'],
      ['symbol', 'grpc.health.v1.HealthListResponse.StatusesEntry'],
      ['symbol', 'grpc.health.v1.Health.Check'],
      ['file', 'grpc/health/v1/health.proto'],
    ] as const)('describes the standard health service by %s %s', async (by, name) => {
      const files = await requestFiles((await start()).grpc, version, by, name);
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

    it.each(['api.ApiService', 'api.ApiService.CallApi', 'api.Request', 'api.Response'])(
      'describes %s',
      async (symbol) => {
        const registry = validateFiles(await requestFiles((await start()).grpc, version, 'symbol', symbol));
        expect(registry.getService('api.ApiService')?.method['callApi']).toMatchObject({ methodKind: 'unary' });
      },
    );
  });

  it('fails the check with a broken file', () => {
    const [file] = [file_google_protobuf_descriptor.proto];
    expect(() => validateFiles([toBinary(FileDescriptorProtoSchema, { ...file, syntax: 'proto9' })])).toThrow(/proto9/);
  });
});
