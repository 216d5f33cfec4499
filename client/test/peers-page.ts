/** The script of the tests in browsers for other clients. */
import { Code, ConnectError } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { GrpcWebClientBase, MethodDescriptor, type RpcError } from 'grpc-web';
import { Request, Response } from '../../proto/gen/web/api.js';
import { describeCallApi } from './descriptor.js';

/** A call that each peer can make. */
interface PeerCall {
  readonly host: string;
  readonly request: {
    readonly code: string;
    readonly str1?: string;
    readonly str2?: string;
    readonly int_value?: number;
  };
  readonly metadata?: Readonly<Record<string, string>>;
  /** Milliseconds from now. */
  readonly deadline?: number;
}

/** The end of a call. */
export interface PeerOutcome {
  readonly code: number;
  /** The answer's message, or the error's. */
  readonly message: string;
}

/** The other clients. */
export type Peer = 'grpc-web' | 'connect-web';

declare global {
  /** The other clients, for the tests. */
  var peers: Readonly<Record<Peer, (call: PeerCall) => Promise<PeerOutcome>>>;
}

// Constructors without arguments, as grpc-web calls them.
const [NewRequest, NewResponse]: [new () => Request, new () => Response] = [Request, Response];

const METHOD = new MethodDescriptor<Request, Response>(
  '/api.ApiService/CallApi',
  'unary',
  NewRequest,
  NewResponse,
  (message: Request) => message.serializeBinary(),
  (bytes: Uint8Array) => Response.deserializeBinary(bytes),
);

function callByGrpcWeb({ host, request, metadata = {}, deadline }: PeerCall): Promise<PeerOutcome> {
  const client = new GrpcWebClientBase({ format: 'binary' });
  const fields = { ...metadata, ...(deadline !== undefined && { deadline: String(Date.now() + deadline) }) };
  return new Promise((resolve) => {
    const end = (error: RpcError | null, response: Response): void =>
      resolve(error === null ? { code: 0, message: response.message } : { code: error.code, message: error.message });
    client.rpcCall(`${host}${METHOD.getName()}`, new Request(request), fields, METHOD, end);
  });
}

async function callByConnect({ host, request, metadata = {}, deadline }: PeerCall): Promise<PeerOutcome> {
  const { int_value: intValue = 0, ...texts } = request;
  const transport = createGrpcWebTransport({ baseUrl: host });
  try {
    const { message } = await transport.unary(describeCallApi(), undefined, deadline, metadata, { ...texts, intValue });
    return { code: 0, message: 'message' in message ? String(message.message) : '' };
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error, Code.Unknown);
    return { code, message: rawMessage };
  }
}

globalThis.peers = { 'grpc-web': callByGrpcWeb, 'connect-web': callByConnect };
