import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The streams of a command. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The text of `--help`. */
  readonly help: string;
  /**
   * Runs the command; the exit code is 0 unless it throws.
   *
   * @throws UsageError for arguments that can't be understood, Failure for a result that isn't possible
   */
  run(args: readonly string[], io: Io): void | Promise<void>;
}

/** The arguments can't be understood: exit code 2. The message states what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command can't do its work: exit code 1. The message is printed as it is. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/**
 * Reads flags and positionals.
 *
 * @throws UsageError for a flag that is unknown or lacks its value
 */
export function readArguments<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // Its first sentence names the argument; the next one is about positionals, which are rarely meant.
    throw new UsageError(`${getMessage(error).split('. ', 1)[0]?.replace(/\.?$/, '.')}`, { cause: error });
  }
}

/**
 * Checks a flag whose value is one of some words.
 *
 * @throws UsageError that lists the words
 */
export function readChoice<const T extends string>(flag: string, value: string | undefined, words: readonly T[]) {
  const word = words.find((candidate) => candidate === value);
  if (value === undefined || word !== undefined) return word;
  throw new UsageError(`${flag}: ${JSON.stringify(value)} is unknown; use one of ${words.join(', ')}.`);
}

/** The message of anything that was thrown. */
export function getMessage(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
