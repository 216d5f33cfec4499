/**
 * Servers that only measurements start, by name: `servers.mjs bare|measured|counting [port]`. Each prints its addresses as JSON.
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The time of a call of `count`, so that kills meet calls whose work is done and whose response isn't sent. */
const COUNT_MS = 20;

/** @type {Readonly<Record<string, (port: number) => Promise<void>>>} */
const SERVERS = { bare: startBare, measured: startMeasured, counting: startCounting };

await SERVERS[process.argv[2] ?? '']?.(Number(process.argv[3] ?? 0));

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

/**
 * The server of this repository with the operation `count`, which prints its number each time that it runs.
 *
 * @param {number} port
 */
async function startCounting(port) {
  const { createServer } = await import('endpoint.js-server');
  const handler = async (/** @type {{ intValue: number }} */ { intValue }) => {
    print({ ran: intValue });
    await delay(COUNT_MS);
    return String(intValue);
  };
  const count = {
    description: 'Returns its number, and reports each run.',
    arguments: { int_value: 'number' },
    handler,
  };
  print(await createServer({ operations: { count } }).listen({ port }));
}

/** @param {object} content */
function print(content) {
  console.log(JSON.stringify(content));
}
