/** What the page reads of a command with redirections is what bash passes to its program, or the command is named as incomplete. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { UnreadableError } from '../../playground/src/features/request-builder/paste/reading.js';
import { splitBash } from '../../playground/src/features/request-builder/paste/shells/bash.js';
import { findMissing, NOT_CHECKED } from '../setup/programs.mjs';
import { runs } from '../testing/full.js';

const noBash = await findMissing({ command: 'bash', probe: ['--version'], packages: ['bash'], advice: 'Install bash' });
test.for([noBash ?? []].flat())(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

/** The arguments of a program, and its standard input. */
interface Run {
  readonly words: readonly string[];
  readonly input: string;
}

const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-redirections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A function in place of curl, whose output no redirection changes. */
const RECORD = `exec 9>record; curl() { for word; do printf '%s\\0' "$word"; done >&9; printf '\\0' >&9; cat >&9; }\n`;

/** The run of curl in a script; undefined if bash refuses it. */
function runBash(script: string): Run | undefined {
  for (const name of ['in.txt', 'id', 'a']) writeFileSync(join(folder, name), 'from a file');
  writeFileSync(join(folder, 'record'), '');
  spawnSync('bash', ['-c', RECORD + script], { cwd: folder, stdio: 'ignore', env: { PATH: process.env['PATH'] } });
  const [, words, input = ''] = /^((?:[^\0]+\0)*)\0([^]*)$/.exec(readFileSync(join(folder, 'record'), 'utf8')) ?? [];
  return words === undefined ? undefined : { words: words.split('\0').slice(0, -1), input };
}

/** The run of curl as it is read; undefined for a script that is refused, or whose command is incomplete. */
function read(script: string): Run | undefined {
  try {
    const command = splitBash(script).find(({ words }) => words[0] === 'curl');
    if (command === undefined || command.omissions.length > 0) return undefined;
    const { words, input = '' } = command;
    return { words: words.slice(1), input };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return undefined;
  }
}

const REDIRECTIONS = [
  '> out', '>out', '>> out', '>|out', '&>out', '&>> out', '>& out', '2>out', '2>&1', '>&2', '2>&-', "> 'out file'", '> "out"file', '</dev/null', '< in.txt',
  '<in.txt', '0<in.txt', '<>in.txt', '<&0', '<&-', '<<< text', '<<<"a b"', "<<< 'a'", '<<<a', '{fd}>out', '>', '<', '<<', '2>',
]; // prettier-ignore
const WORDS = ['a', '7', '-d', "'b c'", '"d"', 'https://h.example/users/7', 'x=y', '2', 'é', '\\<id\\>', "'<id>'", '"<a b>"', '<id>', '<a b>', 'u/<id>/v', 'u/<id', 'u/id>']; // prettier-ignore
const ENDS = ['', '; true', ' | cat', ' && true', ' <<END\ntext\nEND\n', " <<'END'\n$text\nEND\n", ' # <id> > out'];

const scripts = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
          { weight: 2, arbitrary: fc.constantFrom(...REDIRECTIONS) },
        ),
        fc.constantFrom(' ', ' ', ' ', ''),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom(...ENDS),
  )
  .map(([pieces, end]) => `curl ${pieces.flat().join('')}${end}`);

/** Whether a script has a placeholder outside of quotes and comments: an open value for the page, a redirection for bash. */
const hasOpenValue = (script: string): boolean =>
  /(?<!\\)<[^'"<>]+(?<!\s\d?)>/.test(script.replaceAll(/'<id>'|"<a b>"| #.*/g, ''));

/** Whether bash runs a script as far as its files and descriptors exist. */
const isValid = (script: string): boolean => spawnSync('bash', ['-n', '-c', script]).status === 0;

test.skipIf(noBash)('commands with redirections are read as bash passes them, or are incomplete', () => {
  const counts = { same: 0, open: 0, incomplete: 0 };
  for (const script of new Set(fc.sample(scripts, runs(200)))) {
    const known = read(script);
    if (known === undefined) counts.incomplete += 1;
    else if (hasOpenValue(script)) counts.open += 1;
    else {
      const run = runBash(script);
      // A file or a descriptor that doesn't exist, such as 17.
      if (run === undefined && isValid(script)) continue;
      expect({ script, ...run }).toEqual({ script, ...known });
      counts.same += 1;
    }
  }
  expect(counts.same).toBeGreaterThanOrEqual(20);
  expect(counts.open).toBeGreaterThanOrEqual(20);
  expect(counts.incomplete).toBeGreaterThanOrEqual(20);
});
