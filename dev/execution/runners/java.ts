import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMissing } from '../../setup/programs.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** Runs the classes of the keys in its arguments, and reports those that fail. */
const MAIN = `class Main {
    public static void main(String[] keys) {
        boolean failed = false;
        for (String key : keys) {
            try {
                Class.forName("Snippet" + key).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (Exception error) {
                System.err.println("case " + key);
                error.printStackTrace();
                failed = true;
            }
        }
        System.exit(failed ? 1 : 0);
    }
}
`;

/** Classes, compiled together. Those that set a property of the whole process have one of their own. */
export const java: Runner = {
  program: 'Java',
  every: 3,
  first: 0,
  missing: () =>
    findMissing({
      command: 'javac',
      probe: ['-version'],
      packages: ['default-jdk-headless'],
      advice: 'Install a JDK',
    }),
  run: (snippets, sandbox) =>
    inFolder(sandbox, 'java-', async (inner) => {
      const files = await writeSnippets(inner.folder, snippets, (key, code) => [
        `Snippet${key}.java`,
        code.replace('public class Main {', `public class Snippet${key} {`),
      ]);
      await writeFile(join(inner.folder, 'Main.java'), MAIN);
      // The compiler reads ASCII alone, so that a literal of other characters fails.
      await runProgram('javac', ['-encoding', 'US-ASCII', '-nowarn', 'Main.java', ...files], inner);
      const isAlone = ([, code]: readonly [string, string]): boolean => code.includes('System.setProperty(');
      const groups = [snippets.filter((snippet) => !isAlone(snippet)), ...snippets.filter(isAlone).map((one) => [one])];
      for (const group of groups) await runProgram('java', ['-cp', '.', 'Main', ...group.map(([key]) => key)], inner);
    }),
};
