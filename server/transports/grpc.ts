import {
  type Metadata,
  Server,
  type sendUnaryData,
  type ServerInterceptor,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { CallError } from '../service/call.js';
import { withholdMetadata } from '../observability/grpc-log.js';
import { createHoldings } from '../service/holdings.js';
import { incomingLimits, maxStreamsPerConnection, outgoingLimits } from '../service/limits.js';
import {
  apiService,
  callApiPath,
  type CallResponse,
  decodeRequest,
  encodeResponse,
  hasTooManyFields,
} from '../service/messages.js';
import { grpcMetadata } from '../service/metadata.js';
import type { OperationArguments } from '../service/operation.js';
import { addReflection } from './reflection.js';
import { type Answer, tooManyFields, type UnaryCallService } from '../service/unary-call.js';
import { WatchedCall } from './watched-call.js';

// At once and once only, so that who embeds the server can still set a logger of their own.
withholdMetadata();

/** A gRPC server with what it takes to be watched and explored. */
export interface GrpcServer {
  readonly server: Server;
  readonly health: HealthImplementation;
}

// As Envoy's. Clients connect anew at their next call.
const longestIdleMs = 300_000;

/**
 * gRPC over HTTP/2: the call service, grpc.health.v1 and server reflection (v1 and v1alpha), which need no token.
 *
 * @param idleMs a connection without calls is closed after this
 */
export function createGrpcServer(
  service: UnaryCallService,
  maxMessageBytes: number,
  idleMs: number = longestIdleMs,
): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_connection_idle_ms': idleMs,
    // As Envoy's. It also ends connections whose headers could not be decompressed, which Node leaves open after its GOAWAY.
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5000,
    'grpc.max_concurrent_streams': maxStreamsPerConnection,
    interceptors: [watcher(service, maxMessageBytes)],
  });
  server.register<ReceivedMessage, CallResponse>(
    callApiPath,
    (call: ApiCall, callback: sendUnaryData<CallResponse>) => answer(service, call, callback),
    (response) => {
      const { buffer, byteOffset, byteLength } = encodeResponse(response);
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    readMessage,
    'unary',
  );
  const health = new HealthImplementation({ '': 'SERVING', [apiService.typeName]: 'SERVING' });
  health.addToServer(server);
  addReflection(server);
  return { server, health };
}

/** A call's message, wrapped because undefined is none to grpc-js. */
interface ReceivedMessage {
  readonly request: OperationArguments | CallError | undefined;
}

function readMessage(bytes: Uint8Array): ReceivedMessage {
  return { request: hasTooManyFields(bytes) ? tooManyFields() : decodeRequest(bytes) };
}

type ApiCall = ServerUnaryCall<ReceivedMessage, CallResponse>;

function answer(service: UnaryCallService, call: ApiCall, callback: sendUnaryData<CallResponse>): void {
  const deadline = call.getDeadline();
  const result = service.serve({
    transport: 'grpc',
    // GOAWAY keeps late streams away, and tells the client that those before it may be served.
    late: false,
    request: call.request.request,
    metadata: (name) => texts(call.metadata, name),
    deadline: deadline === Infinity ? undefined : Number(deadline),
    cancelled: call.cancelled,
    onCancelled: (listener) => {
      call.once('cancelled', () => listener());
    },
  });
  // What is there at once is sent at once.
  if (result instanceof Promise) void result.then((awaited) => send(awaited, call, callback));
  else send(result, call, callback);
}

function send(result: Answer, call: ApiCall, callback: sendUnaryData<CallResponse>): void {
  const metadata = grpcMetadata(result.metadata);
  if (result.code === status.OK) {
    call.sendMetadata(metadata);
    callback(null, result.response);
  } else {
    callback({ code: result.code, details: result.details, metadata });
  }
}

/** Binary values in base64, as they travel. */
function texts(metadata: Metadata, name: string): string[] {
  return metadata.get(name).map((value) => (typeof value === 'string' ? value : value.toString('base64')));
}

/**
 * Bounds what unfinished messages and unread answers hold, of all methods, and logs calls that end before their message is
 * served: too large, badly framed, or the caller left.
 */
function watcher(service: UnaryCallService, maxMessageBytes: number): ServerInterceptor {
  const incoming = createHoldings(incomingLimits);
  const outgoing = createHoldings(outgoingLimits);
  return (method, call) => {
    const started = performance.now();
    const onUnreceived = (headers: Metadata): void => {
      if (method.path !== callApiPath) return;
      const ms = performance.now() - started;
      service.logRefused({ transport: 'grpc', status: null, ms, metadata: (name) => texts(headers, name) });
    };
    return new WatchedCall(call, { maxMessageBytes, incoming, outgoing, onUnreceived });
  };
}
