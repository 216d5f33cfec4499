import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { createHoldings } from '../service/holdings.js';
import { callStreamLimits, otherStreamLimits, otherStreamsPerSecond } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import type { CallService } from '../service/call-service.js';
import type { OpenConnection } from './open-connections.js';

/** Judges a new stream, and returns whether to serve it. */
export type AdmitStream = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  connection: OpenConnection,
) => boolean;

/**
 * Bounds the open streams of all connections: those of calls, and those of all other methods together, such as a health `Watch`. A new
 * one beyond a bound closes the oldest, of the caller that has more than half where there is one.
 *
 * A flood of other methods would still delay calls, since each stream takes about as much time as a call. So beyond a rate only the first
 * stream of a connection is served; the next one closes the connection, which costs far less than to refuse each, or is refused where
 * the connection has calls.
 */
export function boundStreams(
  { nameHolder }: Pick<CallService, 'nameHolder'>,
  now: () => number = () => performance.now(),
): AdmitStream {
  const calls = createHoldings(callStreamLimits);
  const others = createHoldings(otherStreamLimits);
  const fitsRate = createRate(otherStreamsPerSecond, now);
  return (stream, headers, connection) => {
    const isCall = headers[':path'] === callApiPath;
    const count = isCall ? 'calls' : 'others';
    if (!isCall && connection.others > 0 && !fitsRate()) return refuse(stream, connection);
    const holding = (isCall ? calls : others).hold({
      // gRPC's RESOURCE_EXHAUSTED.
      end: () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM),
      caller: () => nameHolder([headers.authorization ?? []].flat(), stream.session?.socket.remoteAddress),
    });
    connection.begin(count);
    // Emitted once; `once` would cost a hundredth of a short call.
    stream.on('close', () => {
      holding.release();
      connection.end(count);
    });
    return true;
  };
}

function refuse(stream: ServerHttp2Stream, { calls }: OpenConnection): false {
  stream.on('error', () => undefined);
  if (calls > 0) stream.close(constants.NGHTTP2_REFUSED_STREAM);
  // With an error code, Node would reset each of its streams, one write each.
  else stream.session?.destroy();
  return false;
}

/** Makes a function that returns whether one more event fits a rate, of which a second's worth may come at once. */
function createRate(perSecond: number, now: () => number): () => boolean {
  let left = perSecond;
  let last = now();
  return () => {
    const time = now();
    left = Math.min(perSecond, left + ((time - last) / 1000) * perSecond);
    last = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
