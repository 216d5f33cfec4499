import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { ROOT } from './build.mjs';
import { writeSection } from './release.mjs';

test('the changelog gets a section, once', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- One.\n';
  const written = writeSection(changelog, '1.2.3', '2026-01-31');
  expect(written).toBe('# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-01-31\n\n- One.\n');
  expect(writeSection(written, '1.2.3', '2026-02-01')).toBe(written);
});

test.each([[], ['v1.2.3'], ['1.2.3', '1.2.4'], ['1.2.3', '--dry']])('%s, %s isn’t a version', async (...args) => {
  const { code, output } = await run(process.execPath, [join(ROOT, 'dev', 'commands', 'release.mjs'), ...args]);
  expect([code, output]).toEqual([
    2,
    `version: "${args.join(' ')}" isn't a version; use one such as 1.2.3 or 1.2.3-rc.1.\n`,
  ]);
});
