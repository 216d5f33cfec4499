/** A stream of text; process.stdout and any other `Writable` is one. */
export interface LogStream {
  write(text: string, written?: (error?: Error | null) => void): unknown;
  /** How much is written and not yet read, in bytes. */
  readonly writableLength?: number;
  on?(event: 'drain' | 'error', listener: (error: Error) => void): unknown;
}

/** Writes lines without waiting for their reader, and keeps a bounded amount for it. */
export interface LogWriter {
  /** Writes a text of `lines` lines, or drops it when too much is unread. */
  write(text: string, lines: number): void;
}

/** The most that is kept for a reader, in characters; some 20,000 lines. */
const maxUnread = 4_194_304;

/**
 * Makes a writer for a stream whose reader may be slow, stalled or gone. Lines that can't be written are counted, and reported in a
 * line as soon as there is a reader again.
 *
 * @param createDroppedLine makes that line, which ends with a line feed
 */
export function createLogWriter(stream: LogStream, createDroppedLine: (lines: number) => string): LogWriter {
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
  return { write };
}
