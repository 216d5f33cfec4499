#!/usr/bin/env node
/**
 * `npm test`: every check, with one line of figures at the end. See `npm test -- --help`.
 */
import { requireNode } from '../setup/node-version.mjs';

requireNode();
// Imported only now: an older Node can't parse these modules.
const { main } = await import('./test/main.mjs');
await main(process.argv.slice(2));
