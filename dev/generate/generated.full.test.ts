/** `npm run generate` writes what is committed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { unpackOperation, type PackedCatalogue } from '../../playground/src/features/catalogue/pack.js';
import { readOpenApi } from '../../playground/src/features/catalogue/reading/read-openapi.js';
import { ROOT } from '../commands/build.mjs';
import { resolveFull } from '../full/packages.mjs';

test('the committed files are those of a fresh run, byte for byte', async () => {
  // Rejects with the names of the files that differ.
  const check = promisify(execFile)(process.execPath, [join(ROOT, 'dev', 'generate', 'main.mjs'), '--check']);
  await expect(check).resolves.toMatchObject({ stdout: '' });
});

test('the committed catalogue unpacks to that of the document', () => {
  const document: unknown = JSON.parse(
    readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'),
  );
  const packed = JSON.parse(
    readFileSync(join(ROOT, 'playground/src/features/catalogue/github-catalogue.json'), 'utf8'),
  ) as PackedCatalogue;
  expect(packed.operations.map((_, index) => unpackOperation(packed, index))).toEqual(readOpenApi(document).operations);
});
