import { mkdir, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { isPythonRuledOut } from '../../setup/python.mjs';
import { preparePython } from './python.js';
import { runProgram, type Runner, runShell } from './runner.js';

/** HTTPie's own main function, with the arguments that a shell made of a command line. */
const MAIN = `
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

/** Commands that redirect standard input or other descriptors run as they are; starting HTTPie for each of the others takes long. */
const REDIRECTED = /\| http |\\\n {2}3<<END3/;

/** Commands that a shell splits into words for HTTPie. */
export const httpie: Runner = {
  program: 'HTTPie',
  isRuledOut: isPythonRuledOut,
  every: 7,
  first: 5,
  async run(snippets, { folder, env }) {
    const { python, packages } = await preparePython();
    const config = join(folder, 'httpie');
    await mkdir(config, { recursive: true });
    // Without this, HTTPie asks the network for newer versions of itself.
    await writeFile(join(config, 'config.json'), '{"disable_update_warnings": true}');
    const words = join(folder, 'words');
    const sandbox = {
      folder,
      env: {
        ...env,
        PYTHON: python,
        PYTHONPATH: packages,
        WORDS: words,
        HTTPIE_CONFIG_DIR: config,
        // Without certificates, which nothing here needs, a call takes a third of the time.
        SSL_CERT_FILE: devNull,
        SSL_CERT_DIR: config,
      },
    };
    await runShell(
      'sh',
      snippets.filter(([, code]) => REDIRECTED.test(code)),
      sandbox,
      'http() { "$PYTHON" -m httpie "$@"; }',
    );
    await runShell(
      'sh',
      snippets.filter(([, code]) => !REDIRECTED.test(code)),
      sandbox,
      `http() { printf '%s\\0' "$#" "$@" >>"$WORDS"; }`,
    );
    await runProgram(python, ['-c', MAIN, words], sandbox);
    await rm(words);
  },
};
