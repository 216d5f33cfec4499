/**
 * A walk through the built playground in Firefox and WebKit, and in Chromium for comparison. `npm test` walks where the browser is
 * installed, and reports how to get it elsewhere; `npm run test:full` installs the browsers.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFirefox, findWebKit, NO_WALK } from '../../../dev/setup/engines.mjs';
import { recordSupport } from '../../../dev/support/tables.mjs';
import { full } from '../../../dev/testing/full.js';
import { errorMessage } from '../../../envoy/launcher/process/error-message.mjs';
import { ENGINES, type Engine } from '../index.mjs';
import type { Page } from '../page.js';
import { CHECKS } from './checks/index.js';
import { startPlayground, type TestPlayground } from './playground.js';
import { Walker } from './walker.js';

let playground: TestPlayground;
beforeAll(async () => {
  playground = await startPlayground();
  return () => playground.stop();
});

test('there are 38 checks', () => {
  expect(Object.keys(CHECKS)).toHaveLength(38);
});

const options = { env: process.env, log: console.error, mayInstall: full };

/** The way to get a browser; undefined where it is installed. In full the walk itself fails without one. */
const findMissing = async (find: (options: Parameters<typeof findFirefox>[0]) => Promise<unknown>) =>
  full ? undefined : find(options).then(() => undefined, errorMessage);

const WALKS: readonly (readonly [Engine, missing: string | undefined])[] = [
  ['Chromium', undefined],
  ['Firefox ESR', await findMissing(findFirefox)],
  ['WebKitGTK', await findMissing(findWebKit)],
];

test.for(WALKS.flatMap(([, missing]) => missing ?? []))(`${NO_WALK}%s`, (_, { skip }) => skip());

describe.each(WALKS.flatMap(([engine, missing]) => (missing === undefined ? [engine] : [])))(
  'the playground in %s',
  (engine) => {
    let page: Page;
    let walker: Walker;
    let passed = 0;

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
  },
);
