import {
  type Metadata,
  Server,
  type sendUnaryData,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  status,
} from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation, service as healthService } from 'grpc-health-check';
import { withholdMetadata } from './grpc-log.js';
import {
  apiService,
  callApiPath,
  type CallResponse,
  decodeRequest,
  encodeResponse,
  fileDescriptors,
} from './messages.js';
import { grpcMetadata } from './metadata.js';
import type { OperationArguments } from './operation.js';
import type { Answer, UnaryCallService } from './unary-call.js';
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
    interceptors: [refusedCallLogger(service)],
  });
  server.register<ReceivedMessage, CallResponse>(
    callApiPath,
    (call: ApiCall, callback: sendUnaryData<CallResponse>) => answer(service, call, callback),
    (response) => {
      const { buffer, byteOffset, byteLength } = encodeResponse(response);
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    // Wrapped, because undefined is no message to grpc-js.
    (bytes) => ({ request: decodeRequest(bytes) }),
    'unary',
  );
  const health = new HealthImplementation({ '': 'SERVING', [apiService.typeName]: 'SERVING' });
  health.addToServer(server);
  new ReflectionService(describedServices()).addToServer(server);
  return { server, health };
}

interface ReceivedMessage {
  readonly request: OperationArguments | undefined;
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
      call.once('cancelled', listener);
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

/** Logs calls that grpc-js ends before their message is served: too large, badly framed, or the caller left. */
function refusedCallLogger(service: UnaryCallService): ServerInterceptor {
  return (method, call) => {
    if (method.path !== callApiPath) return new ServerInterceptingCall(call);
    const started = performance.now();
    return new WatchedCall(call, (headers) => {
      const ms = performance.now() - started;
      service.logRefused({ transport: 'grpc', status: null, ms, metadata: (name) => texts(headers, name) });
    });
  };
}

/** What reflection describes, as a package definition; only the files' descriptors of it are read. */
function describedServices(): ConstructorParameters<typeof ReflectionService>[0] {
  const definition = {
    format: 'Protocol Buffer 3 DescriptorProto' as const,
    type: {},
    fileDescriptorProtos: fileDescriptors.map((bytes) => Buffer.from(bytes)),
  };
  const methods = Object.values(healthService);
  return {
    [apiService.typeName]: definition,
    ...Object.fromEntries(methods.map((method) => [method.path, method.requestType])),
  };
}
