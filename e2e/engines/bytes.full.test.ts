/** In every engine, the built package returns what it returns in Node, byte for byte, however it is loaded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import type { Kind } from './corpus/runner.js';
import { PLACES, startSite, type Place, type Site } from './corpus/site.js';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import type { Page } from '../../dev/testing/engines/page.js';

/** Few enough for WebDriver's limit on the time of a script. */
const CHUNK = 1000;

const KINDS = ['builds', 'explanations', 'others'] as const;

let site: Site;
/** Node's own results. */
const expected = new Map<Kind, string[]>();
beforeAll(async () => {
  site = await startSite();
  for (const kind of KINDS) expected.set(kind, site.node.hash(kind, 0, site.counts[kind]));
  return () => site.stop();
});

test('the corpus is large', () => {
  expect(site.counts.builds).toBeGreaterThanOrEqual(6000);
  expect(site.counts.explanations).toBeGreaterThanOrEqual(4000);
  expect(site.counts.others).toBeGreaterThanOrEqual(4000);
});

// Its build removes the recorder, and lowers syntax.
test.each(KINDS)('the built package returns what its sources return: %s', (kind) => {
  const count = site.counts[kind];
  const hashes = site.sources.hash(kind, 0, count);
  const different = site.node.hash(kind, 0, count).findIndex((hash, index) => hash !== hashes[index]);
  if (different >= 0) expect(site.node.describe(kind, different)).toBe(site.sources.describe(kind, different));
});

/** An engine runs the same code wherever it is loaded: all calls are made in one place, and a tenth in the others. */
const WHOLE: Place = 'modules';

/** Indexes of calls whose results differ from Node's. */
async function findDifferent(page: Page, kind: Kind, place: Place): Promise<number[]> {
  const length = place === WHOLE ? CHUNK : CHUNK / 10;
  const different: number[] = [];
  for (let start = 0; start < site.counts[kind]; start += CHUNK) {
    const range = [kind, start, start + length] as const;
    const there = (await page.evaluate(`ask('hash', ${JSON.stringify(range).slice(1, -1)})`)) as string[];
    const here = expected.get(kind)?.slice(start, start + length) ?? [];
    expect(there.length).toBe(here.length);
    for (const [index, hash] of here.entries()) if (there[index] !== hash) different.push(start + index);
  }
  return different;
}

/** Two texts where they begin to differ. */
function showDifference(there: string, here: string): string {
  let start = 0;
  while (there[start] === here[start]) start++;
  const from = Math.max(0, start - 100);
  return `${there.slice(from, start + 200)}\nin Node: ${here.slice(from, start + 200)}`;
}

describe.each(Object.keys(ENGINES) as Engine[])('in %s', (engine) => {
  let page: Page;
  const equal: Partial<Record<Kind, number>> = {};

  beforeAll(async () => {
    page = await ENGINES[engine](console.error);
    recordSupport('engines', engine, { version: page.version });
    return () => page.close();
  });
  afterAll(() => {
    for (const kind of ['builds', 'explanations'] as const) {
      const total = site.counts[kind].toLocaleString('en');
      recordSupport('engines', engine, { [kind]: `${(equal[kind] ?? 0).toLocaleString('en')} of ${total}` });
    }
  });

  const cases = (Object.keys(PLACES) as Place[]).flatMap((place) =>
    PLACES[place].kinds.map((kind) => [place, kind] as const),
  );

  test.each(cases)('by %s: %s', async (place, kind) => {
    await page.open(site.url + PLACES[place].path);
    const different = await findDifferent(page, kind, place);
    // The least of all places counts.
    equal[kind] = Math.min(equal[kind] ?? Infinity, site.counts[kind] - different.length);
    const [first] = different;
    if (first === undefined) return;
    const there = (await page.evaluate(`ask('describe', '${kind}', ${first})`)) as string;
    throw new Error(`${different.length} differ; the first: ${showDifference(there, site.node.describe(kind, first))}`);
  });
});
