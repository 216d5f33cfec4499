/** A page in the engine of Chromium, Firefox or WebKit, by one small interface. */
import { openChromium } from './chromium.mjs';
import { openFirefox } from './firefox.mjs';
import { openWebKit } from './webkit.mjs';

/**
 * Each opens an empty page in a new browser, which is installed where it can be; it rejects with a way to get the browser otherwise.
 * Firefox and WebKit need the packages of `dev/full/`.
 *
 * @type {Readonly<Record<'Chromium' | 'Firefox' | 'WebKit', (log: import('../../envoy/launcher/process/progress.mjs').Log) => Promise<import('./page.js').Page>>>}
 */
export const ENGINES = { Chromium: openChromium, Firefox: openFirefox, WebKit: openWebKit };
