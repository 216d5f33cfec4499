#!/usr/bin/env node
import { run } from './run.js';

// A reader that has seen enough, as in `endpoint.js … | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Not process.exit(): what is still to be written to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), process);
