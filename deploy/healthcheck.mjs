/**
 * Asks the standard gRPC health service whether calls are served: `node healthcheck.mjs [host:port]`. Ends with 0 if they are.
 * For where nobody else asks; Kubernetes does so by itself.
 */
import { Client, credentials } from '@grpc/grpc-js';

const SERVING = Buffer.from([8, 1]);
const same = (/** @type {Buffer} */ bytes) => bytes;

const client = new Client(process.argv[2] ?? '127.0.0.1:50051', credentials.createInsecure());
client.makeUnaryRequest(
  '/grpc.health.v1.Health/Check',
  same,
  same,
  Buffer.alloc(0),
  { deadline: Date.now() + 2000 },
  (error, response) => {
    client.close();
    if (error) console.error(error.message);
    process.exitCode = response?.equals(SERVING) === true ? 0 : 1;
  },
);
