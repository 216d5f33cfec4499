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

const NOT_THE_BRIDGE = 'No service is served there: is "host" the proxy or gateway, with the path before the service?';
const NO_SERVER =
  'The proxy runs, but not what it passes calls on to: is the server up, and the address that it has for it right?';

/** The likely cause of such an answer, and the next step. */
const HINTS: ReadonlyMap<number, string> = new Map([
  [401, 'Credentials are missing or wrong: give them as metadata ("authorization").'],
  [403, 'A proxy forbids the call: look at its rules.'],
  [404, NOT_THE_BRIDGE],
  [405, NOT_THE_BRIDGE],
  [413, 'The request is larger than the proxy lets through.'],
  [415, 'It does not take gRPC-Web: "host" must be the proxy or gateway, not the gRPC server behind it.'],
  [429, 'The rate of calls is limited: wait, or ask for "retries".'],
  [431, 'The metadata is larger than the proxy lets through.'],
  [502, NO_SERVER],
  [503, NO_SERVER],
  [504, NO_SERVER],
]);

/** What to do about an answer that has no `grpc-status`, in a sentence. */
export function httpStatusHint(httpStatus: number): string {
  return HINTS.get(httpStatus) ?? 'The log of the proxy or server there should say why.';
}
