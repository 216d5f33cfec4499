import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../envoy/launcher/cache.mjs';
import { withLock } from '../../../envoy/launcher/process/lock.mjs';
import { run } from '../../../envoy/launcher/process/processes.mjs';
import { runProgram, type Runner, type Sandbox } from './runner.js';

const REQUIREMENTS = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const PIP_FLAGS = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--require-hashes'];
const ADVICE = 'install Python 3 with pip, or set ENDPOINTJS_NO_PYTHON=1 to leave out the tests of Python and HTTPie';
const INSTALL_MS = 300_000;

/** Finds the path of the program. */
async function findPython(): Promise<string> {
  for (const command of ['python3', 'python']) {
    const { failure, stdout } = await run(command, ['-c', 'import sys; print(sys.version_info[0], sys.executable)']);
    if (failure === undefined && stdout.startsWith('3 ')) return stdout.slice(2).trim();
  }
  throw new Error(`Python 3 is missing; ${ADVICE}.`);
}

/**
 * Finds Python, and installs `requests` and HTTPie once, into the user's cache folder. requirements.txt has their hashes.
 *
 * @returns the program, and the folder for PYTHONPATH
 * @throws {Error} where Python is missing, or the packages can't be installed
 */
export async function preparePython(): Promise<{ python: string; packages: string }> {
  const python = await findPython();
  const packages = join(
    cacheFolder(process.env),
    `python-${createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)}`,
  );
  await withLock(`${packages}.lock`, async () => {
    if (await stat(packages).catch(() => undefined)) return;
    await mkdir(join(packages, '..'), { recursive: true });
    const partial = await mkdtemp(`${packages}.partial-`);
    try {
      const args = ['-m', 'pip', 'install', ...PIP_FLAGS, '-r', REQUIREMENTS, '--target', partial];
      const { failure, output } = await run(python, args, { timeoutMs: INSTALL_MS });
      if (failure !== undefined)
        throw new Error(`pip ${failure} while installing requests and HTTPie; ${ADVICE}.\n${output}`);
      await rename(partial, packages);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
  return { python, packages };
}

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

export const isPythonRuledOut = process.env['ENDPOINTJS_NO_PYTHON'] === '1';

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

/** The texts that Python reads in literals. */
export async function readPythonLiterals(literals: readonly string[], sandbox: Sandbox): Promise<string[]> {
  const { python: program } = await preparePython();
  const file = join(sandbox.folder, 'literals.json');
  await writeFile(file, JSON.stringify(literals));
  const code =
    'import ast, json, sys; values = [ast.literal_eval(text) for text in json.load(open(sys.argv[1], encoding="utf-8"))]; ' +
    'json.dump(values, open(sys.argv[1], "w"))';
  await runProgram(program, ['-c', code, file], sandbox);
  return JSON.parse(await readFile(file, 'utf8'));
}
