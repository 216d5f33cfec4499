/** A gRPC server for what stands before it: bytes in, bytes out. */
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';

/** What a server does with a call. */
export type Handler = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => void;

export interface Upstream {
  /** `host:port`. */
  readonly address: string;
  readonly server: Server;
  readonly health: HealthImplementation;
  /** How many calls it has got so far. */
  readonly calls: number;
}

/** Answers with an empty message. */
export const ok: Handler = (_, reply) => reply(null, Buffer.alloc(0));

const same = (value: Buffer): Buffer => value;

/** Starts one with CallApi and the health service; `listen` is `host:port`, any free port of 127.0.0.1 when left out. */
export async function startUpstream(handler: Handler, listen = '127.0.0.1:0'): Promise<Upstream> {
  const server = new Server();
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  let calls = 0;
  const unary = {
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  server.addService(
    { CallApi: { path: '/api.ApiService/CallApi', ...unary } },
    {
      CallApi: (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => {
        calls += 1;
        handler(call, reply);
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(listen, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `${listen.slice(0, listen.lastIndexOf(':'))}:${port}`,
    server,
    health,
    get calls() {
      return calls;
    },
  };
}
