import type { CallRecord } from '../record.js';
import type { Frame } from '../wire/frames.js';
import { readFrames } from '../wire/frames.js';
import { decodeUtf8 } from '../wire/parts.js';
import { RESPONSE } from '../wire/schema.js';

/** How a call ended, as precisely as a page can determine. */
export type Situation =
  | 'served'
  | 'operation failed'
  | 'not sent'
  | 'cancelled here'
  | 'deadline passed here'
  | 'deadline passed there'
  | 'no answer'
  | 'bridge down'
  | 'refused'
  | 'server down'
  | 'wrong path'
  | 'not gRPC-Web'
  | 'HTTP error'
  | 'broken answer'
  | 'broken off'
  | 'status';

const NOT_FOUND = 404;
const OK = 0;
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

function isBroken({ problem, items }: Frame): boolean {
  return problem !== undefined || items.some((item) => item.problem !== undefined);
}

/** The facts about a call that has ended. */
export interface Facts extends Pick<CallRecord, 'call' | 'status' | 'answer' | 'headers' | 'trailers' | 'wire'> {
  /** Whether the user cancelled it. */
  readonly cancelled: boolean;
  /** Whether anything answers at the address; undefined if the call was answered, or this wasn't checked. */
  readonly reachable: boolean | undefined;
}

/** Whether the answer has no body, and its trailers came as headers. */
export function isTrailersOnly({ response, body }: CallRecord['wire']): boolean {
  return response?.grpcStatus !== undefined && body.length === 0;
}

/** The situation of a call without a status from the server, by how far its answer got. */
function findSituationWithoutStatus({ status, wire: { response, body }, reachable }: Facts): Situation {
  if (response === undefined) {
    if (reachable === undefined) return 'no answer';
    return reachable ? 'refused' : 'bridge down';
  }
  if (response.httpStatus === NOT_FOUND) return 'wrong path';
  if (response.httpStatus !== 200) return 'HTTP error';
  if (!/^application\/grpc-web(?:\+proto)?\s*(?:;|$)/i.test(response.contentType)) return 'not gRPC-Web';
  if (status.code === UNAVAILABLE) return 'broken off';
  return body.length > 0 ? 'broken answer' : 'status';
}

/** `grpc-status` in the frame of trailers. */
function readTrailersStatus(body: Uint8Array, frames: readonly Frame[]): string | undefined {
  const fields = frames.flatMap(({ title, items }) => (title === 'Trailers frame' ? items : []));
  const value = fields
    .find(({ title }) => title.toLowerCase() === 'grpc-status')
    ?.parts.find(({ kind }) => kind === 'value');
  return value && decodeUtf8(body.subarray(value.start, value.end))?.trim();
}

/** Determines how a call ended. */
export function findSituation(facts: Facts): Situation {
  const { answer, status, cancelled, headers, trailers } = facts;
  const { request, response, body } = facts.wire;
  if (answer !== undefined) return answer.success ? 'served' : 'operation failed';
  if (cancelled) return 'cancelled here';
  if (request === undefined && status.code === INVALID_ARGUMENT) return 'not sent';
  const frames = readFrames(body, RESPONSE);
  const grpcStatus = response?.grpcStatus ?? readTrailersStatus(body, frames);
  if (grpcStatus === undefined && status.code === DEADLINE_EXCEEDED) return 'deadline passed here';
  if (grpcStatus === undefined) return findSituationWithoutStatus(facts);
  // A status OK doesn't outweigh an answer that can't be read.
  if (frames.some(isBroken) || grpcStatus === String(OK)) return 'broken answer';
  if (status.code === DEADLINE_EXCEEDED) return 'deadline passed there';
  const byServer = [...headers, ...trailers].some(({ name }) => name === 'server-timing');
  return status.code === UNAVAILABLE && isTrailersOnly(facts.wire) && !byServer ? 'server down' : 'status';
}
