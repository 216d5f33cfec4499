/**
 * Runs many snippets in few processes. Each runs as it would alone: modules one by one, commands in a real shell.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';

const TIMEOUT_MS = 300_000;

/** @typedef {readonly (readonly [key: string, code: string])[]} Snippets */

/**
 * @typedef {object} Sandbox
 * @property {string} folder the working directory
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Sandbox} sandbox
 */
async function runOrThrow(command, args, { folder, env }) {
  const { failure, output } = await run(command, args, { cwd: folder, env, timeoutMs: TIMEOUT_MS });
  if (failure !== undefined) throw new Error(`${command} ${failure}:\n${output}`);
}

/** Imports the modules of its own folder that it is told, some at a time, and says which failed. */
const MODULE_RUNNER = `
const keys = JSON.parse(process.argv[2]);
process.on('uncaughtException', (error) => { console.error(error); process.exitCode = 1; });
const next = async () => {
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    try {
      await import(\`./\${key}.mjs\`);
    } catch (error) {
      console.error(key, error);
      process.exitCode = 1;
    }
  }
};
await Promise.all(Array.from({ length: 8 }, next));
`;

/**
 * JavaScript modules, which find the package under its own name since they stand in its folder.
 *
 * @param {Snippets} snippets
 * @param {Sandbox} sandbox
 */
export async function runModules(snippets, sandbox) {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache', 'snippets-'));
  try {
    await Promise.all(snippets.map(([key, code]) => writeFile(join(folder, `${key}.mjs`), code)));
    await writeFile(join(folder, 'run.mjs'), MODULE_RUNNER);
    await runOrThrow(
      process.execPath,
      [join(folder, 'run.mjs'), JSON.stringify(snippets.map(([key]) => key))],
      sandbox,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Commands, one after the other, in one shell.
 *
 * @param {string} shell
 * @param {Snippets} snippets
 * @param {Sandbox} sandbox
 * @param {string} [prelude] commands that come first
 */
export async function runShell(shell, snippets, sandbox, prelude = '') {
  const script = join(sandbox.folder, 'script.sh');
  const commands = snippets.map(([key, code]) => `${code}[ $? = 0 ] || { echo "case ${key} failed" >&2; failed=1; }\n`);
  await writeFile(script, `failed=0\n${prelude}\n${commands.join('')}exit $failed\n`);
  await runOrThrow(shell, [script], sandbox);
}

const PYTHON_RUNNER = `
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

/**
 * Python scripts, each with globals of its own.
 *
 * @param {string} python
 * @param {Snippets} snippets
 * @param {Sandbox} sandbox
 */
export async function runPython(python, snippets, sandbox) {
  const file = join(sandbox.folder, 'snippets.json');
  await writeFile(file, JSON.stringify(snippets));
  await runOrThrow(python, ['-c', PYTHON_RUNNER, file], sandbox);
}

/** HTTPie's own main function, with the arguments of its command line as a shell has made them. */
const HTTPIE_RUNNER = `
import os, sys
from httpie.context import Environment
from httpie.core import main
failed = False
with open(sys.argv[1], 'rb') as file:
    words = [os.fsdecode(word) for word in file.read().split(b'\\0')[:-1]]
while words:
    count = int(words[0])
    arguments, words = words[1:count + 1], words[count + 1:]
    with open(os.devnull, 'w') as nowhere:
        status = main(['http', *arguments], Environment(stdout=nowhere, stdout_isatty=False, stderr=sys.stderr))
    if status != 0:
        print(status, arguments, file=sys.stderr)
        failed = True
sys.exit(failed)
`;

/** Those that redirect standard input or other descriptors run as they are; to start HTTPie for each of the others takes long. */
const REDIRECTED = /\| http |\\\n {2}3<<END3/;

/**
 * Commands for HTTPie. A shell takes them apart, and HTTPie gets the words.
 *
 * @param {string} python
 * @param {Snippets} snippets
 * @param {Sandbox} sandbox
 */
export async function runHttpie(python, snippets, sandbox) {
  const config = join(sandbox.folder, 'httpie');
  await mkdir(config, { recursive: true });
  // Or else HTTPie would ask the network for newer versions of itself.
  await writeFile(join(config, 'config.json'), '{"disable_update_warnings": true}');
  const words = join(sandbox.folder, 'words');
  // Without certificates, which nothing here needs, a call takes a third of the time.
  const own = { HTTPIE_CONFIG_DIR: config, SSL_CERT_FILE: devNull, SSL_CERT_DIR: config };
  const inside = { ...sandbox, env: { ...sandbox.env, ...own, WORDS: words, PYTHON: python } };
  await runShell(
    'sh',
    snippets.filter(([, code]) => REDIRECTED.test(code)),
    inside,
    'http() { "$PYTHON" -m httpie "$@"; }',
  );
  await runShell(
    'sh',
    snippets.filter(([, code]) => !REDIRECTED.test(code)),
    inside,
    `http() { printf '%s\\0' "$#" "$@" >>"$WORDS"; }`,
  );
  await runOrThrow(python, ['-c', HTTPIE_RUNNER, words], inside);
  await rm(words);
}

/**
 * What `python` reads in literals.
 *
 * @param {string} python
 * @param {readonly string[]} literals
 * @param {Sandbox} sandbox
 * @returns {Promise<string[]>}
 */
export async function readPythonLiterals(python, literals, sandbox) {
  const file = join(sandbox.folder, 'literals.json');
  await writeFile(file, JSON.stringify(literals));
  const code =
    'import ast, json, sys; values = [ast.literal_eval(text) for text in json.load(open(sys.argv[1], encoding="utf-8"))]; ' +
    'json.dump(values, open(sys.argv[1], "w"))';
  await runOrThrow(python, ['-c', code, file], sandbox);
  return JSON.parse(await readFile(file, 'utf8'));
}
