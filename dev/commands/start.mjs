#!/usr/bin/env node
/**
 * `npm start`: installs, builds and starts the page, the bridge and the server. See `npm start -- --help`.
 */
import { requireNode } from '../setup/node-version.mjs';

requireNode();
// Imported only now: an older Node can't parse these modules.
const { main } = await import('./start-main.mjs');
await main(process.argv.slice(2));
