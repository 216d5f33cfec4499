import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** Runs the classes of the keys in its arguments, and reports those that fail. */
const MAIN = `using System;
using System.Threading.Tasks;

class Snippets
{
    static int Main(string[] keys)
    {
        var failed = 0;
        foreach (var key in keys)
        {
            try
            {
                ((Task)Type.GetType("Program" + key).GetMethod("Run").Invoke(null, null)).GetAwaiter().GetResult();
            }
            catch (Exception error)
            {
                Console.Error.WriteLine("case " + key + " " + error);
                failed = 1;
            }
        }
        return failed;
    }
}
`;

/** Classes, compiled together by Mono, which has no asynchronous `Main`. */
export const csharp: Runner = {
  program: 'Mono',
  every: 3,
  first: 1,
  missing: () =>
    findMissing({
      command: 'mcs',
      probe: ['--version'],
      packages: ['mono-mcs', 'libmono-system-net-http4.0-cil'],
      advice: 'Install Mono',
    }),
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'csharp-', async (inner) => {
      const files = await writeSnippets(inner.folder, snippets, (key, code) => [
        `Snippet${key}.cs`,
        code
          .replace('\nclass Program\n', `\nclass Program${key}\n`)
          .replace('    static async Task Main()', '    public static async Task Run()'),
      ]);
      await writeFile(join(inner.folder, 'Snippets.cs'), MAIN);
      await runProgram('mcs', ['-out:snippets.exe', '-r:System.Net.Http.dll', 'Snippets.cs', ...files], inner);
      await runProgram('mono', ['snippets.exe', ...snippets.map(([key]) => key)], inner);
    }),
};
