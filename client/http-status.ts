import { Code, type StatusCode } from './status.js';

/** gRPC, doc/http-grpc-status-mapping.md. It is not the mapping that servers use the other way round. */
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

/** The gRPC code of an answer that has no `grpc-status`, from its HTTP status. 200 is UNKNOWN too: it says nothing. */
export function codeFromHttpStatus(httpStatus: number): StatusCode {
  return CODES.get(httpStatus) ?? Code.UNKNOWN;
}
