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

/** Answers with an empty message. */
export const ok: Handler = (_, reply) => reply(null, EMPTY);

/** Never answers. */
export const silent: Handler = () => undefined;

/** A handler whose answers the test decides on. */
interface HeldCalls {
  readonly handler: Handler;
  /** The calls that wait for an answer. */
  readonly waiting: { readonly length: number };
  /** Answers new calls at once from now on; waiting ones keep waiting. */
  stopHolding(): void;
  /** Answers the call that has waited longest. */
  answerNext(): void;
  answerAll(): void;
}

/** Holds calls until the test answers them. */
export function holdCalls(): HeldCalls {
  const waiting: sendUnaryData<Buffer>[] = [];
  let holding = true;
  const answerNext = (): void => waiting.shift()?.(null, EMPTY);
  return {
    handler: (call, reply) => (holding ? void waiting.push(reply) : ok(call, reply)),
    waiting,
    stopHolding: () => {
      holding = false;
    },
    answerNext,
    answerAll: () => {
      while (waiting.length > 0) answerNext();
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
