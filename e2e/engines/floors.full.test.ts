/** The old engines lack what the playground needs. */
import { expect, test } from 'vitest';
import { recordSupport } from '../../dev/support/tables.mjs';
import { ENGINES } from '../../dev/testing/engines/index.mjs';

test.each(['Chromium 106', 'Chromium 92', 'WPE WebKit 2.38'] as const)('%s has no URL.canParse', async (engine) => {
  const page = await ENGINES[engine](console.error);
  const type = await page.evaluate('typeof URL.canParse');
  await page.close();
  expect(type).toBe('undefined');
  recordSupport('engines', engine, { playground: '– no `URL.canParse`' });
});
