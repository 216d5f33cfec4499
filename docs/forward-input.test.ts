/** The servers of "Forward a user's input" that need no package; `forward-input.full.test.ts` has the others. */
import { join } from 'node:path';
import { testForwarding } from './test/forwarding.js';
import { ROOT } from './test/pages.js';

testForwarding(join(ROOT, '.cache', 'forwarding'), [{ name: 'node.mjs' }, { name: 'app/books/route.js' }]);
