/** Servers that tests start, which answer by a script. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../dev/testing/static-server.mjs';

/** A call that was received. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the caller went away before the answer was complete. */
  aborted: boolean;
}

/** Answers a call, correctly or not; a call that it leaves open is never answered. */
export type Script = (response: ServerResponse) => void;

/** A frame of a gRPC-Web body. */
export function frame(flags: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** A serialized `api.Response` of less than 128 bytes. */
export function responseMessage(success: boolean, text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = bytes.length === 0 ? [] : [0x12, bytes.length];
  return Buffer.concat([Buffer.from([...(success ? [8, 1] : []), ...head]), bytes]);
}

/** An answer with a body. */
export function body(...frames: readonly Buffer[]): Script {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(Buffer.concat(frames));
}

/** An answer without a body: its status is in the headers. */
export function trailersOnly(headers: Readonly<Record<string, string>>): Script {
  return (response) => response.writeHead(200, { 'content-type': 'application/grpc-web+proto', ...headers }).end();
}

/** Leaves every call without an answer. */
export const silence: Script = () => undefined;

/** The page's request for the list of operations. */
const ASKS = Buffer.from([0x0a, 'operations'.length, ...Buffer.from('operations')]);

function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', '*');
}

/**
 * An address that answers gRPC-Web by a script.
 * @param cors whether pages may read what it answers
 */
export async function startScriptedBridge(script: Script, { cors = true } = {}) {
  const state = { script, operations: trailersOnly({ 'grpc-status': '12' }) };
  const calls: ReceivedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    if (cors) allow(request, response);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (bytes.includes(ASKS)) state.operations(response);
    else {
      const call: ReceivedCall = { headers: request.headers, body: bytes, aborted: false };
      calls.push(call);
      response.on('close', () => (call.aborted = !response.writableFinished));
      state.script(response);
    }
  };
  const server = await startServer((request, response) => {
    receive(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return Object.assign(state, server, { calls });
}
