/** The server, which also reports how much of its heap is in use after garbage collection. */
import { createServer as createHttpServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'endpoint.js-server';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

const { grpc, gateway } = await createServer().listen({ port: 0, gatewayPort: 0 });
const heap = createHttpServer((_, response) => {
  collectGarbage();
  response.end(String(process.memoryUsage().heapUsed));
});
heap.listen(0, '127.0.0.1', () => {
  const address = heap.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  console.log(JSON.stringify({ grpc, gateway, heap: `http://127.0.0.1:${address.port}` }));
});
