import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../process/processes.mjs';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** One program for all snippets, because linking takes a second: its argument is the key of the one to run. */
const toMain = (keys: readonly string[]): string => `package main

import "os"

func main() {
	switch os.Args[1] {
${keys.map((key) => `\tcase "${key}":\n\t\tmain${key}()\n`).join('')}\t}
}
`;

/** Programs, each in its own process. */
export const go: Runner = {
  program: 'Go',
  every: 3,
  first: 1,
  missing: () =>
    findMissing({
      command: 'go',
      probe: ['version'],
      packages: ['golang-go'],
      advice: 'Install Go from https://go.dev/dl',
    }),
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'go-', async ({ folder, env }) => {
      const keys = snippets.map(([key]) => key);
      const { stdout: cache } = await run('go', ['env', 'GOCACHE']);
      const building = { folder, env: { ...env, GOCACHE: cache.trim(), GOTOOLCHAIN: 'local', GOPROXY: 'off' } };
      await writeSnippets(folder, snippets, (key, code) => [
        `snippet${key}.go`,
        code.replace('\nfunc main() {\n', `\nfunc main${key}() {\n`),
      ]);
      await writeFile(join(folder, 'main.go'), toMain(keys));
      await writeFile(join(folder, 'go.mod'), 'module snippets\n');
      await runProgram('go', ['build', '-o', 'snippets', '.'], building);
      const program = join(folder, 'snippets');
      const commands = keys.map((key) => `'${program}' ${key} || { echo "case ${key} failed" >&2; failed=1; }`);
      await writeFile(join(folder, 'run.sh'), `failed=0\n${commands.join('\n')}\nexit $failed\n`);
      await runProgram('sh', [join(folder, 'run.sh')], sandbox);
    }),
};
