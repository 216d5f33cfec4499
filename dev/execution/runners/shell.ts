import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram, type Runner, type Sandbox, type Snippets } from './runner.js';

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
