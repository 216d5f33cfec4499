/** A server with operations that hold its thread: `node busy-server.mjs <ms of each call> [<maxWaitMs>]`. */
import { existsSync } from 'node:fs';
import { createServer } from 'endpoint.js-server';

const [busyMs = 0, maxWaitMs] = process.argv.slice(2).map(Number);

const busy = {
  description: 'Holds the thread for the time that the command line says.',
  arguments: {},
  handler: () => {
    const end = performance.now() + busyMs;
    while (performance.now() < end);
    return 'done';
  },
};

const hang = {
  description: 'Holds the thread until a file exists.',
  arguments: { str1: 'the path of the file' },
  handler: (/** @type {{ str1: string }} */ { str1 }) => {
    while (!existsSync(str1));
    return 'done';
  },
};

const server = createServer({ operations: { busy, hang }, ...(maxWaitMs !== undefined && { maxWaitMs }) });
console.log(JSON.stringify(await server.listen({ port: 0, healthPort: 0 })));
