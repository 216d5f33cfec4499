/**
 * Servers that only measurements start, by name: `servers.mjs bare|connect|measured`. Each prints its addresses as JSON.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const SERVERS = { bare: startBare, connect: startConnect, measured: startMeasured };

await SERVERS[process.argv[2] ?? '']?.();

/** An echo by grpc-js with the generated code and nothing else: the server is measured against it. */
async function startBare() {
  const { Server, ServerCredentials } = await import('@grpc/grpc-js');
  const { Response, UnimplementedApiServiceService } = await import('../../proto/gen/node/api.js');
  /** @type {import('@grpc/grpc-js').handleUnaryCall<import('../../proto/gen/node/api.js').Request, InstanceType<typeof Response>>} */
  const echo = ({ request: { code, str1, str2, int_value } }, callback) =>
    callback(null, new Response({ success: true, message: JSON.stringify({ code, str1, str2, int_value }) }));
  const server = new Server();
  server.addService(UnimplementedApiServiceService.definition, { CallApi: echo });
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    print({ grpc: `127.0.0.1:${port}` });
  });
}

/** An echo by a Connect server, which answers gRPC-Web without a bridge: Envoy and the gateway are measured against it. */
async function startConnect() {
  const { create, createFileRegistry, fromBinary } = await import('@bufbuild/protobuf');
  const { FileDescriptorSetSchema } = await import('@bufbuild/protobuf/wkt');
  const { connectNodeAdapter } = await import('@connectrpc/connect-node');
  const { descriptorSetBase64 } = await import('../../proto/gen/descriptor-set.js');
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(descriptorSetBase64, 'base64')));
  const callApi = /** @type {import('@bufbuild/protobuf').DescMethodUnary | undefined} */ (
    registry.getService('api.ApiService')?.method['callApi']
  );
  if (callApi === undefined) throw new Error('The descriptor set has no CallApi.');
  const server = createServer(
    // The gateway's value: with Node's five seconds, calls are sent while their connection is being closed.
    { keepAliveTimeout: 75_000 },
    connectNodeAdapter({
      routes: (router) =>
        router.rpc(callApi, (request) => {
          const { code, str1, str2, intValue } = /** @type {Record<string, unknown>} */ (
            /** @type {unknown} */ (request)
          );
          return create(callApi.output, {
            success: true,
            message: JSON.stringify({ code, str1, str2, int_value: intValue }),
          });
        }),
    }),
  );
  print({ grpc: '', gateway: await listen(server) });
}

/** The server of this repository, which also reports how much of its heap is in use after garbage collection. */
async function startMeasured() {
  const { createServer: createApiServer } = await import('endpoint.js-server');
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc');
  const { grpc, gateway } = await createApiServer().listen({ port: 0, gatewayPort: 0 });
  const server = createServer((_, response) => {
    collectGarbage();
    response.end(String(process.memoryUsage().heapUsed));
  });
  print({ grpc, gateway, heap: await listen(server) });
}

/** @param {import('node:http').Server} server @returns {Promise<string>} its url */
async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

/** @param {Record<string, unknown>} addresses */
function print(addresses) {
  console.log(JSON.stringify(addresses));
}
