import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPythonPackages, isPythonRuledOut } from '../../setup/python.mjs';
import { runProgram, type Runner } from './runner.js';

const REQUIREMENTS = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const ADVICE = 'install Python 3 with pip, or set ENDPOINTJS_NO_PYTHON=1 to leave out the tests of Python and HTTPie';

/**
 * Finds Python, and installs `requests` and HTTPie once. requirements.txt has their hashes.
 *
 * @returns the program, and the folder for PYTHONPATH
 * @throws {Error} where Python is missing, or the packages can't be installed
 */
export const preparePython = (): Promise<{ python: string; packages: string }> =>
  installPythonPackages(REQUIREMENTS, 'requests and HTTPie', ADVICE);

const MAIN = `
import json, sys, traceback
failed = False
with open(sys.argv[1], encoding='utf-8') as file:
    snippets = json.load(file)
for key, code in snippets:
    try:
        exec(compile(code, key, 'exec'), {'__name__': '__main__'})
    except Exception:
        print('case', key, file=sys.stderr)
        traceback.print_exc()
        failed = True
sys.exit(failed)
`;

/** Scripts, each with its own globals. */
export const python: Runner = {
  program: 'Python',
  isRuledOut: isPythonRuledOut,
  every: 3,
  first: 2,
  async run(snippets, { folder, env }) {
    const { python: program, packages } = await preparePython();
    const file = join(folder, 'snippets.json');
    await writeFile(file, JSON.stringify(snippets));
    await runProgram(program, ['-c', MAIN, file], { folder, env: { ...env, PYTHONPATH: packages } });
  },
};
