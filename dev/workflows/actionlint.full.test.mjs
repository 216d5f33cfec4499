import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
});
