/** Where text is written to; process.stdout and any other `Writable` is one. */
export interface LogStream {
  write(text: string, written?: (error?: Error | null) => void): unknown;
  /** How much is written and not yet taken away by the reader. */
  readonly writableLength?: number;
  on?(event: 'drain' | 'error', listener: (error: Error) => void): unknown;
}

/** Writes lines without ever waiting for their reader, keeping a bounded amount for it. */
export interface LogWriter {
  /** Writes text of so many lines, or drops it when too much is unread. */
  write(text: string, lines: number): void;
}

/** A reader who doesn't read gets this much kept, in characters; some 20,000 lines. */
const mostUnread = 4_194_304;

/**
 * A writer for a stream whose reader may be slow, stalled or gone. What can't be written is counted, and reported in a line of its
 * own as soon as there is a reader again.
 *
 * @param droppedLine makes that line, which ends with a line feed
 */
export function createLogWriter(stream: LogStream, droppedLine: (lines: number) => string): LogWriter {
  let dropped = 0;
  let failing = false;

  function write(text: string, lines: number): void {
    if ((stream.writableLength ?? 0) > mostUnread) {
      dropped += lines;
      return;
    }
    const missing = dropped;
    dropped = 0;
    stream.write(missing === 0 ? text : droppedLine(missing) + text, (error) => {
      if (error) dropped += missing + lines;
      else failing = false;
    });
  }

  // Without a listener, a reader that closes its end (EPIPE) would end the process.
  stream.on?.('error', (error) => {
    if (!failing)
      process.emitWarning(`The log can't be written: ${error.message}. Its lines are dropped until it can.`);
    failing = true;
  });
  stream.on?.('drain', () => {
    if (dropped > 0) write('', 0);
  });
  return { write };
}
