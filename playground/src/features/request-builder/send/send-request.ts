import type { RequestOptions } from 'endpoint.js';
import { revealAuth, type BuildCall, type BuilderState } from '../model/build.js';
import type { Variable } from '../../../variables/references.js';
import type { Outcome, SentRequest } from './answer.js';
import { writeStatus } from './status.js';

/** The sender of a request. */
export type Way = 'page' | 'server';

/** A request to send, with its credentials, and its sender. */
type Sending =
  | { readonly via: 'page'; readonly request: RequestOptions }
  | { readonly via: 'server'; readonly call: BuildCall; readonly bridge: string };

function prepareSending(state: BuilderState, via: Way, bridge: string | undefined): Sending | undefined {
  const { request, problems, question } = revealAuth(state);
  if (request === undefined || problems.length > 0) return undefined;
  if (via === 'page' || bridge === undefined) return { via: 'page', request };
  return question && { via, call: question.call, bridge };
}

/** gRPC-Web loads only if a server sends. */
async function send(sending: Sending, variables: readonly Variable[], signal: AbortSignal): Promise<Outcome> {
  if (sending.via === 'page') return (await import('./send-by-fetch.js')).sendByFetch(sending.request, signal);
  return (await import('./send-by-server.js')).sendByServer(sending.call, sending.bridge, variables, signal);
}

/** Sends the request of a state; undefined if it has none. */
export async function sendRequest(
  state: BuilderState,
  via: Way,
  bridge: string | undefined,
  signal: AbortSignal,
): Promise<Omit<SentRequest, 'id'> | undefined> {
  const sending = prepareSending(state, via, bridge);
  const { built } = state;
  if (sending === undefined || built === undefined) return undefined;
  const { method, url } = built.request;
  const outcome = await send(sending, state.surroundings.variables, signal);
  const summary = 'failure' in outcome ? outcome.failure.title : writeStatus(outcome.answer.status);
  return { at: Date.now(), method, url, summary, state, outcome };
}
