/** For Node, Bun and Deno: `main.js <settings as JSON>` prints the results. */
import process from 'node:process';
import { modules } from './modules.js';
import { runSuite } from './suite.js';

console.log(await runSuite(modules, JSON.parse(process.argv[2] ?? '')));
