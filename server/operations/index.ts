import type { BuiltInOperation } from '../service/registry.js';
import { build } from './build.js';
import { echo } from './echo.js';
import { expand } from './expand.js';
import { listOperations } from './list-operations.js';
import { send } from './send.js';

/** The operations that come with the server, in the order in which they are listed. */
export const builtInOperations: readonly BuiltInOperation[] = [echo, build, expand, send, listOperations];
