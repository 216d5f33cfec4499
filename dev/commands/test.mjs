#!/usr/bin/env node
/**
 * `npm test`: every check there is, with one line of figures at the end. See `npm test -- --help`.
 */
import { requireNode } from '../setup/node-version.mjs';

requireNode();
// Only now: an older Node would already stumble over what these import.
const { main } = await import('./test/main.mjs');
await main(process.argv.slice(2));
