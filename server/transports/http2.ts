import { once } from 'node:events';
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type Server, status } from '@grpc/grpc-js';
import { type CallLogLine, type ConnectionLogLine, timestamp } from '../observability/log.js';
import type { CallService } from '../service/call-service.js';
import { callApiPath } from '../service/messages.js';
import { boundConnections, type OpenConnection } from './open-connections.js';
import { type AdmitStream, boundStreams } from './open-streams.js';
import { readTimeout, setDeadline } from './timeouts.js';

type AnyHttp2Server = Http2Server | Http2SecureServer;

/** The most bytes of a call's headers, names and values; gRPC itself recommends 8 KiB. Clients learn it by SETTINGS. */
const maxHeaderListSize = 65_536;

/** How often connections are checked, in ms. */
const checkMs = 1000;

/** How long connections without calls stay open, as Envoy's: clients reconnect at their next call. */
const maxIdleMs = 300_000;

/**
 * Sets up the HTTP/2 servers of a bound gRPC server where grpc-js has no options.
 *
 * @param idleMs how long connections without streams stay open. grpc-js has an option for it, which takes a fiftieth of a short call
 * @returns a function that cuts off all connections; `forceShutdown` of grpc-js knows none where channelz is disabled
 * @throws {Error} when grpc-js keeps its HTTP/2 servers elsewhere
 */
export function hardenHttp2(
  server: Server,
  service: Pick<CallService, 'nameHolder' | 'logRefused'>,
  log: { readonly connection: (line: ConnectionLogLine) => void; readonly call: (line: CallLogLine) => void },
  idleMs = maxIdleMs,
): () => void {
  const admitBounded = boundStreams(service);
  const admitStream: AdmitStream = (stream, headers, connection) =>
    admitBounded(stream, headers, connection) && admitTimeout(stream, headers, service);
  const connections = findHttp2Servers(server).map((http2Server) => {
    http2Server.updateSettings({ maxHeaderListSize });
    const sessions = followSessions(http2Server, admitStream);
    const logRefusal = (): void =>
      log.call({ event: 'call', time: timestamp(), code: null, status: null, ms: 0, transport: 'grpc' });
    const timer = setInterval(() => {
      reportRefusals(sessions, logRefusal);
      for (const [session, { connection }] of sessions) if (connection.isIdle(idleMs)) session.close();
    }, checkMs).unref();
    http2Server.once('close', () => clearInterval(timer));
    http2Server.on('sessionError', (error: Error) => {
      if (!isNotable(error)) return;
      log.connection({
        event: 'connection-failed',
        time: new Date().toISOString(),
        transport: 'grpc',
        reason: error.message,
      });
    });
    return sessions;
  });
  return () => {
    for (const sessions of connections)
      for (const session of sessions.keys()) session.destroy(undefined, constants.NGHTTP2_CANCEL);
  };
}

/** The newest stream of a connection that was received, and one that was missing at the last check. */
interface Streams {
  readonly connection: OpenConnection;
  received: number;
  missing: number;
}

type StreamHandler = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: string[],
) => void;

/** Follows the open connections of a server, and passes on only the streams that its bounds admit. */
function followSessions(
  http2Server: AnyHttp2Server,
  admitStream: AdmitStream,
): ReadonlyMap<ServerHttp2Session, Streams> {
  const sessions = new Map<ServerHttp2Session, Streams>();
  const findConnection = boundConnections(http2Server);
  http2Server.on('session', (session) => {
    sessions.set(session, { connection: findConnection(session.socket), received: 0, missing: 0 });
    session.once('close', () => sessions.delete(session));
  });
  const handlers = http2Server.listeners('stream') as StreamHandler[];
  http2Server.removeAllListeners('stream');
  const admit: StreamHandler = (stream, headers, flags, rawHeaders) => {
    const seen = stream.session && sessions.get(stream.session as ServerHttp2Session);
    // A stream whose connection has just ended.
    if (!seen) return;
    seen.received = stream.id ?? 0;
    keepAllAuthorizations(headers, rawHeaders);
    if (!admitStream(stream, headers, seen.connection)) return;
    for (const handle of handlers) handle(stream, headers, flags, rawHeaders);
  };
  http2Server.on('stream', admit);
  return sessions;
}

/**
 * Calls back for each connection on which nghttp2 has refused the headers of calls since the last time, as too large, too many or
 * impossible to decompress: Node doesn't report these.
 */
function reportRefusals(sessions: ReadonlyMap<ServerHttp2Session, Streams>, onRefused: () => void): void {
  for (const [{ state }, seen] of sessions) {
    const { lastProcStreamID: last = 0 } = state;
    // Missing twice, because it may still be on its way.
    const refused = last > seen.received && last === seen.missing;
    if (refused) {
      seen.received = last;
      onRefused();
    }
    seen.missing = last > seen.received ? last : 0;
  }
}

/** Whether a connection's error is more than its end. Node reports "Protocol error" when grpc-go closes a connection. */
const isNotable = (error: Error): boolean =>
  'code' in error && String(error.code).startsWith('ERR_HTTP2_') && error.message !== 'Protocol error';

/** Private; a test fails when a new version of grpc-js keeps them elsewhere. */
const listHttp2Servers = (server: Server): readonly AnyHttp2Server[] => [...(server['http2Servers']?.keys() ?? [])];

function findHttp2Servers(server: Server): readonly AnyHttp2Server[] {
  const servers = listHttp2Servers(server);
  if (servers.length > 0) return servers;
  throw new Error('This version of @grpc/grpc-js is not supported; install 1.14.');
}

/** Closes a gRPC server; resolves when no connection is open. */
export async function shutDown(server: Server): Promise<void> {
  const closed = listHttp2Servers(server).map((http2Server) => once(http2Server, 'close'));
  // Its callback never comes where a session is destroyed and not reported as closed yet, as by a client of TLS at a plain port.
  server.tryShutdown(() => undefined);
  await Promise.all(closed);
}

/**
 * Node keeps the first of several `authorization` headers and silently drops the others (its list of single-value headers).
 * Joined, as HTTP joins all repeated fields, they aren't valid credentials.
 */
function keepAllAuthorizations(headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void {
  // Nearly every call has at most one, and each call is checked.
  if (
    headers.authorization === undefined ||
    rawHeaders.indexOf('authorization') === rawHeaders.lastIndexOf('authorization')
  )
    return;
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1] === 'authorization');
  if (values.length > 1) headers.authorization = values.join(', ');
}

/**
 * Takes the timeout of a call away from grpc-js, and any that grpc-js would cut; refuses a malformed one, and returns whether to serve the
 * stream. grpc-js sets a timer for each call, which takes a twentieth of a short one.
 */
function admitTimeout(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  service: Pick<CallService, 'logRefused'>,
): boolean {
  const timeout = headers['grpc-timeout'];
  if (timeout === undefined) return true;
  const isCall = headers[':path'] === callApiPath;
  const ms = readTimeout(String(timeout));
  if (isCall || ms === Infinity) delete headers['grpc-timeout'];
  if (typeof ms === 'number') {
    if (isCall && ms !== Infinity) setDeadline(stream, Date.now() + Math.trunc(ms));
    return true;
  }
  const metadata = (name: string): string[] => [headers[name] ?? []].flat();
  if (isCall) service.logRefused({ transport: 'grpc', status: status[ms.code], ms: 0, metadata });
  stream.on('error', () => undefined);
  if (stream.closed || stream.destroyed) return false;
  const fields = { 'grpc-status': ms.code, 'grpc-message': encodeURI(ms.message) };
  stream.respond({ 'content-type': 'application/grpc+proto', ...fields }, { endStream: true });
  // Otherwise the stream would remain until the caller ends it.
  stream.close(constants.NGHTTP2_NO_ERROR);
  return false;
}
