/** Runs the servers of examples/ with the built package, as its users would. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from 'vitest';
import { type Caller, grpcCaller } from './callers.js';

/** The folder of the examples. */
export const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** A running example. */
export interface Example {
  readonly caller: Caller;
  /** Its printed text. */
  readonly output: () => string;
  /** Ends it; resolves with its exit code and signal. */
  readonly stop: () => Promise<unknown[]>;
}

/**
 * Prepares to start scripts of examples/, which end after their test.
 *
 * @returns a function that starts a script and waits for the address that it prints
 */
export function exampleProcesses(): (args: string[], env?: Record<string, string>) => Promise<Example> {
  const running: ChildProcessWithoutNullStreams[] = [];
  const callers: Caller[] = [];
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.close();
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  return async (args, env = {}) => {
    const child = spawn(process.execPath, args, { cwd: EXAMPLES, env: { ...process.env, ...env } });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const findAddress = (): string | undefined => /Listening on (\S+);/.exec(output)?.[1];
    await expect
      .poll(() => (child.exitCode === null ? findAddress() : output), { timeout: 120_000 })
      .toMatch(/^127\.0\.0\.1:\d+$/);
    const caller = grpcCaller(findAddress() ?? '');
    callers.push(caller);
    const stop = (): Promise<unknown[]> => {
      child.kill('SIGTERM');
      return once(child, 'close');
    };
    return { caller, output: () => output, stop };
  };
}
