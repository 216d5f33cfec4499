import { BinaryReader } from 'google-protobuf';
import type { CallError } from './status.js';

/** One detail of an error: a message of any type (google.protobuf.Any). */
export interface PackedDetail {
  /** Ends with the message's type after the last slash: `type.googleapis.com/google.rpc.BadRequest`. */
  readonly typeUrl: string;
  /** The serialized message. */
  readonly value: Uint8Array;
}

/** The server's description of an error in `grpc-status-details-bin` (google.rpc.Status). */
export interface StatusDetails {
  readonly code: number;
  readonly message: string;
  readonly details: readonly PackedDetail[];
}

/** The part of google-protobuf's reader in use; declared here so that the public types need no types of that package. */
interface Reader {
  readString(): string;
  readBytes(): Uint8Array;
  readInt32(): number;
  readInt64(): number;
}

/** How one field is read, and its value if it is missing. */
interface Field<T> {
  empty(): T;
  read(reader: Reader, before: T): T;
}

type Fields = Readonly<Record<string, readonly [number: number, Field<unknown>]>>;

type Values<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends readonly [number, Field<infer T>] ? T : never;
};

function decode<F extends Fields>(bytes: Uint8Array, fields: F): Values<F> {
  const named = Object.entries(fields);
  const values = Object.fromEntries(named.map(([name, [, field]]) => [name, field.empty()]));
  const reader = new BinaryReader(bytes);
  while (reader.nextField() && !reader.isEndGroup()) {
    const [name, entry] = named.find(([, [number]]) => number === reader.getFieldNumber()) ?? [];
    if (name === undefined || entry === undefined) reader.skipField();
    else values[name] = entry[1].read(reader, values[name]);
  }
  return values as Values<F>;
}

const text: Field<string> = { empty: () => '', read: (reader) => reader.readString() };
const bytes: Field<Uint8Array> = { empty: () => new Uint8Array(), read: (reader) => reader.readBytes() };
const int32: Field<number> = { empty: () => 0, read: (reader) => reader.readInt32() };
const int64: Field<number> = { empty: () => 0, read: (reader) => reader.readInt64() };

const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  empty: () => undefined,
  read: (reader, before) => field.read(reader, before ?? field.empty()),
});

const message = <F extends Fields>(fields: F): Field<Values<F>> => ({
  empty: () => decode(new Uint8Array(), fields),
  read: (reader) => decode(reader.readBytes(), fields),
});

const list = <T>(item: Field<T>): Field<T[]> => ({
  empty: () => [],
  read: (reader, before) => {
    before.push(item.read(reader, item.empty()));
    return before;
  },
});

const textByName: Field<Map<string, string>> = {
  empty: () => new Map(),
  read: (reader, before) => {
    const { key, value } = decode(reader.readBytes(), { key: [1, text], value: [2, text] });
    return before.set(key, value);
  },
};

const milliseconds: Field<number> = {
  empty: () => 0,
  read: (reader) => {
    const { seconds, nanos } = decode(reader.readBytes(), { seconds: [1, int64], nanos: [2, int32] });
    return seconds * 1_000 + nanos / 1e6;
  },
};

/** The messages of google/rpc/error_details.proto. A function, so that bundles without {@link errorDetails} omit them. */
function createSchemas() {
  const localizedMessage = { locale: [1, text], message: [2, text] } as const;
  const quota = {
    subject: [1, text],
    description: [2, text],
    apiService: [3, text],
    quotaMetric: [4, text],
    quotaId: [5, text],
    quotaDimensions: [6, textByName],
    quotaValue: [7, int64],
    futureQuotaValue: [8, optional(int64)],
  } as const;
  const precondition = { type: [1, text], subject: [2, text], description: [3, text] } as const;
  const field = {
    field: [1, text],
    description: [2, text],
    reason: [3, text],
    localizedMessage: [4, optional(message(localizedMessage))],
  } as const;
  const link = { description: [1, text], url: [2, text] } as const;
  return {
    'google.rpc.ErrorInfo': { reason: [1, text], domain: [2, text], metadata: [3, textByName] },
    'google.rpc.RetryInfo': { retryDelay: [1, milliseconds] },
    'google.rpc.DebugInfo': { stackEntries: [1, list(text)], detail: [2, text] },
    'google.rpc.QuotaFailure': { violations: [1, list(message(quota))] },
    'google.rpc.PreconditionFailure': { violations: [1, list(message(precondition))] },
    'google.rpc.BadRequest': { fieldViolations: [1, list(message(field))] },
    'google.rpc.RequestInfo': { requestId: [1, text], servingData: [2, text] },
    'google.rpc.ResourceInfo': {
      resourceType: [1, text],
      resourceName: [2, text],
      owner: [3, text],
      description: [4, text],
    },
    'google.rpc.Help': { links: [1, list(message(link))] },
    'google.rpc.LocalizedMessage': localizedMessage,
  } as const;
}

type Schemas = ReturnType<typeof createSchemas>;

/** The standard error details of all gRPC languages (google/rpc/error_details.proto). */
export type ErrorDetailType = keyof Schemas;

/** The fields of a standard detail, in camel case. A duration is a number of milliseconds, a map of strings a `Map`. */
export type ErrorDetail<T extends ErrorDetailType> = Values<Schemas[T]>;

/** Decodes a server's bytes, or returns undefined: malformed details must not hide the error itself. */
function tryDecode<F extends Fields>(serialized: Uint8Array, fields: F): Values<F> | undefined {
  try {
    return decode(serialized, fields);
  } catch {
    return undefined;
  }
}

/** The error's decoded `grpc-status-details-bin`; undefined if the server sent none, or one that can't be decoded. */
export function statusDetails(error: CallError): StatusDetails | undefined {
  const detail = message({ typeUrl: [1, text], value: [2, bytes] } as const);
  const status = { code: [1, int32], message: [2, text], details: [3, list(detail)] } as const;
  return error.details && tryDecode(error.details, status);
}

/**
 * The error's details of one standard type, as in `errorDetails(error, 'google.rpc.BadRequest')`. Details that can't be
 * decoded are omitted; `statusDetails` has their bytes.
 */
export function errorDetails<T extends ErrorDetailType>(error: CallError, type: T): ErrorDetail<T>[] {
  const fields = createSchemas()[type];
  const packed =
    statusDetails(error)?.details.filter(({ typeUrl }) => typeUrl.slice(typeUrl.lastIndexOf('/') + 1) === type) ?? [];
  return packed.flatMap(({ value }) => tryDecode(value, fields) ?? []);
}
