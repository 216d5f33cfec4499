// An MCP server whose tools are the operations of openapi.json.
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ResponseError, send } from 'endpoint.js/send';
import { createTools, EndpointError } from 'endpoint.js/tools';

const { tools, build } = createTools(JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')), {
  baseUrl: process.env['API_URL'],
  headers: { authorization: process.env['API_TOKEN'] && `Bearer ${process.env['API_TOKEN']}` },
});

/** A result that a model can read. @param {unknown} data @param {boolean} [isError] */
function toResult(data, isError = false) {
  const described = data instanceof Blob ? { type: data.type, bytes: data.size } : (data ?? 'Done');
  const text = typeof described === 'string' ? described : JSON.stringify(described);
  return { content: [{ type: 'text', text }], isError };
}

const server = new Server({ name: 'issues', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  try {
    const { data } = await send(build(params.name, params.arguments), { timeout: 30_000, maxBytes: 1_000_000 });
    return toResult(data);
  } catch (error) {
    // The model reads the sentence and tries again; any other error is the server's.
    if (error instanceof EndpointError) return toResult(error.message, true);
    if (error instanceof ResponseError) return toResult({ error: error.message, details: error.data }, true);
    throw error;
  }
});
await server.connect(new StdioServerTransport());
