/** A walk through the built playground in one engine, check by check. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NO_WALK } from '../../../dev/setup/engines.mjs';
import { recordSupport } from '../../../dev/support/tables.mjs';
import { full } from '../../../dev/testing/full.js';
import { errorMessage } from '../../../process/error-message.mjs';
import { ENGINES, type Engine } from '../../../dev/testing/engines/index.mjs';
import type { Page } from '../../../dev/testing/engines/page.js';
import { CHECKS } from './checks/index.js';
import { startPlayground, type TestPlayground } from './playground.js';
import { Walker } from './walker.js';

interface Search {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly mayInstall: boolean;
}

/**
 * Describes the walk in an engine. `npm test` walks where the browser is installed, and reports how to get it elsewhere; `npm run
 * test:full` installs it, and the walk fails without it.
 */
export async function describeWalk(engine: Engine, find: (search: Search) => Promise<unknown>): Promise<void> {
  const search = { env: process.env, log: console.error, mayInstall: full };
  const missing = full ? undefined : await find(search).then(() => undefined, errorMessage);
  test.for(missing === undefined ? [] : [missing])(`${NO_WALK}%s`, (_, { skip }) => skip());

  describe.each(missing === undefined ? [engine] : [])('the playground in %s', () => {
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
      walker = new Walker(page, engine);
      return () => page.close();
    });
    afterEach(({ task }) => {
      if (task.result?.state === 'pass') passed += 1;
    });
    afterAll(() => {
      const total = Object.keys(CHECKS).length;
      recordSupport('engines', engine, { version: page.version, playground: `${passed} of ${total}` });
    });

    test.each(Object.entries(CHECKS))('%s', async (_, check) => {
      await check(walker, playground);
      expect(await page.evaluate('pageErrors.splice(0)')).toEqual([]);
    });
  });
}
