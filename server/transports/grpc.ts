import type { OutgoingHttpHeaders } from 'node:http2';
import {
  Metadata,
  Server,
  type sendUnaryData,
  type ServerInterceptor,
  type ServerUnaryCall,
  status,
  setLogger,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { type ResponseMetadata, toGrpcMetadata, toHttp2Headers } from '../service/call.js';
import { createHoldings } from '../service/holdings.js';
import { incomingLimits, maxStreamsPerConnection, outgoingLimits } from '../service/limits.js';
import {
  apiService,
  callApiPath,
  type CallResponse,
  decodeRequest,
  encodeResponse,
  hasTooManyFields,
  fileDescriptors,
} from '../service/messages.js';
import {
  type CallResult,
  type CallService,
  createTooManyFieldsError,
  type IncomingCall,
} from '../service/call-service.js';
import { type CallWatch, WatchedCall } from './watched-call.js';
import { ReflectionService } from '@grpc/reflection';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { healthDescriptorSetBase64 } from '../../proto/gen/descriptor-set.js';

const withheld = /^(?:Failed to add metadata entry |No address added out of total )/;
// At once and once only, so that an embedder can still set another logger.
withholdMessages();

/**
 * Makes a server of gRPC over HTTP/2: the call service, grpc.health.v1 and server reflection (v1 and v1alpha), which need no token.
 *
 * @param maxConnectionAgeMs how long connections stay open at most, give or take a tenth; calls in progress end first. Without end by
 * default
 */
export function createGrpcServer(service: CallService, maxMessageBytes: number, maxConnectionAgeMs?: number) {
  const server = new Server({
    ...(maxConnectionAgeMs !== undefined && { 'grpc.max_connection_age_ms': maxConnectionAgeMs }),
    'grpc.max_receive_message_length': maxMessageBytes,
    // As Envoy's. It also ends connections whose headers could not be decompressed, which Node leaves open after its GOAWAY.
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5000,
    'grpc.max_concurrent_streams': maxStreamsPerConnection,
    // No one reads it, and it counts every call.
    'grpc.enable_channelz': 0,
    interceptors: [createWatcher(service, maxMessageBytes)],
  });
  server.register<ReceivedMessage, CallResponse>(
    callApiPath,
    (call: ApiCall, callback: sendUnaryData<CallResponse>) => serve(service, call, callback),
    encodeResponse,
    readMessage,
    'unary',
  );
  const health = new HealthImplementation({ '': 'SERVING', [apiService.typeName]: 'SERVING' });
  health.addToServer(server);
  for (const reflection of reflectionServices) server.addService(...reflection);
  return { server, health };
}

/** A call's message, wrapped because grpc-js reads undefined as no message. */
interface ReceivedMessage {
  request: IncomingCall['request'];
}

function readMessage(bytes: Uint8Array): ReceivedMessage {
  return { request: hasTooManyFields(bytes) ? createTooManyFieldsError() : decodeRequest(bytes) };
}

type ApiCall = ServerUnaryCall<ReceivedMessage, CallResponse>;

function serve(service: CallService, call: ApiCall, callback: sendUnaryData<CallResponse>): void {
  const deadline = call.getDeadline();
  const { request } = call.request;
  // grpc-js keeps the message until the stream ends: as long as its caller doesn't read the response.
  call.request.request = undefined;
  const result = service.serve({
    transport: 'grpc',
    // GOAWAY keeps late streams away, and lets the client wait for those before it.
    late: false,
    request,
    metadata: (name) => readValues(call.metadata, name),
    deadline: deadline === Infinity ? undefined : Number(deadline),
    cancelled: call.cancelled,
    onCancelled: (listener) => {
      call.once('cancelled', () => listener());
    },
  });
  // A result at once is sent at once.
  if (result instanceof Promise) void result.then((awaited) => sendResult(awaited, call, callback));
  else sendResult(result, call, callback);
}

function sendResult(result: CallResult, call: ApiCall, callback: sendUnaryData<CallResponse>): void {
  if (result.code === status.OK) {
    call.sendMetadata(new ResponseHeaders(result.metadata));
    callback(null, result.response);
  } else {
    callback({ code: result.code, details: result.details, metadata: toGrpcMetadata(result.metadata) });
  }
}

/** Metadata that is sent as it is. To have grpc-js check each entry and convert it twice took a hundredth of a short call. */
class ResponseHeaders extends Metadata {
  readonly #values: ResponseMetadata;

  constructor(values: ResponseMetadata) {
    super();
    this.#values = values;
  }

  override toHttp2Headers(): OutgoingHttpHeaders {
    return toHttp2Headers(this.#values);
  }
}

/** Reads the values of an entry, binary ones in base64. */
function readValues(metadata: Metadata, name: string): string[] {
  return metadata.get(name).map((value) => (typeof value === 'string' ? value : value.toString('base64')));
}

/**
 * Makes an interceptor that bounds unfinished messages and unread responses of all methods, and logs calls that end before their
 * message is served: too large, badly framed, or cancelled.
 */
function createWatcher(service: CallService, maxMessageBytes: number): ServerInterceptor {
  const watch: CallWatch = {
    maxMessageBytes,
    incoming: createHoldings(incomingLimits),
    outgoing: createHoldings(outgoingLimits),
    nameHolder: (headers, address) => service.nameHolder(headers ? readValues(headers, 'authorization') : [], address),
    onUnreceived: () => undefined,
  };
  const watchApi: CallWatch = {
    ...watch,
    onUnreceived: (headers, ms) =>
      service.logRefused({ transport: 'grpc', status: null, ms, metadata: (name) => readValues(headers, name) }),
  };
  return ({ path }, call) => new WatchedCall(call, path === callApiPath ? watchApi : watch);
}

/** Makes the services of server reflection, v1 and v1alpha, for the call service and the standard health service. */
function makeReflectionServices() {
  const health = fromBinary(FileDescriptorSetSchema, Buffer.from(healthDescriptorSetBase64, 'base64'));
  const files = [...fileDescriptors, ...health.file.map((file) => toBinary(FileDescriptorProtoSchema, file))];
  // A package definition, of which only the descriptors are read. The one of grpc-health-check is proto-loader's rendering of the
  // file, which clients refuse: its path and the name of its map entry differ.
  const definition = {
    format: 'Protocol Buffer 3 DescriptorProto' as const,
    type: {},
    fileDescriptorProtos: files.map((bytes) => Buffer.from(bytes)),
  };
  const services: Parameters<Server['addService']>[] = [];
  const reflection = new ReflectionService({ [apiService.typeName]: definition });
  reflection.addToServer({ addService: (...added) => void services.push(added) });
  return services;
}

/** For all servers, because the library reads and compiles its protos each time, which takes nine tenths of making a server. */
const reflectionServices = makeReflectionServices();

/**
 * Withholds two messages that grpc-js prints on standard error: metadata that it can't read, whole, tokens and megabytes of a stranger's
 * data included; and that a port is taken, which a ListenError says with the way out.
 */
function withholdMessages(): void {
  const print =
    (level: string) =>
    (message?: unknown, ...details: unknown[]): void => {
      if (typeof message === 'string' && withheld.test(message)) return;
      console.error(`${level} ${String(message)}`, ...details);
    };
  setLogger({ error: print('E'), info: print('I'), debug: print('D') });
}
