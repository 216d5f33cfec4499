/** Runs scripts by bash with a program in place of curl, and records its arguments and its standard input: many scripts in one process. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call of curl. */
export interface ShellCall {
  readonly words: readonly string[];
  readonly input: string;
}

/** Files of the folder in which scripts run, for patterns and redirections. */
const FILES = ['in.txt', 'id', 'a', 'f', 'body.json', 'headers.txt'];
/** A file for each call: commands in the background write at the same time. */
const RECORD = `{ for word; do printf 'W%s\\0' "$word"; done; printf 'I'; cat; } >"$RECORD/$EPOCHREALTIME-$BASHPID-$RANDOM"\n`;
/** A shell for each script, which ends with its commands in the background. */
const SHELL = `
curl() { ${RECORD} }
sudo() { "$@"; }
cd "$HOME"
set --
source "$SCRIPT"
wait
`;
const DRIVER = 'for SCRIPT; do RECORD="$SCRIPT.calls" SCRIPT=$SCRIPT timeout 3 bash -c "$SHELL_TEXT"; done';

function readRecord(folder: string): readonly ShellCall[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const record = readFileSync(join(folder, name), 'utf8');
      const [, words = '', input = ''] = /^((?:W[^\0]*\0)*)I([^]*)$/.exec(record) ?? [];
      return {
        words: words
          .split('\0')
          .slice(0, -1)
          .map((word) => word.slice(1)),
        input,
      };
    });
}

/** Runs DRIVER with paths of scripts. */
function drive(paths: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', DRIVER, 'bash', ...paths], { env, stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

/** The calls of curl in each script. */
export async function runScripts(scripts: readonly string[], lanes = 3): Promise<readonly (readonly ShellCall[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-bash-'));
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  for (const path of [home, bin]) mkdirSync(path);
  for (const name of FILES) writeFileSync(join(home, name), 'from a file');
  for (const path of [join(bin, 'curl'), join(bin, 'curl.exe'), join(home, 'curl')]) {
    writeFileSync(path, `#!/bin/bash\n${RECORD}`);
    chmodSync(path, 0o755);
  }
  const paths = scripts.map((script, index) => {
    const path = join(folder, String(index));
    writeFileSync(path, script);
    mkdirSync(`${path}.calls`);
    return path;
  });
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home, SHELL_TEXT: SHELL, LC_ALL: 'C.UTF-8' };
  const select = (lane: number) => paths.filter((_, index) => index % lanes === lane);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => drive(select(lane), env)));
  const runs = paths.map((path) => readRecord(`${path}.calls`));
  rmSync(folder, { recursive: true, force: true });
  return runs;
}
