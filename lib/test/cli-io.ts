import { run } from '../cli/run.js';

/** The outcome of a run of the command line. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line with the given standard input. */
export async function runCommand(argv: readonly string[], stdin = ''): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const code = await run(argv, {
    stdin: (async function* () {
      yield stdin;
    })(),
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  });
  return { code, ...written };
}
