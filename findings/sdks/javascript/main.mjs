/**
 * Passes the tools of a file to a consumer: `node main.mjs <module> <export> <tools.json> <seen.jsonl>`. A line of the output is
 * `{"sent": …}`, `{"accepted": true}` or `{"error": …}`.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ name: string, description: string, inputSchema: Record<string, unknown> }} Tool */
/** @typedef {{ kind: 'checks' | 'sends', run: (tools: Tool[], url: string) => unknown }} Consumer `run` returns the tools that were listed, or sends them to the url */

const TIMEOUT_MS = 60_000;
/** Tools of one request; where it isn't sent, each of them is sent alone. */
const BATCH = 25;
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

/** A list of the tools of a request, each in the form of its provider. @param {unknown} tools @returns {unknown[]} */
function flatten(tools) {
  const list = [tools ?? []].flat();
  const nested = list.flatMap((tool) => Object(tool).functionDeclarations ?? []);
  return nested.length > 0 ? nested.map((tool) => ({ functionDeclarations: [tool] })) : list.map((tool) => [tool]);
}

/** @param {Consumer} consumer @param {Tool[]} tools @returns {Promise<object[]>} */
async function observe(consumer, tools) {
  received = undefined;
  let listed;
  let error = 'sends nothing';
  try {
    listed = await limit(Promise.resolve(consumer.run(tools, url)));
    if (consumer.kind === 'checks') return tools.map(() => ({ accepted: true }));
  } catch (problem) {
    // The server's response is an error too.
    error = describe(problem);
  }
  const sent = flatten(received ?? listed);
  if (sent.length === tools.length) return sent.map((tool) => ({ sent: tool }));
  if (tools.length === 1) return [{ error }];
  // One of them is refused.
  const seen = [];
  for (const tool of tools) seen.push(...(await observe(consumer, [tool])));
  return seen;
}

/** @type {Record<string, Consumer>} */
const consumers = await import(`./${module}.mjs`);
const consumer = consumers[name];
if (consumer === undefined) throw new Error(`${module}.mjs has no ${name}`);
/** @type {Tool[]} */
const tools = JSON.parse(readFileSync(toolsFile, 'utf8'));
const output = createWriteStream(seenFile);
const size = consumer.kind === 'sends' ? BATCH : 1;
for (let start = 0; start < tools.length; start += size)
  for (const seen of await observe(consumer, tools.slice(start, start + size)))
    output.write(`${JSON.stringify(seen)}\n`);
await new Promise((resolve) => void output.end(() => resolve(undefined)));
// Some SDKs leave connections and timers open.
process.exit(0);
