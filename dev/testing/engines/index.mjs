/** A page in one of the engines, by one small interface. */
import { openChromium, openOldChromium } from './chromium.mjs';
import { openFirefox } from './firefox.mjs';
import { openWebKit, openWpeWebKit } from './webkit.mjs';

/**
 * Each opens an empty page in a new browser, which is installed where it can be; it rejects with a way to get the browser otherwise.
 * The old Chromiums need the packages of `dev/full/`.
 */
export const ENGINES = {
  Chromium: openChromium,
  'Firefox ESR': openFirefox,
  WebKitGTK: openWebKit,
  'Chromium 106': openOldChromium(106),
  'Chromium 92': openOldChromium(92),
  'WPE WebKit 2.38': openWpeWebKit,
};

/** @typedef {keyof typeof ENGINES} Engine */
