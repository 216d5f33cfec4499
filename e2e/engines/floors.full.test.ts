/** The old engines lack what the playground and the client need, each for the reason that the table gives. */
import { expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import { ENGINES, type Engine } from './index.mjs';

/** The missing function, the column, and the first versions with the function. */
const FLOORS: readonly (readonly [Engine, missing: string, column: string, needs: string])[] = [
  ...(['Chromium 106', 'Chromium 92', 'WPE WebKit 2.38'] as const).map(
    (engine) => [engine, 'URL.canParse', 'playground', 'Chrome 120, Firefox 115, Safari 17'] as const,
  ),
  ['Chromium 92', 'AbortSignal.prototype.throwIfAborted', 'client', 'Chrome 100, Firefox 97, Safari 15.4'],
];

test.each(FLOORS)('%s has no %s, which the %s needs', async (engine, missing, column, needs) => {
  const page = await ENGINES[engine](console.error);
  const type = await page.evaluate(`typeof ${missing}`);
  await page.close();
  expect(type).toBe('undefined');
  recordSupport('engines', engine, { version: page.version, [column]: `– needs \`${missing}\`: ${needs}` });
});
