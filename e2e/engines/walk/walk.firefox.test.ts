import { findFirefox } from '../../../dev/setup/engines.mjs';
import { describeWalk } from './describe-walk.js';

await describeWalk('Firefox ESR', findFirefox);
