/** A server with an operation that holds its thread. */
import { existsSync } from 'node:fs';
import { createServer } from 'endpoint.js-server';

const hang = {
  description: 'Holds the thread until a file exists.',
  arguments: { str1: 'the path of the file' },
  handler: (/** @type {{ str1: string }} */ { str1 }) => {
    while (!existsSync(str1));
    return 'done';
  },
};

const server = createServer({ operations: { hang } });
console.log(JSON.stringify(await server.listen({ port: 0, healthPort: 0 })));
