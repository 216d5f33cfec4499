import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { closeUnreleased, findSection, readUnreleased } from './changelog.mjs';

const CHANGELOG = `# Changelog

## Unreleased

### Changed

- One thing, in
  two lines.
- Another.

### Added

### Fixed

- A fault.

## 0.1.0 - 2026-01-31

### Added

- The first.
`;

test('what is unreleased has headings and entries', () => {
  expect(readUnreleased(CHANGELOG)).toStrictEqual({ headings: ['Changed', 'Fixed'], entries: 3 });
  expect(readUnreleased('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- The first.\n')).toStrictEqual({
    headings: [],
    entries: 0,
  });
  expect(readUnreleased('# Changelog\n')).toStrictEqual({ headings: [], entries: 0 });
});

test('a section has its date and its text', () => {
  expect(findSection(CHANGELOG, '0.1.0')).toStrictEqual({
    title: '0.1.0',
    date: '2026-01-31',
    text: '### Added\n\n- The first.',
  });
  expect(findSection(CHANGELOG, '0.1')).toBeUndefined();
});

test('what is unreleased becomes the section of the version, above the earlier ones', () => {
  const closed = closeUnreleased(CHANGELOG, '0.2.0', '2026-02-01');
  expect(readUnreleased(closed).entries).toBe(0);
  expect(findSection(closed, '0.2.0')).toMatchObject({
    date: '2026-02-01',
    text: findSection(CHANGELOG, 'Unreleased')?.text,
  });
  expect(closed.replace('## 0.2.0 - 2026-02-01\n\n', '')).toBe(CHANGELOG);
  expect(() => closeUnreleased('# Changelog\n', '0.2.0', '2026-02-01')).toThrow('no section "## Unreleased"');
});

test('the changelog of this repository can be read', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  expect(findSection(changelog, 'Unreleased')).toBeDefined();
  expect(findSection(changelog, '0.1.0')?.text).toContain('### Added');
});
