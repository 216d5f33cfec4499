/** A gRPC server for tests of the proxies in front of it: bytes in, bytes out. */
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { CALL_PATH } from './wire.js';

/** Handles a call. */
export type Handler = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => void;

export interface Upstream {
  /** `host:port`. */
  readonly address: string;
  readonly server: Server;
  readonly health: HealthImplementation;
  /** The number of calls so far. */
  readonly calls: number;
}

const EMPTY = Buffer.alloc(0);

/** Responds with an empty message. */
export const ok: Handler = (_, reply) => reply(null, EMPTY);

/** Never responds. */
export const silent: Handler = () => undefined;

/** A handler whose responses the test decides on. */
interface HeldCalls {
  readonly handler: Handler;
  /** The calls that wait for a response. */
  readonly waiting: { readonly length: number };
  /** Responds to new calls at once from now on; waiting ones keep waiting. */
  stopHolding(): void;
  /** Responds to the call that has waited longest. */
  respondNext(): void;
  respondAll(): void;
}

/** Holds calls until the test responds to them. */
export function holdCalls(): HeldCalls {
  const waiting: sendUnaryData<Buffer>[] = [];
  let holding = true;
  const respondNext = (): void => waiting.shift()?.(null, EMPTY);
  return {
    handler: (call, reply) => (holding ? void waiting.push(reply) : ok(call, reply)),
    waiting,
    stopHolding: () => {
      holding = false;
    },
    respondNext,
    respondAll: () => {
      while (waiting.length > 0) respondNext();
    },
  };
}

const identity = (value: Buffer): Buffer => value;

/** Starts one with CallApi and the health service on `listen` (`host:port`), by default on any free port of 127.0.0.1. */
export async function startUpstream(handler: Handler, listen = '127.0.0.1:0'): Promise<Upstream> {
  const server = new Server();
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  let calls = 0;
  const unary = {
    requestStream: false,
    responseStream: false,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
  server.addService(
    { CallApi: { path: CALL_PATH, ...unary } },
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
