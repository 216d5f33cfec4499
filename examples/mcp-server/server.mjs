// An MCP server whose tools are the operations of openapi.json.
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { toFetch } from 'endpoint.js/fetch';
import { createTools, EndpointError } from 'endpoint.js/tools';

const { tools, build } = createTools(JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')), {
  baseUrl: process.env['API_URL'],
  headers: { authorization: process.env['API_TOKEN'] && `Bearer ${process.env['API_TOKEN']}` },
});

/** @param {string} text @param {boolean} isError */
const answer = (text, isError) => ({ content: [{ type: 'text', text }], isError });

const server = new Server({ name: 'issues', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  try {
    const response = await fetch(...toFetch(build(params.name, params.arguments)));
    return answer(await response.text(), !response.ok);
  } catch (error) {
    // The model reads the sentence and tries again; any other error is the server's.
    if (error instanceof EndpointError) return answer(error.message, true);
    throw error;
  }
});
await server.connect(new StdioServerTransport());
