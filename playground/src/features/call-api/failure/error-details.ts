import { errorDetails, statusDetails, type CallError, type ErrorDetailType } from 'endpoint.js-client';
import type { Detail } from '../record.js';
import { formatByteCount, formatHex } from '../wire/parts.js';

const KNOWN: readonly ErrorDetailType[] = [
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

/** Bytes of an unknown detail that are shown. */
const SHOWN_BYTES = 64;

function toJson(value: unknown): string {
  const plain = (_: string, member: unknown) => (member instanceof Map ? Object.fromEntries(member) : member);
  return JSON.stringify(value, plain, 2);
}

/** Reads the details in `grpc-status-details-bin`. */
export function readDetails(error: CallError): readonly Detail[] {
  const packed = statusDetails(error)?.details ?? [];
  const known = KNOWN.flatMap((type) => errorDetails(error, type).map((detail) => ({ type, text: toJson(detail) })));
  const others = packed.flatMap(({ typeUrl, value }) => {
    const type = typeUrl.split('/').at(-1) ?? typeUrl;
    if (KNOWN.some((name) => name === type)) return [];
    return [{ type, text: `${formatByteCount(value.length)}: ${formatHex(value, SHOWN_BYTES)}` }];
  });
  return [...known, ...others];
}
