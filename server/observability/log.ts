/** A stream of text; process.stdout and any other `Writable` is one. */
export interface LogStream {
  write(text: string, written?: (error?: Error | null) => void): unknown;
  /** How much is written and not yet read, in bytes. */
  readonly writableLength?: number;
  on?(event: 'drain' | 'error', listener: (error: Error) => void): unknown;
}

/** The most that is kept for a reader, in characters; some 20,000 lines. */
const maxUnread = 4_194_304;

/**
 * Makes a function that writes a text of some lines without waiting for their reader, who may be slow, stalled or gone. Lines that
 * can't be written are counted, and reported in a line as soon as there is a reader again.
 */
function createWriter(stream: LogStream) {
  let dropped = 0;
  let failing = false;

  function write(text: string, lines: number): void {
    if ((stream.writableLength ?? 0) > maxUnread) {
      dropped += lines;
      return;
    }
    const missing = dropped;
    dropped = 0;
    stream.write(missing === 0 ? text : createDroppedLine(missing) + text, (error) => {
      if (error) dropped += missing + lines;
      else failing = false;
    });
  }

  // Without a listener, a reader that closes its end (EPIPE) would end the process.
  stream.on?.('error', (error) => {
    if (!failing) process.emitWarning(`The log can't be written: ${error.message}. Its lines are dropped until then.`);
    failing = true;
  });
  stream.on?.('drain', () => {
    if (dropped > 0) write('', 0);
  });
  return write;
}

const toText = (line: object): string => `${JSON.stringify(line)}\n`;

const createDroppedLine = (lines: number): string =>
  toText({ event: 'log-dropped', time: timestamp(), lines } satisfies DroppedLogLine);

/** A served call. Never holds an argument's value. */
export interface CallLogLine {
  readonly event: 'call';
  /** ISO 8601, when the response was made. */
  readonly time: string;
  /** The operation's name; null for an unknown operation, and for a call refused before its operation is looked up. */
  readonly code: string | null;
  /** gRPC status by name; null when the transport refuses the message, or the caller leaves before it is read. */
  readonly status: string | null;
  /** Whether the operation succeeded; only with status OK. */
  readonly success?: boolean;
  /** Milliseconds from the request message to the response. */
  readonly ms: number;
  readonly transport: 'grpc' | 'grpc-web';
  /** The name of the caller whose token the call has; none for a token without a name. */
  readonly caller?: string;
  /** The caller's or proxy's x-request-id, where there is a plain one. */
  readonly requestId?: string;
  /** The trace-id of the call: of the caller's traceparent (W3C Trace Context), or of the server's own span where it traces calls. */
  readonly traceId?: string;
  /** The error of a bug: its class and place. Only the server's own errors have their message: others might repeat an argument. */
  readonly error?: { readonly name: string; readonly message?: string; readonly stack: readonly string[] };
}

/** A change of the server's state. */
export interface ServerLogLine {
  readonly event: 'draining' | 'stopped';
  readonly time: string;
}

/** A connection that a client ended in breach of the protocol, so that calls on it could not be served. */
export interface ConnectionLogLine {
  readonly event: 'connection-failed';
  readonly time: string;
  readonly transport: 'grpc';
  /** Node's or nghttp2's message. */
  readonly reason: string;
}

/** The keys of JWTs could not be fetched. Until they can, the earlier ones count for an hour; without any, calls get UNAVAILABLE. */
export interface KeysLogLine {
  readonly event: 'keys-failed';
  readonly time: string;
  readonly reason: string;
}

/** An uncaught error: a bug. The server drains. */
export interface FailureLogLine {
  readonly event: 'failure';
  readonly time: string;
  readonly error: NonNullable<CallLogLine['error']>;
}

/** Files of settings that were read again, as one of them changed. Where they can't be used, the earlier settings stay. */
export interface RenewalLogLine {
  readonly event: 'renewed' | 'renewal-failed';
  readonly time: string;
  /** The changed file. */
  readonly file: string;
  /** The reason of a failure. */
  readonly reason?: string;
}

/** Spans that could not be exported. */
export interface TracesLogLine {
  readonly event: 'traces-lost';
  readonly time: string;
  readonly spans: number;
  readonly reason: string;
}

/** Lines that could not be written, as their reader was slow or gone. */
export interface DroppedLogLine {
  readonly event: 'log-dropped';
  readonly time: string;
  readonly lines: number;
}

export type LogLine = CallLogLine | ServerLogLine | ConnectionLogLine | KeysLogLine | FailureLogLine;

/** Receives each log line; {@link jsonLines} makes one that writes. */
export type Log = (line: LogLine) => void;

// No one reads a log faster, and a write to a pipe costs as much as a call.
const maxWaitMs = 50;
const maxWaiting = 65_536;

/**
 * Makes a log that writes each line as JSON. Lines of calls are written together: 50 ms after the first, when they fill 64 KiB, or when the process ends. All others are written at once, after the waiting ones. It never waits for
 * a reader: lines beyond 4 MiB of unread text are dropped, and so are lines that can't be written. `log-dropped` reports how many.
 */
export function jsonLines(stream: LogStream): Log {
  if (typeof stream?.write !== 'function')
    throw new TypeError('stream: has no method write; pass one such as process.stdout.');
  return lineWriter(stream);
}

/** {@link jsonLines} for lines of any kind. */
export function lineWriter(stream: LogStream) {
  const write = createWriter(stream);
  let waiting = '';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const [text, lines] = [waiting, count];
    waiting = '';
    count = 0;
    clearTimeout(timer);
    process.off('exit', flush);
    write(text, lines);
  };
  return (line: { readonly event: string }): void => {
    if (waiting === '') {
      timer = setTimeout(flush, maxWaitMs).unref();
      process.on('exit', flush);
    }
    waiting += toText(line);
    count += 1;
    if (line.event !== 'call' || waiting.length > maxWaiting) flush();
  };
}

let writeBug: Log | undefined;

/** The log of a server without one: bugs alone, which no one would find otherwise. */
export const logBugs: Log = (line) => {
  if ('error' in line) (writeBug ??= jsonLines(process.stderr))(line);
};

/** Makes a function that reports the first failure of a part that an embedder has set, as a warning. */
export function warnOnce(part: string): (error: unknown) => void {
  let warned = false;
  return (error) => {
    if (warned) return;
    warned = true;
    process.emitWarning(`The ${part} failed, further failures are not reported: ${String(error)}`);
  };
}

/** Wraps a log so that its failure costs its lines and not the calls that they describe. Bugs then go to standard error. */
export function unfailing(log: Log): Log {
  const warn = warnOnce('log');
  const fail = (line: LogLine, error: unknown): void => {
    logBugs(line);
    warn(error);
  };
  return (line) => {
    try {
      const written: unknown = log(line);
      // An async function is a log, too.
      if (written instanceof Promise) written.catch((error: unknown) => fail(line, error));
    } catch (error) {
      fail(line, error);
    }
  };
}

let lastTime = NaN;
let lastText = '';

/** The current time in ISO 8601, written once for all calls of a millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}

/** A result of an embedder's code that can't be sent. Its message has types and never values, so it may be logged. */
export class ResultError extends TypeError {}

/** Describes a value by its type alone. Not by its `constructor`, which may be a member of parsed data. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return tag === 'Object' ? 'an object' : `an object (${tag})`;
}

export function toLogError(error: unknown): NonNullable<CallLogLine['error']> {
  if (!(error instanceof Error)) {
    const message = `${describeType(error)} was thrown, which has no place; throw an Error.`;
    return { name: typeof error, message, stack: [] };
  }
  // Both may have been replaced by data of any type.
  const [message, stack] = [error.message, error.stack].map(String) as [string, string];
  const { constructor } = Object.getPrototypeOf(error) as Error;
  // A message may have lines like those of the stack.
  const lines = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return {
    name: constructor.name,
    ...(error instanceof ResultError && { message }),
    stack: lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim()),
  };
}
