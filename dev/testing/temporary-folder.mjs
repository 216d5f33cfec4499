import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

/** Makes a folder that is removed after the test, or where none runs yet, after the tests of the file. */
export function makeTemporaryFolder() {
  // Programs report it without links.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoint-js-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
