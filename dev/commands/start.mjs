#!/usr/bin/env node
/**
 * `npm start`: from nothing to the page, the bridge and the server. See `npm start -- --help`.
 */
import { requireNode } from '../setup/node-version.mjs';

requireNode();
// Only now: an older Node would already stumble over what these import.
const { main } = await import('./start/main.mjs');
await main(process.argv.slice(2));
