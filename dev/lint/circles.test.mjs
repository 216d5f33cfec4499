import { beforeAll, expect, test } from 'vitest';
import { lintPlanted } from './planted.mjs';

/**
 * @typedef {object} Circle
 * @property {string} rule
 * @property {readonly string[]} [reported] the files that the rule reports; all unless one closes the circle in a way that another rule reads
 * @property {Readonly<Record<string, string>>} files contents by path
 */

/** @type {Readonly<Record<string, Circle>>} */
const CIRCLES = {
  'of values': {
    rule: 'import(no-cycle)',
    files: {
      'lib/values/a.ts': "export * from './b.js';",
      'lib/values/b.ts': "import { a } from './a.js';\nexport const b = a;",
    },
  },
  'of types in one folder': {
    rule: 'import(no-cycle)',
    files: {
      'lib/same/a.ts': "import type { B } from './b.js';\nexport type A = B[];",
      'lib/same/b.ts': "import type { A } from './a.js';\nexport type B = A | 1;",
    },
  },
  'of a type and a value': {
    rule: 'import(no-cycle)',
    files: {
      'lib/mixed/a.ts': "import { b } from './b.js';\nexport type A = typeof b;",
      'lib/mixed/b.ts': "import { type A } from './a.js';\nexport const b: A[] = [];",
    },
  },
  'of types across folders': {
    rule: 'import(no-cycle)',
    files: {
      'server/one/a.ts': "import type { B } from '../two/b.js';\nexport type A = B[];",
      'server/two/b.ts': "import type { C } from '../three/c.js';\nexport type B = C | 1;",
      'server/three/c.ts': "import type { A } from '../one/a.js';\nexport type C = A | 2;",
    },
  },
  'of re-exported types': {
    rule: 'import(no-cycle)',
    files: {
      'client/re/a.ts': "import type { B } from './index.js';\nexport type A = B[];",
      'client/re/index.ts': "export type { B } from './b.js';",
      'client/re/b.ts': "import type { A } from './a.js';\nexport type B = A | 1;",
    },
  },
  'of all types of a module': {
    rule: 'import(no-cycle)',
    files: {
      'client/all/a.ts': "import type { B } from './index.js';\nexport type A = B[];",
      'client/all/index.ts': "export * from './b.js';",
      'client/all/b.ts': "import type { A } from './a.js';\nexport type B = A | 1;",
    },
  },
  'of types in comments': {
    rule: 'borders(no-jsdoc-cycle)',
    files: {
      'envoy/circle/a.mjs': "/** @typedef {import('./b.mjs').B[]} A */",
      'envoy/circle/b.mjs': "/** @typedef {import('./a.mjs').A | 1} B */",
    },
  },
  'of a type in a comment and imports': {
    rule: 'borders(no-jsdoc-cycle)',
    reported: ['envoy/half/a.mjs'],
    files: {
      'envoy/half/a.mjs': "/** @typedef {import('./b.mjs').B} A */",
      'envoy/half/b.mjs': "import './c.mjs';",
      'envoy/half/c.mjs': "import './a.mjs';",
    },
  },
  'of types, one without a statement': {
    rule: 'typescript(consistent-type-imports)',
    reported: ['lib/query/a.ts'],
    files: {
      'lib/query/a.ts': "export type A = import('./b.js').B[];",
      'lib/query/b.ts': "import type { A } from './a.js';\nexport type B = A | 1;",
    },
  },
};

const NO_CIRCLE = {
  'lib/tree/a.ts': "import type { B } from './b.js';\nimport type { C } from './c.js';\nexport type A = B | C;",
  'lib/tree/b.ts': "import type { C } from './c.js';\nexport type B = C[];",
  'lib/tree/c.ts': 'export type C = 1;',
  'envoy/tree/a.mjs': "/** @typedef {import('./b.mjs').B} A */",
  'envoy/tree/b.mjs': "/** @typedef {import('./c.mjs').C} B */",
  'envoy/tree/c.mjs': '/** @typedef {1} C */',
};

/** @type {readonly import('./planted.mjs').Report[]} */
let reports;
beforeAll(async () => {
  const circles = Object.values(CIRCLES).map(({ files }) => files);
  reports = await lintPlanted(Object.assign({}, ...circles, NO_CIRCLE));
});

/** @param {Readonly<Record<string, string>>} files @param {string} rule */
const listReported = (files, rule) =>
  Object.keys(files).filter((file) => reports.some(({ filename, code }) => filename === file && code === rule));

test.each(Object.entries(CIRCLES))('reports a circle %s', (_, { rule, files, reported = Object.keys(files) }) => {
  expect(listReported(files, rule)).toEqual(reported);
});

test.each(['import(no-cycle)', 'borders(no-jsdoc-cycle)'])('%s reports no imports without a circle', (rule) => {
  expect(listReported(NO_CIRCLE, rule)).toEqual([]);
});
