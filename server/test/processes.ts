import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { build } from '../../dev/commands/build.mjs';
import { type Caller, grpcCaller } from './callers.js';

/** The built server as a separate process. */

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Reads the line in which a server reports its addresses. */
export async function readFirstLine(
  child: ChildProcessWithoutNullStreams,
): Promise<{ event: string; grpc: string; gateway: string; health: string }> {
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const end = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened.`);
  });
  return JSON.parse(await Promise.race([line, end]));
}

/**
 * Reads a server's log, without the lines of calls.
 *
 * @returns a function that waits for the next line
 */
export function followEvents(child: ChildProcessWithoutNullStreams): () => Promise<Record<string, unknown>> {
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The log has ended.');
      const line = JSON.parse(value) as Record<string, unknown>;
      if (line['event'] !== 'call') return line;
    }
  };
}

/** Replaces a file in one step, as `mv` does: no one reads a part of it. */
export function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.next`, content);
  renameSync(`${path}.next`, path);
}

export interface ServerProcesses {
  /** Starts a server that ends with its test. */
  readonly start: (args: string[], env?: Record<string, string>) => ChildProcessWithoutNullStreams;
  /** The path of a file in a folder that is removed after the tests. */
  readonly resolvePath: (name: string) => string;
}

/** Builds the server before the tests of a file, where its sources have changed. */
export function serverProcesses(): ServerProcesses {
  const running: ChildProcessWithoutNullStreams[] = [];
  let folder = '';
  const resolvePath = (name: string): string => join(folder, name);

  beforeAll(async () => {
    await build(['lib', 'server'], console.error);
    folder = mkdtempSync(join(tmpdir(), 'server-'));
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  return {
    resolvePath,
    start(args, env = {}) {
      const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } });
      running.push(child);
      return child;
    },
  };
}

/** Runs the servers of examples/ with the built package, as its users would. */

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
