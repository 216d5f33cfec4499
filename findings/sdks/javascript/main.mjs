/**
 * Passes each tool of a file to a consumer: `node main.mjs <module> <export> <tools.json> <seen.jsonl>`. A line of the output is
 * `{"sent": …}`, `{"accepted": true}` or `{"error": …}`.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ name: string, description: string, inputSchema: Record<string, unknown> }} Tool */
/** @typedef {{ kind: 'checks' | 'sends', run: (tool: Tool, url: string) => unknown }} Consumer `run` returns what was listed, or sends it to the url */

const TIMEOUT_MS = 20_000;
const [, , module = '', name = '', toolsFile = '', seenFile = ''] = process.argv;

/** @type {unknown} the tools of the first request since it was cleared */
let received;
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.method === 'POST' && received === undefined)
    received = JSON.parse(Buffer.concat(chunks).toString()).tools;
  // The programs need no response, and an error of this kind isn't repeated.
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(
    '{"error":{"code":400,"message":"recorded","type":"invalid_request_error","status":"INVALID_ARGUMENT"}}',
  );
});
await new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

/** @param {Promise<unknown>} promise */
async function limit(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Consumer} consumer @param {Tool} tool @returns {Promise<object>} */
async function observe({ kind, run }, tool) {
  received = undefined;
  try {
    const listed = await limit(Promise.resolve(run(tool, url)));
    if (kind === 'checks') return { accepted: true };
    return received === undefined && listed === undefined ? { error: 'sends nothing' } : { sent: received ?? listed };
  } catch (error) {
    // The server's response is an error too.
    return received === undefined ? { error: describe(error) } : { sent: received };
  }
}

/** @type {Record<string, Consumer>} */
const consumers = await import(`./${module}.mjs`);
const consumer = consumers[name];
if (consumer === undefined) throw new Error(`${module}.mjs has no ${name}`);
/** @type {Tool[]} */
const tools = JSON.parse(readFileSync(toolsFile, 'utf8'));
const output = createWriteStream(seenFile);
for (const tool of tools) output.write(`${JSON.stringify(await observe(consumer, tool))}\n`);
await new Promise((resolve) => void output.end(() => resolve(undefined)));
// Some SDKs leave connections and timers open.
process.exit(0);
