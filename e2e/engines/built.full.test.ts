/** The built package returns what its sources return: its build removes the recorder, and lowers syntax. */
import { beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from './corpus/site.js';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  return () => site.stop();
});

test.each(['builds', 'explanations', 'others'] as const)('%s', (kind) => {
  const count = site.counts[kind];
  expect(count).toBeGreaterThan(4000);
  const hashes = site.sources.hash(kind, 0, count);
  const different = site.node.hash(kind, 0, count).findIndex((hash, index) => hash !== hashes[index]);
  if (different >= 0) expect(site.node.describe(kind, different)).toBe(site.sources.describe(kind, different));
});
