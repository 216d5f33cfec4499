#!/usr/bin/env node
import { run } from './run.js';

// A reader that closes early, as in `endpoint.js … | head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Not process.exit(): it discards pending writes to a pipe.
process.exitCode = await run(process.argv.slice(2), process);
