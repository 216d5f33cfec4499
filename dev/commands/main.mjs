/**
 * `npm start` and `npm test`: `node dev/commands/main.mjs start|test [flag …]`.
 */
import { requireNode } from '../setup/node-version.mjs';

const [command, ...args] = process.argv.slice(2);
requireNode();
// Imported only now: an older Node can't parse these modules.
const { main } = command === 'test' ? await import('./test/main.mjs') : await import('./start.mjs');
await main(args);
