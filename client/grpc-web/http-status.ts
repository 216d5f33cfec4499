import { Code, type StatusCode } from './status.js';

/** gRPC, doc/http-grpc-status-mapping.md. Servers map in the other direction differently. */
const CODES: ReadonlyMap<number, StatusCode> = new Map([
  [400, Code.INTERNAL],
  [401, Code.UNAUTHENTICATED],
  [403, Code.PERMISSION_DENIED],
  [404, Code.UNIMPLEMENTED],
  [429, Code.UNAVAILABLE],
  [502, Code.UNAVAILABLE],
  [503, Code.UNAVAILABLE],
  [504, Code.UNAVAILABLE],
]);

/** The gRPC code for an answer without `grpc-status`, by its HTTP status. For 200 it is UNKNOWN too. */
export function codeFromHttpStatus(httpStatus: number): StatusCode {
  return CODES.get(httpStatus) ?? Code.UNKNOWN;
}

const NOT_THE_BRIDGE =
  'There is no service: check that "host" is the proxy or gateway, with the path that precedes the service.';
const NO_SERVER =
  'The proxy runs, but reaches no server: check that the server is up, and that the proxy has its address.';

/** The likely cause of an answer without `grpc-status`, and the next step. */
const HINTS: ReadonlyMap<number, string> = new Map([
  [401, 'Credentials are missing or wrong: pass them as metadata ("authorization").'],
  [403, 'A proxy forbids the call: check its rules.'],
  [404, NOT_THE_BRIDGE],
  [405, NOT_THE_BRIDGE],
  [413, 'The request is larger than the proxy allows.'],
  [415, 'That address does not accept gRPC-Web: set "host" to the proxy or gateway, not the gRPC server behind it.'],
  [429, 'The rate of calls is limited: wait, or set "retries".'],
  [431, 'The metadata is larger than the proxy allows.'],
  [502, NO_SERVER],
  [503, NO_SERVER],
  [504, NO_SERVER],
]);

/** A sentence with the next step for an answer without `grpc-status`. */
export function httpStatusHint(httpStatus: number): string {
  return HINTS.get(httpStatus) ?? 'See the log of the proxy or server there.';
}
