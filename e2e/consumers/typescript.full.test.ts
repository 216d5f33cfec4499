/** A program that uses every entry of the packages, in each version of TypeScript and each way to resolve packages. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import { compile, expectedOutcome, RESOLUTIONS, type Resolution } from './compile.js';
import { installProject } from './project.js';

const VERSIONS = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];

/** What a version doesn't have: its error, and the cell of the table. */
const MISSING: Readonly<Record<string, readonly [error: RegExp, cell: string]>> = {
  '7.0 node10': [/error TS5108: Option 'moduleResolution=node10' has been removed/, '– removed in TypeScript 7'],
};

let project: string;
beforeAll(async () => {
  project = await installProject('typescript', ['lib', 'client']);
});

describe.each(VERSIONS)('TypeScript %s', (version) => {
  test.each(Object.keys(RESOLUTIONS) as Resolution[])(
    '%s: ES modules and CommonJS compile without an error, and run without a warning',
    async (resolution) => {
      const tsc = join(project, 'node_modules', `typescript-${version}`, 'bin', 'tsc');
      const outcome = await compile(project, tsc, version, resolution);
      const [error, cell] = MISSING[`${version} ${resolution}`] ?? [];
      if (error) expect(outcome.compiler).toMatch(error);
      else expect(outcome).toEqual(expectedOutcome(version, resolution));
      recordSupport('typescript', version, { [`\`${resolution}\``]: cell ?? 'ESM, CommonJS' });
    },
  );
});
