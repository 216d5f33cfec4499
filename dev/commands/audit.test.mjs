import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditOutcome, exitCode, findShipped, listLocks } from './audit.mjs';
import { ROOT } from './build.mjs';

/** @type {{ packages: Record<string, { dev?: boolean, devOptional?: boolean, link?: boolean }> }} */
const lock = {
  packages: {
    '': {},
    server: {},
    'node_modules/endpoint.js-server': { link: true },
    'node_modules/codec': { dev: true },
    'node_modules/grpc': {},
    'node_modules/grpc/node_modules/codec': {},
    'node_modules/leaf': { devOptional: true },
    'node_modules/tool': { dev: true },
  },
};

/** @param {string} name @param {string} severity @param {string} node */
const report = (name, severity, node) =>
  JSON.stringify({
    vulnerabilities: {
      [name]: {
        severity,
        via: [{ title: 'It breaks', url: 'https://a.example/1' }, 'other'],
        nodes: [node],
        range: '<2',
      },
    },
  });
const sentence = (/** @type {string} */ name, /** @type {string} */ severity) =>
  `${name} <2 (${severity}): It breaks https://a.example/1; by other`;
const sum = (/** @type {number} */ count) =>
  `3 packages come with endpoint.js, its client or its server; ${count} of them have a vulnerability of at least moderate severity.`;

describe('auditOutcome', () => {
  test.each([
    ['passes no vulnerability', '{"vulnerabilities":{}}', 'passed', [sum(0)]],
    [
      'reports a dependency',
      report('grpc', 'high', 'node_modules/grpc'),
      'vulnerable',
      [`Comes with a package: ${sentence('grpc', 'high')}`, sum(1)],
    ],
    [
      'reports a dependency of a dependency',
      report('codec', 'moderate', 'node_modules/grpc/node_modules/codec'),
      'vulnerable',
      [`Comes with a package: ${sentence('codec', 'moderate')}`, sum(1)],
    ],
    [
      'reports an optional dependency',
      report('leaf', 'critical', 'node_modules/leaf'),
      'vulnerable',
      [`Comes with a package: ${sentence('leaf', 'critical')}`, sum(1)],
    ],
    [
      'passes a low severity',
      report('leaf', 'low', 'node_modules/leaf'),
      'passed',
      [`Comes with a package, low: ${sentence('leaf', 'low')}`, sum(0)],
    ],
    [
      'passes a tool',
      report('tool', 'critical', 'node_modules/tool'),
      'passed',
      [`Tools only: ${sentence('tool', 'critical')}`, sum(0)],
    ],
    [
      "passes a tool's version of a dependency",
      report('codec', 'high', 'node_modules/codec'),
      'passed',
      [`Tools only: ${sentence('codec', 'high')}`, sum(0)],
    ],
    [
      'reports a registry without an audit endpoint',
      '{"message":"405 Method Not Allowed","statusCode":405}',
      'not run',
      ['The audit could not run, so nothing is known: 405 Method Not Allowed'],
    ],
    [
      'reports a missing answer',
      '',
      'not run',
      ['The audit could not run, so nothing is known: npm printed no report'],
    ],
  ])('%s', (_, stdout, verdict, lines) => {
    expect(auditOutcome(stdout, findShipped(lock))).toEqual({ verdict, lines });
  });
});

describe('listLocks', () => {
  test('lists every lock file of a repository, that of its root first, and none that git ignores', () => {
    const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const locks = ['package-lock.json', 'docs/package-lock.json', 'a/b/package-lock.json'];
    for (const path of [...locks, 'docs/package.json', 'docs/not-package-lock.json', 'ignored/package-lock.json']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '{}');
    }
    writeFileSync(join(root, '.gitignore'), 'ignored/\n');
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', '.'], { cwd: root });
    expect(listLocks(root)).toEqual(locks);
  });

  test('lists those of this repository', () => {
    expect(listLocks(ROOT)).toEqual(
      expect.arrayContaining(['package-lock.json', 'dev/full/package-lock.json', 'docs/package-lock.json']),
    );
  });
});

/** @type {[code: number, verdicts: import('./audit.mjs').Outcome['verdict'][]][]} */
const codes = [
  [0, ['passed', 'passed']],
  [1, ['passed', 'not run', 'vulnerable']],
  [2, ['not run', 'passed']],
];
test.each(codes)('the exit code %i follows %j', (code, verdicts) => {
  expect(exitCode(verdicts.map((verdict) => ({ verdict, lines: [] })))).toBe(code);
});
