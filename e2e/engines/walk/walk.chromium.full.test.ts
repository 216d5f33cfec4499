import { findChromium } from '../../../dev/setup/chromium.mjs';
import { describeWalk } from './describe-walk.js';

// For comparison; `npm test` has all of `e2e/` in Chromium.
await describeWalk('Chromium', findChromium);
