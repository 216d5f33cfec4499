/** What a command reads and writes beside its arguments. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** A command of the command line: one file each. */
export interface Command {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /**
   * Does it. The exit code is 0.
   * @throws UsageError for arguments that can't be understood, Failure for what can't be done
   */
  run(args: readonly string[], io: Io): void | Promise<void>;
}

/** The arguments can't be understood: exit code 2. The message says what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for can't be done: exit code 1. The message is all that is printed. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
