/**
 * The digest of the committed files that a generator with the packages of `dev/full/` writes, and of what it reads: `npm test` notices an
 * edit by hand, or a source without its generated files, without running the generator.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

const FILES = /^(?:proto\/|playground\/src\/features\/catalogue\/github-catalogue\.json$)/;
const DIGEST = join(ROOT, 'dev', 'generate', 'digest.txt');

function computeDigest() {
  const hash = createHash('sha256');
  for (const path of listFiles(ROOT, { untracked: true })
    .filter((name) => FILES.test(name))
    .toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return `${hash.digest('hex')}\n`;
}

export function writeDigest() {
  writeFileSync(DIGEST, computeDigest());
}

/** @returns {string[]} a sentence if a file has changed since `npm run generate` */
export function checkDigest() {
  if (readFileSync(DIGEST, 'utf8') === computeDigest()) return [];
  return ['A file of proto/, or github-catalogue.json, has changed since the last `npm run generate`.'];
}
