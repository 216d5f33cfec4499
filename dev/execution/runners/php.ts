import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** Runs the files in its arguments, each with its own variables, and reports those that fail. */
const MAIN = `<?php
error_reporting(E_ALL);
set_error_handler(function ($level, $message) {
    throw new ErrorException($message);
});
$failed = 0;
foreach (array_slice($argv, 1) as $file) {
    try {
        (function () use ($file) {
            include $file;
        })();
    } catch (Throwable $error) {
        fwrite(STDERR, "case $file $error\\n");
        $failed = 1;
    }
}
exit($failed);
`;

/** Scripts, in one process. */
export const php: Runner = {
  program: 'PHP',
  every: 3,
  first: 2,
  missing: () =>
    findMissing({
      command: 'php',
      probe: ['-r', 'curl_init();'],
      packages: ['php-cli', 'php-curl'],
      advice: 'Install PHP with its extension curl',
    }),
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'php-', async (inner) => {
      const files = await writeSnippets(inner.folder, snippets, (key, code) => [`${key}.php`, code]);
      await writeFile(join(inner.folder, 'main.php'), MAIN);
      await runProgram('php', ['main.php', ...files.map((file) => join(inner.folder, file))], inner);
    }),
};
