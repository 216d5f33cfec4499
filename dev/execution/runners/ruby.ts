import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** Runs the files in its arguments, each in its own module, and reports those that fail. */
const MAIN = `failed = false
ARGV.each do |file|
  load(file, true)
rescue StandardError, ScriptError => error
  warn "case #{file} #{error.full_message}"
  failed = true
end
exit(failed ? 1 : 0)
`;

/** Scripts, in one process. */
export const ruby: Runner = {
  program: 'Ruby',
  every: 3,
  first: 0,
  missing: () =>
    findMissing({
      command: 'ruby',
      probe: ['-v'],
      packages: ['ruby'],
      advice: 'Install Ruby',
    }),
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'ruby-', async (inner) => {
      const files = await writeSnippets(inner.folder, snippets, (key, code) => [`${key}.rb`, code]);
      await writeFile(join(inner.folder, 'main.rb'), MAIN);
      await runProgram('ruby', ['main.rb', ...files.map((file) => join(inner.folder, file))], inner);
    }),
};
