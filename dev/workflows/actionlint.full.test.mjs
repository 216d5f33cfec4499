import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { attempt, buildGoProgram } from '../setup/go.mjs';
import { NOT_CHECKED } from '../setup/programs.mjs';
import { readWorkflows } from './workflows.mjs';

const ACTIONLINT = { module: 'github.com/rhysd/actionlint', version: 'v1.7.12', main: '/cmd/actionlint' };
const built = await attempt(() => buildGoProgram('actionlint', ACTIONLINT));

const missing = 'missing' in built ? [built.missing] : [];
const programs = 'value' in built ? [built.value] : [];

test.for(missing)(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

describe.each(programs)('actionlint', (program) => {
  /** It runs shellcheck over the scripts where that is on PATH. @param {readonly string[]} paths */
  const lint = async (paths) => {
    const { output, failure } = await run(program, ['-no-color', '-oneline', ...paths]);
    return { output, failure };
  };

  test('finds nothing in the workflows', async () => {
    const paths = [...readWorkflows().keys()].map((name) => join(ROOT, '.github', 'workflows', name));
    expect(await lint(paths)).toEqual({ output: '', failure: undefined });
  });

  test('finds a fault', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'planted.yml');
    const job = 'runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.event.pull_request.title }}';
    writeFileSync(path, `on: push\njobs:\n  a:\n    needs: b\n    ${job}\n`);
    const { output, failure } = await lint([path]);
    expect(failure).toBe('ended with code 1');
    expect(output).toMatch(/needs job "b" which does not exist/);
    expect(output).toMatch(/"github\.event\.pull_request\.title" is potentially untrusted/);
  });
});
