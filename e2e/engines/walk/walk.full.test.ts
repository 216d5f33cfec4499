/** A walk through the built playground in three engines, check by check; `npm test` has all of `e2e/` in Chromium. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordSupport } from '../../../dev/support/tables.mjs';
import { ENGINES, type Engine } from '../../../dev/testing/engines/index.mjs';
import type { Page } from '../../../dev/testing/engines/page.js';
import { CHECKS } from './checks.js';
import { startPlayground, type TestPlayground } from './playground.js';
import { Walker } from './walker.js';

const WALKED = ['Chromium', 'Firefox ESR', 'WebKitGTK'] as const satisfies readonly Engine[];

describe.each(WALKED)('the playground in %s', (engine) => {
  let playground: TestPlayground;
  let page: Page;
  let walker: Walker;
  let passed = 0;

  beforeAll(async () => {
    playground = await startPlayground();
    return () => playground.stop();
  });
  beforeAll(async () => {
    page = await ENGINES[engine](console.error);
    walker = new Walker(page);
    return () => page.close();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'pass') passed += 1;
  });
  afterAll(() => {
    recordSupport('engines', engine, {
      version: page.version,
      playground: `${passed} of ${Object.keys(CHECKS).length}`,
    });
  });

  test.each(Object.entries(CHECKS))('%s', async (_, check) => {
    await check(walker, playground);
    expect(await page.evaluate('pageErrors.splice(0)')).toEqual([]);
  });
});

// They lack what the playground needs.
test.each(['Chromium 106', 'Chromium 92', 'WPE WebKit 2.38'] as const)('%s has no URL.canParse', async (engine) => {
  const page = await ENGINES[engine](console.error);
  const type = await page.evaluate('typeof URL.canParse');
  await page.close();
  expect(type).toBe('undefined');
  recordSupport('engines', engine, { playground: '– no `URL.canParse`' });
});
