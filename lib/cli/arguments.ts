import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './command.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads flags and positionals.
 * @throws UsageError for a flag that is unknown or lacks its value
 */
export function readArguments<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // parseArgs says which argument is wrong.
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Checks a flag that takes one of some words.
 * @throws UsageError that lists them
 */
export function oneOf<const T extends string>(
  flag: string,
  value: string | undefined,
  words: readonly T[],
): T | undefined {
  const word = words.find((candidate) => candidate === value);
  if (value === undefined || word !== undefined) return word;
  throw new UsageError(`${flag} must be ${words.join(', ')}, not ${JSON.stringify(value)}.`);
}
