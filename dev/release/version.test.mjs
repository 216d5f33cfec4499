import { describe, expect, test } from 'vitest';
import { compareVersions, nextVersion, parseVersion, suggestBump } from './version.mjs';

test.each(['1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3+4', ''])('%j is no version', (text) => {
  expect(() => parseVersion(text)).toThrow(`version: "${text}" isn't a version; use one such as 1.2.3 or 1.2.3-rc.1.`);
});

test.each(
  /** @type {const} */ ([
    ['0.1.0', 'patch', '0.1.1'],
    ['0.1.9', 'minor', '0.2.0'],
    ['0.9.9', 'major', '1.0.0'],
    ['1.0.0-rc.1', 'patch', '1.0.0'],
  ]),
)('%s, %s: %s', (current, bump, next) => {
  expect(nextVersion(current, bump)).toBe(next);
});

// Semantic Versioning, item 11.
test('versions have the order of the standard', () => {
  const sorted = [
    '0.9.0',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
  ];
  for (const [index, version] of sorted.entries())
    for (const [other, later] of sorted.entries())
      expect([version, later, Math.sign(compareVersions(version, later))]).toEqual([
        version,
        later,
        Math.sign(index - other),
      ]);
});

describe('the changelog asks for a bump', () => {
  test.each(
    /** @type {const} */ ([
      ['0.1.0', ['Changed', 'Added'], 'minor'],
      ['0.1.0', ['Fixed'], 'patch'],
      ['1.2.3', ['Removed', 'Fixed'], 'major'],
      ['1.2.3', ['Added'], 'minor'],
      ['1.2.3', ['Security'], 'patch'],
    ]),
  )('%s, %j: %s', (current, headings, bump) => {
    expect(suggestBump(current, headings)).toBe(bump);
  });
});
