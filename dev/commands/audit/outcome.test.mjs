import { describe, expect, test } from 'vitest';
import { auditOutcome } from './outcome.mjs';

const lock = {
  packages: {
    '': { peerDependencies: { server: '^1.0.0' }, devDependencies: { server: '1.0.0', tool: '1.0.0' } },
    'node_modules/server': { dependencies: { codec: '^2.0.0' } },
    'node_modules/server/node_modules/codec': { dependencies: { leaf: '^1.0.0' } },
    'node_modules/codec': {},
    'node_modules/leaf': {},
    'node_modules/tool': { dependencies: { codec: '^1.0.0' } },
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
  `3 packages can come with endpoint.js; ${count} of them have a vulnerability of at least moderate severity.`;

describe('auditOutcome', () => {
  test.each([
    ['nothing', '{"vulnerabilities":{}}', 'passed', [sum(0)]],
    [
      'a peer',
      report('server', 'high', 'node_modules/server'),
      'vulnerable',
      [`Comes with the package: ${sentence('server', 'high')}`, sum(1)],
    ],
    [
      'what a peer brings',
      report('codec', 'moderate', 'node_modules/server/node_modules/codec'),
      'vulnerable',
      [`Comes with the package: ${sentence('codec', 'moderate')}`, sum(1)],
    ],
    [
      'what that brings',
      report('leaf', 'critical', 'node_modules/leaf'),
      'vulnerable',
      [`Comes with the package: ${sentence('leaf', 'critical')}`, sum(1)],
    ],
    [
      'a low one',
      report('leaf', 'low', 'node_modules/leaf'),
      'passed',
      [`Comes with the package, low: ${sentence('leaf', 'low')}`, sum(0)],
    ],
    [
      'a tool',
      report('tool', 'critical', 'node_modules/tool'),
      'passed',
      [`Tools only: ${sentence('tool', 'critical')}`, sum(0)],
    ],
    [
      "a tool's version of the same",
      report('codec', 'high', 'node_modules/codec'),
      'passed',
      [`Tools only: ${sentence('codec', 'high')}`, sum(0)],
    ],
    [
      'no audit endpoint',
      '{"message":"405 Method Not Allowed","statusCode":405}',
      'not run',
      ['The audit could not run, so nothing is known: 405 Method Not Allowed'],
    ],
    ['no answer', '', 'not run', ['The audit could not run, so nothing is known: npm gave no report']],
  ])('%s', (_, stdout, verdict, lines) => {
    expect(auditOutcome(stdout, lock)).toEqual({ verdict, lines });
  });
});
