import { createLogWriter, type LogStream } from './log-writer.js';

/** A served call. Never holds an argument's value. */
export interface CallLogLine {
  readonly event: 'call';
  /** ISO 8601, when the call was answered. */
  readonly time: string;
  /** The operation's name; null when there is no such operation, or the call was refused before it was looked up. */
  readonly code: string | null;
  /** gRPC status by name; null when the transport refused the message or lost the caller before it was read. */
  readonly status: string | null;
  /** Whether the operation succeeded; only with status OK. */
  readonly success?: boolean;
  /** Milliseconds from the request message to the answer. */
  readonly ms: number;
  readonly transport: 'grpc' | 'grpc-web';
  /** The caller's or proxy's x-request-id, where there is a plain one. */
  readonly requestId?: string;
  /** The trace-id of the caller's traceparent (W3C Trace Context), where there is a valid one. */
  readonly traceId?: string;
  /** What a bug threw: its class and where, without its message, which might repeat an argument. */
  readonly error?: { readonly name: string; readonly stack: readonly string[] };
}

/** A change in the server's life. */
export interface ServerLogLine {
  readonly event: 'draining' | 'stopped';
  readonly time: string;
}

/** A connection that a client broke off against the protocol, so that calls on it could not be served. */
export interface ConnectionLogLine {
  readonly event: 'connection-failed';
  readonly time: string;
  readonly transport: 'grpc';
  /** In the words of Node or nghttp2. */
  readonly reason: string;
}

/** An error that nothing caught: a bug. The server drains. */
export interface FailureLogLine {
  readonly event: 'failure';
  readonly time: string;
  readonly error: NonNullable<CallLogLine['error']>;
}

/** Lines that could not be written, as their reader was slow or gone. */
export interface DroppedLogLine {
  readonly event: 'log-dropped';
  readonly time: string;
  readonly lines: number;
}

export type LogLine = CallLogLine | ServerLogLine | ConnectionLogLine | FailureLogLine;

/** Takes a log line; {@link jsonLines} makes one that writes. */
export type Log = (line: LogLine) => void;

// Nobody reads a log faster, and a write to a pipe costs as much as a call does.
const longestWaitMs = 10;
const mostWaiting = 65_536;

/**
 * A log that writes each line as JSON, `members` among its members. Lines of calls are written together, 10 ms after the
 * first, when they fill 64 KiB, or when the process ends; all others at once, after those that wait. It never waits for a reader:
 * beyond 4 MiB that nobody has read lines are dropped, and so are those that can't be written. `log-dropped` says how many.
 */
export function jsonLines(stream: LogStream, members: Readonly<Record<string, unknown>> = {}): Log {
  return lineWriter(stream, members);
}

/** {@link jsonLines} for lines of any kind. */
export function lineWriter(
  stream: LogStream,
  members: Readonly<Record<string, unknown>> = {},
): (line: { readonly event: string }) => void {
  // What follows the line's own members; written once, not for each line.
  const [, rest = ''] = /^\{(.+)\}$/.exec(JSON.stringify(members)) ?? [];
  const end = rest === '' ? '}\n' : `,${rest}}\n`;
  const toText = (line: object): string => JSON.stringify(line).slice(0, -1) + end;
  const writer = createLogWriter(stream, (lines) => {
    const line: DroppedLogLine = { event: 'log-dropped', time: timestamp(), lines };
    return toText(line);
  });
  let waiting = '';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const [text, lines] = [waiting, count];
    waiting = '';
    count = 0;
    clearTimeout(timer);
    process.off('exit', flush);
    writer.write(text, lines);
  };
  return (line) => {
    if (waiting === '') {
      timer = setTimeout(flush, longestWaitMs).unref();
      process.on('exit', flush);
    }
    waiting += toText(line);
    count += 1;
    if (line.event !== 'call' || waiting.length > mostWaiting) flush();
  };
}

/** The same log, but one that fails costs its lines and not the calls that they are about. */
export function unfailing(log: Log): Log {
  let failed = false;
  return (line) => {
    try {
      log(line);
    } catch (error) {
      if (failed) return;
      failed = true;
      process.emitWarning(`The log failed, further failures are not reported: ${String(error)}`);
    }
  };
}

let lastMs = 0;
let lastTimestamp = '';

/** Now, in ISO 8601; made once for all calls of a millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTimestamp = new Date(now).toISOString();
  }
  return lastTimestamp;
}

/** An error as it may be logged. */
export function loggableError(error: unknown): NonNullable<CallLogLine['error']> {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const lines = (error.stack ?? '').split('\n');
  return {
    name: error.constructor.name,
    stack: lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim()),
  };
}

/** A request id that can be logged and echoed: short and plain. Others are left out. */
export function plainRequestId(values: readonly string[]): string | undefined {
  const [id] = values;
  return values.length === 1 && id !== undefined && /^[\w.:/+=-]{1,128}$/.test(id) ? id : undefined;
}
