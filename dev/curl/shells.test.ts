/** What is read of a script around curl is what its shell passes to curl, or is named: for bash itself, and for a model of cmd. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMissing, NOT_CHECKED } from '../setup/programs.mjs';
import { runs } from '../testing/full.js';
import { bashScripts } from './test/arbitrary-bash.js';
import { cmdScripts } from './test/arbitrary-cmd.js';
import { runScripts, type ShellCall } from './test/bash-calls.js';
import { runCmd } from './test/cmd-model.js';
import { judgeCalls } from './test/judge-calls.js';

const noBash = await findMissing({ command: 'bash', probe: ['--version'], packages: ['bash'], advice: 'Install bash' });
test.for([noBash ?? []].flat())(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

const draw = (scripts: fc.Arbitrary<string>, count: number): readonly string[] => [
  // Line ends of Windows are those of a text, not of a script that bash runs.
  ...new Set(fc.sample(scripts, count).map((script) => script.replaceAll('\r\n', '\n'))),
];

/** Judges scripts; a fifth or more must be equal. */
function expectRead(shell: string, scripts: readonly string[], made: readonly (readonly ShellCall[])[]): void {
  const counts: Record<string, number> = {};
  const different: string[] = [];
  for (const [index, script] of scripts.entries()) {
    const verdict = judgeCalls(script, made[index] ?? []);
    if (verdict.startsWith('different')) different.push(verdict);
    else counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  console.log(`${scripts.length} generated scripts of ${shell}: ${JSON.stringify(counts)}`);
  expect(different).toEqual([]);
  expect(counts['equal']).toBeGreaterThan(scripts.length / 6);
  expect(counts['named']).toBeGreaterThan(scripts.length / 12);
}

test.skipIf(noBash)('scripts of bash are read as bash reads them, or named', async () => {
  const scripts = draw(bashScripts, runs(300));
  expectRead('bash', scripts, await runScripts(scripts));
});

test('scripts of cmd are read as its documentation says, or named', () => {
  const scripts = draw(cmdScripts, runs(1500));
  expectRead('cmd', scripts, scripts.map(runCmd));
});
