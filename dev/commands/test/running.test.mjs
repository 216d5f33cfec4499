import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import RunningReporter from './running.mjs';

test('what runs is written once nothing starts or ends any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'running.txt');
  const reporter = new RunningReporter({ file, settledMs: 0 });
  for (const name of ['a', 'b']) reporter.onTestModuleStart({ id: name, relativeModuleId: `lib/${name}.test.ts` });
  for (const name of ['c', 'd']) reporter.onTestCaseReady({ id: name, fullName: `test ${name}` });
  reporter.onTestCaseResult({ id: 'c' });
  reporter.onTestModuleEnd({ id: 'a' });
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('lib/b.test.ts; test d');
});
