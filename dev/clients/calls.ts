/** The calls that the examples make, and a server with operations that fail in every way. */
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { CallError as ClientError, createCallClient, statusDetails } from 'endpoint.js-client';
import { CallError, createServer, type LogLine, status } from 'endpoint.js-server';

export const TOKEN = 'token-of-the-examples';
/** A deadline that no call reaches, however busy the machine is. */
export const LONG_S = 300;
/** As in the examples' service configuration. */
export const ATTEMPTS = 4;

/** A request as ProtoJSON, without the members that have their default. */
export interface Request {
  readonly code?: string;
  readonly str1?: string;
  readonly str2?: string;
  readonly intValue?: number;
}

/** What an example prints for a request, and what our own client gets. */
export interface Answer {
  readonly result?: string;
  readonly operationError?: string;
  readonly status?: string;
  readonly message?: string;
  readonly details?: readonly unknown[];
  readonly requestId?: string | null;
}

/** A call of the table. */
export interface Call {
  readonly name: string;
  readonly request: Request;
  /** Of the status, where clients add to the server's message, or make their own. */
  readonly message?: RegExp;
  /** Whether it needs a client that retries. */
  readonly isRetried?: boolean;
}

const UNKNOWN_TYPE = 'type.googleapis.com/example.Unknown';
const REASON_TYPE = 'type.googleapis.com/google.rpc.ErrorInfo';
/** The details of the operation `detailed`, as ProtoJSON; of an unknown type, only its name. */
export const DETAILS = [
  { '@type': REASON_TYPE, reason: 'TOO_LATE', domain: 'shop.example.com' },
  { '@type': UNKNOWN_TYPE },
];

const text = (writer: BinaryWriter, number: number, value: string): BinaryWriter =>
  writer.tag(number, WireType.LengthDelimited).string(value);

/** A serialized google.rpc.Status with these details. */
function createStatusDetails(message: string): Uint8Array {
  const info = text(text(new BinaryWriter(), 1, 'TOO_LATE'), 2, 'shop.example.com').finish();
  const details = [
    { typeUrl: REASON_TYPE, value: info },
    { typeUrl: UNKNOWN_TYPE, value: new Uint8Array([8, 1]) },
  ];
  const writer = new BinaryWriter().tag(1, WireType.Varint).int32(status.FAILED_PRECONDITION);
  text(writer, 2, message);
  for (const detail of details) {
    writer.tag(3, WireType.LengthDelimited).bytes(toBinary(AnySchema, create(AnySchema, detail)));
  }
  return writer.finish();
}

/** Starts the server. */
export async function startServer() {
  const attempts = new Map<string, number>();
  const logged: LogLine[] = [];
  const server = createServer({
    token: TOKEN,
    log: (line) => logged.push(line),
    operations: {
      flaky: {
        description: 'Fails as many times as int_value says.',
        arguments: { int_value: 'failures' },
        handler: ({ intValue }, { requestId = '' }) => {
          const attempt = (attempts.get(requestId) ?? 0) + 1;
          attempts.set(requestId, attempt);
          if (attempt <= intValue) throw new CallError(status.UNAVAILABLE, `Attempt ${attempt} failed.`);
          return `attempt ${attempt}`;
        },
      },
      detailed: {
        description: 'Fails with details.',
        arguments: { str1: 'message' },
        handler: ({ str1 }) => {
          const metadata = { 'grpc-status-details-bin': createStatusDetails(str1) };
          throw new CallError(status.FAILED_PRECONDITION, str1, metadata);
        },
      },
      wait: {
        description: 'Waits for the deadline.',
        arguments: {},
        handler: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(''))),
      },
    },
  });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  return { grpc, gateway, attempts, logged, stop: () => server.drain({ graceMs: 0 }) };
}

/** Ends with its deadline. */
export const WAIT: Call = { name: 'wait', request: { code: 'wait' } };

/** The table: each operation, with several arguments. */
export function createCalls(): readonly Call[] {
  const json = (value: unknown): string => JSON.stringify(value);
  const unicode = 'Grüße, 世界 😀 e\u0301 \u202e';
  const controls = '\u0000\u0001\t\r\n"\\\u0085\u2028\u2029/<&>%';
  const requests: readonly Request[] = [
    {},
    { code: 'echo' },
    { code: 'echo', str1: unicode, str2: controls, intValue: -1 },
    { code: 'echo', str1: controls, intValue: 2_147_483_647 },
    { code: 'echo', str2: json({ a: [unicode] }), intValue: -2_147_483_648 },
    { code: 'echo', str1: 'ü'.repeat(100_000) },
    { code: 'build', str1: 'GET /users/{id}', str2: json({ id: unicode, q: ['a', ''] }), intValue: 2 },
    { code: 'build', str1: 'POST https://h/{+path}', str2: json({ path: 'a/b', title: controls }) },
    { code: 'build', str1: 'GET /users/{id}' },
    { code: 'build', str1: '', str2: '{' },
    { code: 'build', str1: 'GET /', intValue: 11 },
    { code: 'expand', str1: '/x{/a,b}{?c*}', str2: json({ a: unicode, b: '', c: { d: 1, é: 'ß' } }) },
    { code: 'expand', str1: '{a' },
    { code: 'expand', str1: 'x'.repeat(65_537) },
    { code: 'operations' },
    { code: unicode },
    { code: 'x'.repeat(129) },
    { code: 'detailed', str1: `too late: ${unicode} 100 %` },
  ];
  return [
    ...requests.map((request) => ({ name: JSON.stringify(request).slice(0, 80), request })),
    { name: 'retries', request: { code: 'flaky', intValue: ATTEMPTS - 1 }, isRetried: true },
    {
      name: 'the last retry',
      request: { code: 'flaky', intValue: ATTEMPTS },
      message: new RegExp(`Attempt ${ATTEMPTS} failed\\.$`),
      isRetried: true,
    },
  ];
}

/** Makes a call with our own client. */
export async function callByOwnClient(gateway: string, request: Request, requestId: string): Promise<Answer> {
  const client = createCallClient({ host: gateway, deadline: LONG_S * 1000, retries: { attempts: ATTEMPTS } });
  try {
    const metadata = { authorization: `Bearer ${TOKEN}`, 'x-request-id': requestId };
    const { success, message } = await client.call({ code: '', ...request }, { metadata });
    return success ? { result: message } : { operationError: message };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const types = statusDetails(error)?.details.map(({ typeUrl }) => typeUrl) ?? [];
    const details = DETAILS.filter((detail) => types.includes(detail['@type']));
    return { status: error.status.name, message: error.status.message, details };
  }
}

/** Without what differs from run to run: the request id. */
export function normalize({ requestId: _requestId, ...compared }: Answer): Answer {
  return compared;
}
