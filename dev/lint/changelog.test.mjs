import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { findChangelogProblems } from './changelog.mjs';

test('CHANGELOG.md has whole items, once each, and before the first release nothing but what was added', () => {
  expect(findChangelogProblems(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))).toEqual([]);
});

const FIRST = '# Changelog\n\n## Unreleased\n\n### Added\n\n- `a` builds\n  requests.\n- `b` sends them.\n';
const LATER = FIRST.replace(
  '## Unreleased\n',
  '## Unreleased\n\n### Changed\n\n- `a` is renamed `c`.\n\n## 0.1.0 - 2026-01-31\n',
);

describe('a changelog', () => {
  test.each([FIRST, LATER])('without a fault', (changelog) => {
    expect(findChangelogProblems(changelog)).toEqual([]);
  });

  /** @type {[changelog: string, from: string, to: string, problem: string][]} */
  const faults = [
    [FIRST, 'requests.', 'requests', '"`a` builds requests" doesn\'t end its sentence.'],
    [FIRST, 'requests.', 'requests for', '"`a` builds requests for" doesn\'t end its sentence.'],
    [FIRST, '- `b` sends them.', '- `a` builds requests.', '"`a` builds requests." is there twice.'],
    [FIRST, '- `b` sends them.', '- The `A` also builds requests.', '"The `A` also builds requests." is there twice.'],
    [LATER, '`a` is renamed `c`', '`b` sends them', '"`b` sends them." is there twice.'],
    [FIRST, '`b` sends them', '`b` is renamed `c`', '"`b` is renamed `c`." compares'],
    [FIRST, '`b` sends them', '`b` was `c`, and is now `d`', 'compares'],
    [FIRST, '`b` sends them', '`b` is used instead of `c`', 'compares'],
    [FIRST, '`b` sends them', '`b` no longer sends them', 'compares'],
    [FIRST, '`b` sends them', '**Breaking:** `b` sends them', 'compares'],
    [FIRST, '### Added', '### Changed', '"Changed" is a heading before the first release'],
    [FIRST, '### Added', '### Added\n\n- C.\n\n## Older', '"Older" is a heading before the first release'],
    [FIRST, FIRST.slice(FIRST.indexOf('- ')), '', 'has no item.'],
  ];
  test.each(faults)('with a fault: %j, %s → %s', (changelog, from, to, problem) => {
    expect(findChangelogProblems(changelog.replace(from, to))).toEqual([expect.stringContaining(problem)]);
  });
});
