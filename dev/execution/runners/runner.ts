import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../process/processes.mjs';

const TIMEOUT_MS = 300_000;

export type Snippets = readonly (readonly [key: string, code: string])[];

/** The folder and the environment in which snippets run. */
export interface Sandbox {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs many snippets in few processes, each as it would run alone. */
export interface Runner {
  readonly program: string;
  /** The cases to run: one in `every`, from the case `first`. Runners differ, so that each value is run in several places. */
  readonly every: number;
  readonly first: number;
  /** Whether the environment rules the program out. */
  readonly isRuledOut?: boolean;
  /** Installs the program where that is possible: the reason why it can't run here, and the way to change that. */
  readonly missing?: () => Promise<string | undefined>;
  readonly run: (snippets: Snippets, sandbox: Sandbox) => Promise<void>;
}

/** @throws {Error} with the program's output when it fails */
export async function runProgram(command: string, args: readonly string[], { folder, env }: Sandbox): Promise<void> {
  const { failure, output } = await run(command, args, { cwd: folder, env, timeoutMs: TIMEOUT_MS });
  if (failure !== undefined) throw new Error(`${command} ${failure}:\n${output}`);
}

/** Runs `work` in a new folder of the sandbox, which is removed after it. */
export async function inFolder(
  { folder, env }: Sandbox,
  prefix: string,
  work: (inner: Sandbox) => Promise<void>,
): Promise<void> {
  const inner = await mkdtemp(join(folder, prefix));
  try {
    await work({ folder: inner, env });
  } finally {
    await rm(inner, { recursive: true, force: true });
  }
}

/** Writes a file for each snippet into the folder. */
export async function writeSnippets(
  folder: string,
  snippets: Snippets,
  toFile: (key: string, code: string) => readonly [name: string, content: string],
): Promise<string[]> {
  return Promise.all(
    snippets.map(async ([key, code]) => {
      const [name, content] = toFile(key, code);
      await writeFile(join(folder, name), content);
      return name;
    }),
  );
}

/**
 * Commands, one after the other, in one shell.
 * @param prelude commands that come first
 */
export async function runShell(shell: string, snippets: Snippets, sandbox: Sandbox, prelude = ''): Promise<void> {
  const script = join(sandbox.folder, 'script.sh');
  const commands = snippets.map(([key, code]) => `${code}[ $? = 0 ] || { echo "case ${key} failed" >&2; failed=1; }\n`);
  await writeFile(script, `failed=0\n${prelude}\n${commands.join('')}exit $failed\n`);
  await runProgram(shell, [script], sandbox);
}

export const sh: Runner = { program: 'sh', every: 7, first: 0, run: (...of) => runShell('sh', ...of) };
export const bash: Runner = { program: 'bash', every: 7, first: 3, run: (...of) => runShell('bash', ...of) };
