import { readFileSync } from 'node:fs';
import { jsonSchema, tool } from 'ai';
import { ResponseError, send } from 'endpoint.js/send';
import { createTools, EndpointError } from 'endpoint.js/tools';

const { tools, build } = createTools(JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')), {
  baseUrl: process.env['API_URL'],
  headers: { authorization: process.env['API_TOKEN'] && `Bearer ${process.env['API_TOKEN']}` },
});

/**
 * Makes the tools of an agent: `generateText({ model, tools: createAgentTools(confirm), … })`.
 *
 * @param {(request: { method: string, url: string }) => Promise<boolean>} confirm asks a person about a request that changes something
 */
export function createAgentTools(confirm) {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema), execute: (args) => call(name, args, confirm) }),
    ]),
  );
}

/** @param {string} name @param {unknown} args @param {Parameters<typeof createAgentTools>[0]} confirm */
async function call(name, args, confirm) {
  try {
    const request = build(name, args);
    if (request.method !== 'get' && !(await confirm(request))) return { error: 'A person refused this call.' };
    const { data } = await send(request, { timeout: 30_000, maxBytes: 1_000_000 });
    return data instanceof Blob ? { type: data.type, bytes: data.size } : (data ?? { done: true });
  } catch (error) {
    // The model reads the sentence, and what the API says about a wrong request. Any other error is a bug.
    if (error instanceof EndpointError) return { error: error.message };
    if (error instanceof ResponseError) return { error: error.message, details: error.data };
    throw error;
  }
}
