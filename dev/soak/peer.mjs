/** An echo by a Connect server, which answers gRPC-Web without a bridge: Envoy and the gateway are measured against it. */
import { createServer } from 'node:http';
import { create, createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';

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
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The peer has no port.');
  console.log(JSON.stringify({ grpc: '', gateway: `http://127.0.0.1:${address.port}` }));
});
