/**
 * Servers that only measurements start, by name: `servers.mjs bare|measured`. Each prints its addresses as JSON.
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

await (process.argv[2] === 'bare' ? startBare() : startMeasured());

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

/** The server of this repository, which also reports how much of its heap is in use after garbage collection. */
async function startMeasured() {
  const { createServer } = await import('endpoint.js-server');
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc');
  const { grpc } = await createServer().listen({ port: 0 });
  const reporter = createHttpServer((_, response) => {
    collectGarbage();
    response.end(String(process.memoryUsage().heapUsed));
  });
  await once(reporter.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (reporter.address());
  print({ grpc, heap: `http://127.0.0.1:${port}` });
}

/** @param {object} content */
function print(content) {
  console.log(JSON.stringify(content));
}
