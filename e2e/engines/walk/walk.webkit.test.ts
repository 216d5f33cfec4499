import { findWebKit } from '../../../dev/setup/engines.mjs';
import { describeWalk } from './describe-walk.js';

await describeWalk('WebKitGTK', findWebKit);
