/** Everything that needs gRPC: a separate chunk, which the page loads on first use. */
import {
  binaryMetadata,
  CallError,
  Code,
  createCallClient,
  requestMetadata,
  statusMeaning,
  errorDetails,
  statusDetails,
  type CallResult,
  type WireEvent,
  type ErrorDetailType,
} from 'endpoint.js-client';
import type { Call, MetadataCheck, CallRecord, SentRequest, Wire, Detail } from '../call.js';
import type { Field } from '../../../ui/FieldList.js';
import { formatHex, quote, decodeUtf8 } from '../wire/bytes.js';
import { describeCount } from '../../../ui/text.js';

/** Bytes that are shown of a `-bin` value, and of an unknown error detail. */
const SHOWN_BYTES = 32;
const SHOWN_DETAIL_BYTES = 64;

/** Bytes as text if they are UTF-8 without control characters, else as hexadecimal digits. */
function describeBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  const shown = text === undefined || /\p{Cc}/u.test(text) ? formatHex(bytes, SHOWN_BYTES) : quote(text);
  return `${describeCount(bytes.length, 'byte')}: ${shown}`;
}

function listFields(metadata: Headers): Field[] {
  return Array.from(metadata, ([name, value]) => {
    const bytes = name.endsWith('-bin') ? binaryMetadata(metadata, `${name.slice(0, -4)}-bin`) : undefined;
    return { name, value, ...(bytes !== undefined && { decoded: bytes.map(describeBytes) }) };
  });
}

/** Records the traffic of a call. */
function createRecorder() {
  const head: { request?: SentRequest; response?: NonNullable<Wire['response']> } = {};
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    onWire: (event: WireEvent): void => {
      if (event.type === 'chunk') chunks.push(new Uint8Array(event.bytes));
      else if (event.type === 'request') {
        const { url, headers, bytes } = event;
        head.request = { url, headers: [...headers], bytes };
      } else {
        const { httpStatus, headers } = event;
        const grpcStatus = headers.get('grpc-status') ?? undefined;
        head.response = { httpStatus, contentType: headers.get('content-type') ?? '', grpcStatus };
      }
    },
    wire: async (): Promise<Wire> => ({ ...head, body: new Uint8Array(await new Blob(chunks).arrayBuffer()) }),
  };
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  // The address is invalid.
  if (error instanceof TypeError) return new CallError(Code.INVALID_ARGUMENT, error.message, { cause: error });
  throw error;
}

async function sendCall(
  { bridge, request, metadata, deadline }: Call,
  onWire: (event: WireEvent) => void,
  signal?: AbortSignal,
): Promise<CallResult> {
  const client = createCallClient({ host: bridge, onWire });
  return client.call(request, { metadata, ...(signal && { signal }), ...(deadline !== undefined && { deadline }) });
}

/** Makes a call. Rejects only because of bugs: a failed call has a record too. */
export async function makeCall(call: Call, signal?: AbortSignal): Promise<CallRecord> {
  const at = Date.now();
  const { onWire, wire: readWire } = createRecorder();
  const ended = await sendCall(call, onWire, signal).catch(toCallError);
  const error = ended instanceof CallError ? ended : undefined;
  const { status, timing } = ended;
  const wire = await readWire();
  const isEmpty = wire.body.length === 0;
  return {
    call,
    at,
    status,
    timing,
    wire,
    meaning: statusMeaning(status.code),
    // The client's option is a field here.
    text: error?.message.replaceAll('"host"', '“Bridge address”') ?? '',
    details: error === undefined ? [] : readDetails(error),
    result: ended instanceof CallError ? undefined : ended,
    headers: listFields(ended.headers),
    // Without a body the client repeats the headers there, also where CORS hides the status.
    trailers: isEmpty ? [] : listFields(ended.trailers),
    trailersOnly: isEmpty && wire.response?.grpcStatus !== undefined,
  };
}

export const checkMetadata: MetadataCheck = (name, value) => {
  try {
    requestMetadata([[name, value]]);
    return undefined;
  } catch (error) {
    // The field names the metadata, and has texts alone.
    const { message } = toCallError(error);
    const problem = message.replaceAll(/^Metadata "[^"]*": |; pass a Uint8Array for raw bytes/g, '');
    return problem.charAt(0).toUpperCase() + problem.slice(1);
  }
};

const DETAIL_TYPES: readonly ErrorDetailType[] = [
  'google.rpc.ErrorInfo',
  'google.rpc.RetryInfo',
  'google.rpc.DebugInfo',
  'google.rpc.QuotaFailure',
  'google.rpc.PreconditionFailure',
  'google.rpc.BadRequest',
  'google.rpc.RequestInfo',
  'google.rpc.ResourceInfo',
  'google.rpc.Help',
  'google.rpc.LocalizedMessage',
];

function toJson(value: unknown): string {
  const plain = (_: string, member: unknown) => (member instanceof Map ? Object.fromEntries(member) : member);
  return JSON.stringify(value, plain, 2);
}

/** Reads the details in `grpc-status-details-bin`. */
function readDetails(error: CallError): readonly Detail[] {
  const packed = statusDetails(error)?.details ?? [];
  const known = DETAIL_TYPES.flatMap((type) =>
    errorDetails(error, type).map((detail) => ({ type, text: toJson(detail) })),
  );
  const others = packed.flatMap(({ typeUrl, value }) => {
    const type = typeUrl.split('/').at(-1) ?? typeUrl;
    if (DETAIL_TYPES.some((name) => name === type)) return [];
    return [{ type, text: `${describeCount(value.length, 'byte')}: ${formatHex(value, SHOWN_DETAIL_BYTES)}` }];
  });
  return [...known, ...others];
}
