import { constants, type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { createHoldings } from '../service/holdings.js';
import { callStreamLimits, otherStreamLimits, otherStreamsPerTurn } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import type { CallService } from '../service/call-service.js';
import type { OpenConnection } from './open-connections.js';

/** Judges a new stream, and returns whether to serve it. */
export type AdmitStream = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  connection: OpenConnection | undefined,
) => boolean;

/**
 * Bounds the open streams of all connections: those of calls, and those of all other methods together, such as a health `Watch`. A new
 * one beyond a bound closes the oldest, of the caller that has more than half where there is one.
 */
export function boundStreams({ nameHolder }: Pick<CallService, 'nameHolder'>): AdmitStream {
  const calls = createHoldings(callStreamLimits);
  const others = createHoldings(otherStreamLimits);
  const fitsTurn = boundTurns();
  return (stream, headers, connection) => {
    const isCall = headers[':path'] === callApiPath;
    if (!isCall && !fitsTurn(stream)) return false;
    const holding = (isCall ? calls : others).hold({
      // gRPC's RESOURCE_EXHAUSTED.
      end: () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM),
      caller: () => nameHolder([headers.authorization ?? []].flat(), stream.session?.socket.remoteAddress),
    });
    connection?.begin();
    stream.once('close', () => {
      holding.release();
      connection?.end();
    });
    return true;
  };
}

/**
 * Bounds the streams of other methods that begin in one turn of the event loop: no flood of them may delay calls. To refuse a stream costs
 * about as much as to serve it, so a connection that is refused twice in a row is closed.
 */
function boundTurns(): (stream: ServerHttp2Stream) => boolean {
  let begun = 0;
  let refused: Http2Session | undefined;
  const endTurn = (): void => {
    begun = 0;
    refused = undefined;
  };
  return (stream) => {
    if (begun === 0) setImmediate(endTurn);
    begun += 1;
    if (begun <= otherStreamsPerTurn) return true;
    const { session } = stream;
    stream.on('error', () => undefined);
    if (session === refused) session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    refused = session;
    return false;
  };
}
